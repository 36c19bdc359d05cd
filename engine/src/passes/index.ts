/** The passes, each a policy of its own. */
export { dropThinking, type DropThinkingOptions } from './drop-thinking.js'
export { elide, type ElideOptions } from './elide.js'
export { limitOutput, type LimitOutputOptions, type Limits } from './limit-output.js'
export { slidingWindow, type SlidingWindowOptions } from './sliding-window.js'
export { stripBinary, type StripBinaryOptions } from './strip-binary.js'
