import type { Channel, Notification } from '@steading/contract/outbox'

/** What went to one person on one channel: the newest of them, and how many there are. */
export interface Sent {
  readonly last: Notification
  readonly count: number
}
export interface Person {
  readonly recipient: string
  readonly sent: ReadonlyMap<Channel, Sent>
}

/** Who was told on which channels, those told last first. `notifications` are newest first. */
export function toldOf(notifications: readonly Notification[]): readonly Person[] {
  const people = new Map<string, Map<Channel, Sent>>()
  for (const one of notifications) {
    const sent = people.get(one.recipient) ?? new Map<Channel, Sent>()
    const before = sent.get(one.channel)
    sent.set(one.channel, before ? { ...before, count: before.count + 1 } : { last: one, count: 1 })
    people.set(one.recipient, sent)
  }
  return [...people].map(([recipient, sent]) => ({ recipient, sent }))
}

/** How many came to each state. */
export function statesOf(notifications: readonly Notification[]): ReadonlyMap<Notification['state'], number> {
  const counts = new Map<Notification['state'], number>()
  for (const { state } of notifications) counts.set(state, (counts.get(state) ?? 0) + 1)
  return counts
}
