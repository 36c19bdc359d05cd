/** Rounds: messages that stand or fall together, an assistant's calls with the results that answer them. */
import type { Id, Message, PartOf, View } from '../types.js'

/** Positions of its first and last message. */
export interface Round {
  from: number
  to: number
}

/** Groups messages as they come. A result pairs with the open call of its id, so ids may be used again in later rounds. */
export class Rounds {
  readonly list: Round[] = []
  /** Position of a message -> index of its round. */
  readonly of: number[] = []
  /** Call part <-> the result part that answers it. */
  readonly partner = new Map<Id, Id>()
  private readonly open = new Map<string, PartOf<'call'>>()

  add(message: Message): void {
    const position = this.of.length
    const last = this.list.at(-1)
    if (last && this.continues(message)) last.to = position
    else {
      this.open.clear()
      this.list.push({ from: position, to: position })
    }
    this.of.push(this.list.length - 1)
    for (const part of message.parts) {
      if (part.kind === 'call') this.open.set(part.callId, part)
      else if (part.kind === 'result') {
        const call = this.open.get(part.callId)
        if (!call) continue
        this.open.delete(part.callId)
        this.partner.set(call.id, part.id)
        this.partner.set(part.id, call.id)
        if (part.tool === '') part.tool = call.tool
      }
    }
  }

  at(position: number): Round | undefined {
    const index = this.of[position]
    return index === undefined ? undefined : this.list[index]
  }

  private continues(message: Message): boolean {
    if (this.open.size === 0) return false
    let answers = false
    for (const part of message.parts) {
      if (part.kind === 'call') return false
      if (part.kind === 'result' && this.open.has(part.callId)) answers = true
    }
    return answers
  }
}

/** The rounds of what is still sent, oldest first. */
export function rounds(view: View): Message[][] {
  const groups = new Rounds()
  for (const message of view.messages) groups.add(message)
  return groups.list.map(({ from, to }) => view.messages.slice(from, to + 1))
}

/** Every tool result still sent, oldest first. */
export function results(view: View): PartOf<'result'>[] {
  return view.messages.flatMap((message) => message.parts.filter((part): part is PartOf<'result'> => part.kind === 'result'))
}

/** The call behind each result still sent, by the result's id. */
export function callsBehind(view: View): Map<Id, PartOf<'call'>> {
  const groups = new Rounds()
  const calls = new Map<Id, PartOf<'call'>>()
  for (const message of view.messages) {
    groups.add(message)
    for (const part of message.parts) if (part.kind === 'call') calls.set(part.id, part)
  }
  const behind = new Map<Id, PartOf<'call'>>()
  for (const [id, partner] of groups.partner) {
    const call = calls.get(partner)
    if (call) behind.set(id, call)
  }
  return behind
}

/** A message in which the user says something, as against one that only carries results. */
export function speaks(message: Message): boolean {
  return message.role === 'user' && message.parts.some((part) => part.kind !== 'result')
}
