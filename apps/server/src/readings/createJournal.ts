import type { Part } from '../platform/part.ts'
import type { World } from '../platform/world.ts'
import { createIngestJournal } from './ingest/journal.ts'
import type { Journal } from './ingest/journal.ts'
import { nightly } from './retention/retentionJob.ts'
import { createRollupHandler } from './rollups/rollups.ts'

/** Longest delay of rollups and last values behind the journal, ms. */
const GATHER_MS = 1_000
const MAX_READINGS = 50_000

/** The journal with its consumers: rollups, last values, and the nightly retention job. */
export function createJournal(world: World, gatherMs = GATHER_MS): Journal {
  const ingestJournal = createIngestJournal(world)
  ingestJournal.follow('rollups', createRollupHandler(world, ingestJournal.specs), {
    gatherMs,
    maxReadings: MAX_READINGS,
  })
  const retention = nightly(world, ingestJournal)
  const part: Part = {
    ...ingestJournal.part,
    async start() {
      await ingestJournal.part.start()
      await retention.plan()
    },
  }
  return { ...ingestJournal, part }
}
