import type { Channel, Notification } from '@steading/contract/events/outbox'

/** Deliveries to one recipient on one channel: the newest, and their number. */
export interface ChannelDelivery {
  readonly last: Notification
  readonly count: number
}
export interface RecipientDeliveries {
  /** Of whoever has an account; of others, the address or number that was told. */
  readonly name: string
  readonly key: string
  readonly sent: ReadonlyMap<Channel, ChannelDelivery>
}

/** Who was told on which channels, those told last first. `notifications` are newest first. */
export function groupByRecipient(notifications: readonly Notification[]): readonly RecipientDeliveries[] {
  return [...Map.groupBy(notifications, notification => notification.person?.userId ?? notification.recipient)].map(
    ([key, all]) => ({
      key,
      name: all[0]!.person?.shortName ?? all[0]!.recipient, // safe: a group has one
      sent: new Map(
        [...Map.groupBy(all, notification => notification.channel)].map(([channel, sent]) => [
          channel,
          { last: sent[0]!, count: sent.length },
        ]),
      ),
    }),
  )
}

/** How many came to each state. */
export function countStates(notifications: readonly Notification[]): ReadonlyMap<Notification['state'], number> {
  const counts = new Map<Notification['state'], number>()
  for (const { state } of notifications) counts.set(state, (counts.get(state) ?? 0) + 1)
  return counts
}
