import { DateTime } from 'luxon'
import { planDueTemplate } from '../outbox/index.ts'
import type { Notifier } from '../outbox/index.ts'
import { systemActor } from '../platform/actor.ts'
import { createPeriodicTask } from '../platform/periodicTask.ts'
import type { PeriodicTask } from '../platform/periodicTask.ts'
import type { World } from '../platform/world.ts'
import { planDue } from './due.ts'
import { datedPlans, insertNotice } from './plan.sql.ts'

const system = systemActor('alarm plan notices')
const INTERVAL = 15 * 60_000
/** Plans per transaction. */
const BATCH = 50
/** Local hour from which a notice goes out: it can wait until people are up. */
const FIRST_HOUR = 7

/**
 * Notifies the people in charge by e-mail of each date of an alarm plan, once when it is near and once when it is over. A changed date
 * is announced again.
 */
export const createPlanNotices = ({ db, log }: Pick<World, 'db' | 'log'>, notifier: Pick<Notifier, 'notify'>): PeriodicTask =>
  createPeriodicTask({ log }, 'alarm plan notices', INTERVAL, async () => {
    for (let last = '0'; ;) {
      const plans = await db.work(system, async work => {
        const found = await datedPlans(work, last, BATCH)
        for (const { id: entityId, displayName: place, timeZone, content } of found) {
          if (DateTime.fromJSDate(work.now, { zone: timeZone }).hour < FIRST_HOUR) continue
          for (const due of planDue(content, work.now, timeZone)) {
            const key = [due.state, due.kind, due.day, due.name].join('|')
            await work.withSavepoint(async () => {
              if (!(await insertNotice(work, entityId, key))) return false
              const messages = await notifier.notify(work, {
                recipients: { kind: 'RESPONSIBLES', entityId, except: null },
                template: planDueTemplate,
                values: { ...due, entityId, place },
                urgency: 'NORMAL',
                dedupeKey: `planDue|${entityId}|${key}`,
                subject: { type: 'RECIPIENT' },
              })
              // Nobody is in charge yet: tried again at the next run.
              return messages.length > 0
            })
          }
        }
        return found
      })
      if (plans.length < BATCH) return
      last = plans.at(-1)!.id
    }
  })
