import type { Part, World } from '../platform/world.ts'
import { bareJournal } from './journal.ts'
import type { Journal } from './journal.ts'
import { nightly } from './nightly.ts'
import { rollupKeeper } from './rollups.ts'

/** What the screens read lags behind the journal by at most so long. */
const GATHER = 1_000
const MOST = 50_000

/** The journal with what is kept of it: rollups, last values, months to come, and an end of what is too old. */
export function journal(world: World): Journal {
  const made = bareJournal(world)
  made.follow('rollups', rollupKeeper(world, made.specs), { gather: GATHER, most: MOST })
  const tidy = nightly(world, made.months)
  const part: Part = {
    ...made.part,
    async start() {
      await made.part.start()
      await tidy.plan()
    },
  }
  return { ...made, part }
}
