/** Counters of tokens. */
export { estimate } from './estimate.js'
