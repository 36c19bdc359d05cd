/** The scripted provider: what tests, and later the demo, are answered by. */
export { MEDIA_TOKENS, tokensOf } from './tokens.js'
export { overflow } from './overflow.js'
export { startProvider } from './provider.js'
export type { OverflowShape } from './overflow.js'
export type { Provider } from './provider.js'
export type { Reply, Script } from './script.js'
