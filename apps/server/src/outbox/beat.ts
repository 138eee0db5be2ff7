import type { Config } from '../platform/config.ts'
import type { Work } from '../platform/database/work.ts'
import { get } from '../platform/provider-http.ts'
import { NotDelivered } from '../platform/provider.ts'
import type { Pulse } from '../platform/pulse.ts'
import { randomUUID } from 'node:crypto'
import { dropBeats } from './delivery.sql.ts'
import { insertNotification } from './outbox.sql.ts'
import type { Way } from './ways.ts'

/** Beats of another run are never told: nobody knows any more when they were sent. */
const RUN = randomUUID()
const keyOf = (number: number) => `heartbeat|${RUN}|${number}`
const numberIn = (key: string) => (key.startsWith(`heartbeat|${RUN}|`) ? Number(key.split('|')[2]) : Number.NaN)

/** Heartbeats where messages wait, one at a time. */
export const beats = (pulse: Pulse) => ({
  async beat(work: Work, number: number) {
    const box = pulse.box()
    if (!box) return
    await dropBeats(work)
    await insertNotification(work, {
      ...{ key: keyOf(number), eventId: null, occurrenceId: null, entityId: box.entityId, channel: 'HEARTBEAT', state: 'QUEUED' },
      ...{ userId: null, address: '', language: 'en-US', timeZone: 'UTC', subject: '', text: '', html: '' },
    })
    work.afterCommit(() => pulse.seen('RULES', number))
  },
})

/** The last stage: an address outside that is called while heartbeats come through; without one they end here. */
export function byBeat({ HEARTBEAT_URL: url }: Config, pulse: Pulse): Omit<Way, 'lanes' | 'lease' | 'gate'> {
  const underWay = new Set<Promise<unknown>>()
  async function call(outside: URL) {
    const { status } = await get(outside)
    // Who sends us elsewhere has not taken it.
    if (status < 200 || status >= 300) throw new NotDelivered(`${status}`, { outcome: 'FAILED' })
  }
  return {
    keyed: true,
    async send({ key }) {
      const number = numberIn(key)
      pulse.seen('OUTBOX', number)
      // Whoever waits for calls outside is to miss them while no alarm gets out.
      if (pulse.isMute()) return ''
      if (url !== undefined) {
        const calling = call(new URL(url))
        underWay.add(calling)
        await calling.finally(() => underWay.delete(calling))
      }
      pulse.seen('PROVIDER', number)
      return ''
    },
    isOver: key => !pulse.isFresh(numberIn(key)),
    isFrom: () => false,
    close: async () => void (await Promise.allSettled(underWay)),
  }
}
