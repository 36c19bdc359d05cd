/** What a call is billed for, in one form for every provider. */
export interface Usage {
  /** All of the prompt, cached or not. */
  input: number
  cacheRead: number
  /** Absent where the provider reports no writes. */
  cacheWrite?: number
  /** How much of `cacheWrite` was asked to live long. */
  longWrite?: number
  output: number
  /** How much of `output` is thinking. */
  thinking: number
}
