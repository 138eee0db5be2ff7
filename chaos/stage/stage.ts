import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { createPool } from '../../apps/server/src/platform/database/connection/pool.ts'
import type { Cluster } from '../../apps/server/src/platform/database/connection/embedded.ts'
import { createLogger } from '../../apps/server/src/platform/log.ts'
import { createDatabase } from '../../apps/server/test/cluster.ts'
import { changesOf } from '../mutants.ts'
import { seeded } from '../random.ts'
import type { Random } from '../random.ts'
import { openCluster, TEMPLATE } from './cluster.ts'
import { aServer } from './server.ts'
import type { Server } from './server.ts'

/** Where one run plays: a database and a folder of its own, programs that end with it. */
export interface Stage {
  readonly random: Random
  readonly folder: string
  readonly databaseUrl: string
  /** As the owner of the database, for rows that nobody types in and for looking at what came of it. */
  readonly owner: pg.Pool
  readonly rows: <T extends object>(text: string, values?: readonly unknown[]) => Promise<T[]>
  server(settings?: Readonly<Record<string, string>>): Promise<Server>
  /** The database dies as in a power cut; `startDatabase` brings it back on the same port. */
  stopDatabase(): Promise<void>
  startDatabase(): Promise<void>
  atEnd(act: () => void | Promise<void>): void
  close(): Promise<void>
}

export async function aStage(clusterDir: string, seed: number): Promise<Stage> {
  let cluster: Cluster = await openCluster(clusterDir)
  const name = `run_${process.pid}`
  const databaseUrl = await createDatabase(cluster.url(), name, TEMPLATE)
  const owner = createPool({ url: databaseUrl, max: 4, log: createLogger('silent'), role: 'owner', statementTimeout: 0 })
  for (const { sql } of changesOf(process.env.MUTANT, process.env.FAIL)) if (sql) await owner.query(sql)
  const folder = mkdtempSync(join(tmpdir(), 'steading-run-'))
  const ends: (() => void | Promise<void>)[] = []
  const { port } = cluster

  return {
    random: seeded(seed),
    folder,
    databaseUrl,
    owner,
    rows: async <T extends object>(text: string, values: readonly unknown[] = []) =>
      (await owner.query<T>(text, [...values])).rows,
    async server(settings = {}) {
      const server = await aServer({ DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'server'), ...settings })
      ends.push(() => server.kill())
      return server
    },
    stopDatabase: async () => cluster.stop('immediate'),
    async startDatabase() {
      cluster = await openCluster(clusterDir, port)
    },
    atEnd: act => void ends.push(act),
    async close() {
      for (const act of ends.toReversed()) await act()
      await owner.end()
      rmSync(folder, { recursive: true, force: true })
      const admin = createPool({ url: cluster.url(), max: 1, log: createLogger('silent'), role: 'owner' })
      await admin.query(`drop database "${name}" with (force)`)
      await admin.end()
    },
  }
}
