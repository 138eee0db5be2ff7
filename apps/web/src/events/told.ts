import type { Channel, Notification } from '@steading/contract/outbox'

/** What went to one person on one channel: the newest of them, and how many there are. */
export interface Sent {
  readonly last: Notification
  readonly count: number
}
export interface Person {
  /** Of whoever has an account; of others, the address or number that was told. */
  readonly name: string
  readonly key: string
  readonly sent: ReadonlyMap<Channel, Sent>
}

/** Who was told on which channels, those told last first. `notifications` are newest first. */
export function toldOf(notifications: readonly Notification[]): readonly Person[] {
  return [...Map.groupBy(notifications, one => one.person?.userId ?? one.recipient)].map(([key, all]) => ({
    key,
    name: all[0]!.person?.shortName ?? all[0]!.recipient, // safe: a group has one
    sent: new Map(
      [...Map.groupBy(all, one => one.channel)].map(([channel, some]) => [channel, { last: some[0]!, count: some.length }]),
    ),
  }))
}

/** How many came to each state. */
export function statesOf(notifications: readonly Notification[]): ReadonlyMap<Notification['state'], number> {
  const counts = new Map<Notification['state'], number>()
  for (const { state } of notifications) counts.set(state, (counts.get(state) ?? 0) + 1)
  return counts
}
