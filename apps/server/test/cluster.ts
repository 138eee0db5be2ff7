import { mkdtempSync, rmSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startCluster } from '../src/platform/database/embedded.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { database, pool } from '../src/platform/database/pool.ts'
import { logger } from '../src/platform/log.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The throw-away cluster of this run; its database `template` is migrated and empty. */
    clusterPort: number
  }
}

/** One cluster a run, a database a suite: see farm.ts. */
export default async function setup(project: TestProject) {
  const { port, stop } = await throwAwayCluster()
  project.provide('clusterPort', port)
  return stop
}

export async function throwAwayCluster() {
  const dir = mkdtempSync(join(tmpdir(), 'steading-test-'))
  chmodSync(dir, 0o711)
  // What autovacuum learns of tables in the middle of a run would change the plans that tests compare.
  const settings = { max_connections: 300, autovacuum: 'off' }
  const cluster = await startCluster({ dir: join(dir, 'postgresql'), durable: false, settings })
  await createDatabase(cluster.port, 'template')
  const owner = pool({ url: cluster.url('template'), max: 1, log: logger('silent'), as: 'owner' })
  await migrate(database(owner) as never) // safe: migrations speak SQL, not the schema's types
  await owner.end()
  return {
    port: cluster.port,
    stop: async () => {
      await cluster.stop('immediate')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

export async function createDatabase(port: number, name: string, template?: string) {
  const admin = pool({ url: `postgres://postgres@127.0.0.1:${port}/postgres`, max: 1, log: logger('silent'), as: 'owner' })
  // To copy files is quicker than to log every page of them.
  await admin.query(`create database "${name}"${template ? ` template "${template}" strategy file_copy` : ''}`)
  await admin.end()
  return `postgres://postgres@127.0.0.1:${port}/${name}`
}
