// Summaries that users subscribe to in their profile: the daily one says what the farm needs in the morning, the weekly one is about
// events.
import { summaryTemplate } from '../outbox/index.ts'
import type { Notifier, SummaryValues } from '../outbox/index.ts'
import { systemActor } from '../platform/actor.ts'
import { createPeriodicTask } from '../platform/periodicTask.ts'
import type { Part } from '../platform/part.ts'
import type { World } from '../platform/world.ts'
import { createMorningReader } from './morning.ts'
import { dueSummaries, summaryEvents } from './summaries.sql.ts'
import type { DueSummary } from './summaries.sql.ts'

const system = systemActor('summaries')
const INTERVAL = 60_000
/** Summaries that are looked for at a time. */
const BATCH = 50
/** Most events that a summary names. */
const EVENTS = 10

/** Queues the summaries that are due, each once: its dedupe key names the user and the day. */
export function createSummaries(world: Pick<World, 'db' | 'log' | 'config'>, notifier: Pick<Notifier, 'notify'>): Part {
  const { db, log } = world
  return createPeriodicTask({ log }, 'summaries', INTERVAL, async () => {
    const readMorning = createMorningReader(world)
    let last: DueSummary | undefined
    for (;;) {
      const due = await db.work(system, work => dueSummaries(work, last, BATCH))
      for (const summary of due) {
        const { key, entityId, userId, span, from, to, seesEvents } = summary
        const morning = span === 'DAY' ? await readMorning(summary) : {}
        await db.work(system, async work => {
          const values: SummaryValues = {
            ...(seesEvents && (await summaryEvents(work, summary, EVENTS))),
            ...morning,
            span,
            from: from.getTime(),
            to: to.getTime(),
            at: work.now.getTime(),
          }
          await notifier.notify(work, {
            recipients: { kind: 'SUBSCRIBER', entityId, userId },
            template: summaryTemplate,
            values,
            urgency: 'NORMAL',
            dedupeKey: key,
            subject: { type: 'RECIPIENT' },
          })
        })
      }
      if (due.length < BATCH) return
      last = due.at(-1)
    }
  })
}
