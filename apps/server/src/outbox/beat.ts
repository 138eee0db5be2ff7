import type { Carrier } from '../platform/carrier.ts'
import type { Work } from '../platform/database/work.ts'
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

/** The last stage: an address outside that is called while heartbeats come through; without one they end where messages leave. */
export function byBeat(carry: Carrier['carry'], pulse: Pulse): Pick<Way, 'keyed' | 'send' | 'isOver' | 'isFrom'> {
  return {
    keyed: true,
    async send(one) {
      const number = numberIn(one.key)
      pulse.seen('OUTBOX', number)
      // Whoever waits for calls outside is to miss them while no alarm gets out.
      if (pulse.isMute()) return ''
      await carry('HEARTBEAT', one)
      pulse.seen('PROVIDER', number)
      return ''
    },
    isOver: key => !pulse.isFresh(numberIn(key)),
    isFrom: () => false,
  }
}
