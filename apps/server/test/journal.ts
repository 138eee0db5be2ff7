import { CATEGORIES } from '@steading/contract/categories'
import type { CategoryId, HistoryMode } from '@steading/contract/categories'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { buildWorld } from '../src/app/world.ts'
import { systemActor } from '../src/platform/actor.ts'
import type { Clock } from '../src/platform/clock.ts'
import { systemClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import { logger } from '../src/platform/log.ts'
import { freshSecrets } from '../src/platform/secrets.ts'
import { bareJournal } from '../src/readings/journal.ts'
import type { Journal } from '../src/readings/journal.ts'
import { createDatabase } from './cluster.ts'

export interface AnInterface {
  readonly category: CategoryId
  readonly history?: HistoryMode
  readonly max?: number
}

let count = 0

/** A journal over a database of its own, without a server around it; `restart` is what a process that died leaves to the next. */
export async function aJournal({ clock = systemClock, setUp }: { clock?: Clock; setUp?: (journal: Journal) => void } = {}) {
  const databaseUrl = await createDatabase(inject('clusterPort'), `journal_${process.pid}_${++count}`, 'template')
  const config = readConfig({
    DATA_DIR: mkdtempSync(join(tmpdir(), 'steading-journal-')),
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
  })
  const world = await buildWorld({ config, databaseUrl, log: logger(config.LOG_LEVEL), secrets: freshSecrets(), clock })
  const root = (
    await world.owner.query<{ id: string }>(`insert into entities (path, type, name) values ('', 'ROOT', 'Root') returning id`)
  ).rows[0]!.id

  const open = async () => {
    const made = bareJournal(world)
    setUp?.(made)
    await made.part.start()
    return made
  }
  let running = await open()
  let terminals = 0

  return {
    world,
    root,
    system: systemActor('test'),
    get journal() {
      return running
    },
    /** A box with these interfaces at the indexes 0, 1, … Answers its id and theirs. */
    async terminal(...interfaces: readonly AnInterface[]) {
      const { rows } = await world.owner.query<{ id: string }>(
        `insert into terminals (entity_id, uid, display_name, profile) values ($1, $2, 'Box', 'FC-SMARTBOX-1') returning id`,
        [root, `box${String(++terminals).padStart(12, '0')}`],
      )
      const id = rows[0]!.id
      const ids: string[] = []
      for (const [ix, { category, history, max }] of interfaces.entries()) {
        const { dataType, history: usual } = CATEGORIES[category]
        const made = await world.owner.query<{ id: string }>(
          `insert into interfaces (terminal_id, entity_id, ix, display_name, category, data_type, direction, address, history, max)
           values ($1, $2, $3, $4, $4, $5, 'IN', 'a', $6, $7) returning id`,
          [id, root, ix, category, dataType, history ?? usual.mode, max ?? null],
        )
        ids.push(made.rows[0]!.id)
      }
      return { id, interfaces: ids }
    },
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
    },
  }
}

/** Waits until a condition holds. */
export async function eventually(holds: () => boolean | Promise<boolean>, within = 10_000) {
  const until = performance.now() + within
  while (!(await holds())) {
    if (performance.now() > until) throw new Error('it did not happen')
    await new Promise(done => setTimeout(done, 10))
  }
}
