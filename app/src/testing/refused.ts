/** Thrown while a request is read: the provider would answer 400 with this text. */
export class Refused extends Error {
  override name = 'Refused'

  constructor(
    message: string,
    readonly details: Details = {},
  ) {
    super(message)
  }
}

export interface Details {
  status?: number
  type?: string
  code?: string | null
  param?: string | null
}
