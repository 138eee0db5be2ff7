// Letters that people asked for in their profile: what the day, or the week, brought.
import { translatorFor } from '@steading/locales/text'
import type { Outbox } from './outbox.ts'
import { systemActor } from '../platform/actor.ts'
import { publicUrl } from '../platform/config.ts'
import { every } from '../platform/every.ts'
import type { Part, World } from '../platform/world.ts'
import { summaryLetter } from './summary.ts'
import { dueSummaries, factsFor } from './summaries.sql.ts'

const system = systemActor('summaries')
const LOOK = 60_000
/** Letters of one transaction. */
const AT_ONCE = 50
/** Events that a letter names. */
const LINES = 10

/** Each goes out once: its key says whose it is, and of which day. */
export function summaries({ db, log, texts, config }: World, outbox: Pick<Outbox, 'write'>): Part {
  return every({ log }, 'summaries', LOOK, async () => {
    for (;;) {
      const written = await db.work(system, async work => {
        const due = await dueSummaries(work, AT_ONCE)
        for (const one of due) {
          const t = translatorFor(texts, one)
          const letter = summaryLetter(
            one,
            await factsFor(work, one, LINES),
            { now: work.now, link: `${publicUrl(config)}/events` },
            t,
          )
          await outbox.write(work, { ...letter, key: one.key, entityId: one.entityId, to: one })
        }
        return due.length
      })
      if (written < AT_ONCE) return
    }
  })
}
