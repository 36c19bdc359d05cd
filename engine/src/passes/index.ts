/** The passes, each a policy of its own. */
export { dropThinking, type DropThinkingOptions } from './drop-thinking.js'
export { elide, type ElideOptions } from './elide.js'
export { limitOutput, type LimitOutputOptions } from './limit-output.js'
export type { Limits } from './shorten.js'
export { slidingWindow, type SlidingWindowOptions } from './sliding-window.js'
export { stripBinary, type StripBinaryOptions } from './strip-binary.js'
