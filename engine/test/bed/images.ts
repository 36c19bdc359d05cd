/** Small stand-ins for PNG images: a true header with the size, then filler; nobody decodes the pixels. */
export const PNG = 'image/png'

/** Base64 of an image of this size; the same size gives the same bytes. */
export const png = (width: number, height: number): string => {
  const bytes = Buffer.alloc(96, 0x5a)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes.toString('base64')
}

export const dataUrl = (base64: string): string => `data:${PNG};base64,${base64}`

export const byteLength = (base64: string): number => Buffer.from(base64, 'base64').length

/** `640x480` when the source (base64 or data URL) is one of ours, else undefined. */
export const sizeOf = (source: string): string | undefined => {
  const base64 = source.replace(/^data:image\/png;base64,/, '')
  const bytes = Buffer.from(base64.slice(0, 48), 'base64')
  if (bytes.length < 24) return undefined
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  return png(width, height) === base64 ? `${width}x${height}` : undefined
}
