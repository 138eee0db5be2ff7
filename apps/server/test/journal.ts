import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { buildWorld } from '../src/app/world.ts'
import { systemActor } from '../src/platform/actor.ts'
import type { TimeSource } from '../src/platform/time/clock.ts'
import { systemClock } from '../src/platform/time/clock.ts'
import { readConfig } from '../src/platform/config/config.ts'
import { createLogger } from '../src/platform/log.ts'
import { freshSecrets } from '../src/platform/security/secrets.ts'
import { createIngestJournal } from '../src/readings/ingest/journal.ts'
import type { Journal } from '../src/readings/ingest/journal.ts'
import { aBox } from './box-rows.ts'
import type { AnInterface } from './box-rows.ts'
import { createDatabase, dropDatabase } from './cluster.ts'
import { PATIENCE } from '../../../tools/testing/patience.ts'

let count = 0

/** A journal over a database of its own, without a server around it; `restart` is what a process that died leaves to the next. */
export async function aJournal({ clock = systemClock, setUp }: { clock?: TimeSource; setUp?: (journal: Journal) => void } = {}) {
  const databaseUrl = await createDatabase(inject('clusterUrl'), `journal_${process.pid}_${++count}`, 'template')
  const config = readConfig({
    DATA_DIR: mkdtempSync(join(tmpdir(), 'steading-journal-')),
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
  })
  const world = await buildWorld({ config, databaseUrl, log: createLogger(config.LOG_LEVEL), secrets: freshSecrets(), clock })
  const root = (
    await world.owner.query<{ id: string }>(`insert into entities (path, type, name) values ('', 'ROOT', 'Root') returning id`)
  ).rows[0]!.id

  const open = async () => {
    const journal = createIngestJournal(world)
    setUp?.(journal)
    await journal.part.start()
    return journal
  }
  let running = await open()

  return {
    world,
    root,
    system: systemActor('test'),
    get journal() {
      return running
    },
    /** A box with these interfaces at the indexes 0, 1, … Answers its id and theirs. */
    terminal: (...interfaces: readonly AnInterface[]) => aBox(world.owner, root, interfaces),
    async rows<T extends object>(text: string, values: readonly unknown[] = []): Promise<T[]> {
      return (await world.owner.query<T>(text, [...values])).rows
    },
    /** A new journal, as after a restart. */
    async restart() {
      await running.part.stop()
      running = await open()
      return running
    },
    async close() {
      await running.part.stop()
      await world.close()
      await dropDatabase(databaseUrl)
      rmSync(config.DATA_DIR, { recursive: true, force: true })
    },
  }
}

/** Waits until a condition holds. */
export async function eventually(holds: () => boolean | Promise<boolean>, within: number = PATIENCE.poll) {
  const until = performance.now() + within
  // What takes long is asked about less often: each question costs the processor that the answer waits for.
  for (let pause = 5; !(await holds()); pause = Math.min(pause * 1.5, 100)) {
    if (performance.now() > until) throw new Error('it did not happen')
    await new Promise(done => setTimeout(done, pause))
  }
}
