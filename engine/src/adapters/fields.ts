/** Objects whose shape is the caller's: looked into field by field, quoted in errors. */

export type Fields = { readonly [key: string]: unknown }

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

export const stringOr = (value: unknown, fallback: string): string => (typeof value === 'string' ? value : fallback)

/** At most 80 characters of it, for the one line of an error. */
export function excerpt(value: unknown): string {
  const text = json(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

function json(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}
