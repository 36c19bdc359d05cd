/** Follows calls and results through the messages: every call is answered once, at once, and nothing else is. */
export interface Pairing {
  /** Calls made by the message at this index. */
  call(id: string, index: number): void
  result(id: string, index: number): void
  /** Something that is neither: calls still open will not be answered any more. */
  close(): void
  readonly complaints: string[]
}

export const pairing = (): Pairing => {
  const complaints: string[] = []
  const open = new Map<string, number>()
  const answered = new Set<string>()
  return {
    complaints,
    call(id, index) {
      if (open.has(id) || answered.has(id)) complaints.push(`messages[${index}]: call ${id} made twice`)
      open.set(id, index)
    },
    result(id, index) {
      if (open.delete(id)) answered.add(id)
      else complaints.push(`messages[${index}]: ${answered.has(id) ? `second result for ${id}` : `result ${id} without its call`}`)
    },
    close() {
      for (const [id, index] of open) complaints.push(`messages[${index}]: call ${id} has no result directly after it`)
      open.clear()
      answered.clear()
    },
  }
}
