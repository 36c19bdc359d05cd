/** Hooks: the engine where a framework calls for it. Each keeps its own ledger. */
export { prepareStep, type PrepareStepOptions } from './ai-sdk.js'
export { transformContext, type TransformContextOptions } from './pi.js'
export type { HookOptions } from './keeper.js'
