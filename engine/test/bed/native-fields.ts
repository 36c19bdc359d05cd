/** What the native renderers share. */
import type { ResultStep, Step } from './story.js'
import { dataUrl } from './images.js'

/** A provider's object, with fields we need not know. */
export type Native = { [key: string]: unknown }

/** Fields that mean the same on a message of every format. */
export const common = ({ id, at, pinned, extra }: Step): Native => ({
  ...(id !== undefined && { id }),
  ...(at !== undefined && { timestamp: at }),
  ...(pinned && { pinned }),
  ...extra,
})

/** A result where only text will do: a picture goes in as a data URL. */
export const textOf = ({ pieces }: ResultStep): string =>
  pieces
    .map((piece) => (piece.kind === 'text' ? piece.text : piece.kind === 'image' ? dataUrl(piece.base64) : JSON.stringify(piece.value)))
    .join('\n')

const FLAGS = ['id', 'timestamp', 'pinned', 'isSummary', 'generating']

/** Those of a message's fields that the notation has flags for. */
export const flags = (message: object) =>
  Object.fromEntries(Object.entries(message).filter(([key, value]) => FLAGS.includes(key) && value !== undefined))

/** `data:image/png;base64,…` is how the notation's images name themselves. */
export const base64Of = (source: string) => source.slice(source.indexOf(',') + 1)
