import { mkdtempSync, rmSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startCluster } from '../src/platform/database/connection/embedded.ts'
import { migrate } from '../src/platform/database/connection/migrate.ts'
import { createPool, createQueryBuilder } from '../src/platform/database/connection/pool.ts'
import { migrateJobs } from '../src/platform/jobs.ts'
import { createLogger } from '../src/platform/log.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The throw-away cluster of this run; its database `template` is migrated and empty. */
    clusterUrl: string
    clusterPort: number
  }
}

/** One cluster a run, a database a suite: see farm.ts. */
export default async function setup(project: TestProject) {
  const { port, url, stop } = await throwAwayCluster()
  // The queue's tables, too: to make them in every copy would take a tenth of each farm's start.
  const owner = createPool({ url: url.replace(/[^/]*$/, 'template'), max: 1, log: createLogger('silent'), role: 'owner' })
  await migrateJobs(owner)
  await owner.end()
  project.provide('clusterUrl', url)
  project.provide('clusterPort', port)
  return stop
}

export async function throwAwayCluster() {
  const dir = mkdtempSync(join(tmpdir(), 'steading-test-'))
  chmodSync(dir, 0o711)
  // What autovacuum learns of tables in the middle of a run would change the plans that tests compare.
  // Few statements of a test run so often that a plan for their values would pay.
  const settings = { max_connections: 300, autovacuum: 'off', plan_cache_mode: 'force_generic_plan' }
  const cluster = await startCluster({ dir: join(dir, 'postgresql'), durable: false, settings })
  const url = await createDatabase(cluster.url(), 'template')
  const owner = createPool({ url, max: 1, log: createLogger('silent'), role: 'owner' })
  await migrate(createQueryBuilder(owner) as never) // safe: migrations speak SQL, not the schema's types
  await owner.end()
  return {
    port: cluster.port,
    url: cluster.url(),
    stop: async () => {
      await cluster.stop('immediate')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** A database more in the cluster at this address; answers its own. */
export async function createDatabase(clusterUrl: string, name: string, template?: string) {
  const admin = createPool({ url: clusterUrl, max: 1, log: createLogger('silent'), role: 'owner' })
  // To copy files is quicker than to log every page of them.
  await admin.query(`create database "${name}"${template ? ` template "${template}" strategy file_copy` : ''}`)
  await admin.end()
  return clusterUrl.replace(/[^/]*$/, name)
}

/** Removes the database at this address with its files: those of all suites together are gigabytes. */
export async function dropDatabase(databaseUrl: string) {
  const { pathname } = new URL(databaseUrl)
  const admin = createPool({ url: databaseUrl.replace(/[^/]*$/, 'postgres'), max: 1, log: createLogger('silent'), role: 'owner' })
  await admin.query(`drop database "${pathname.slice(1)}" with (force)`)
  await admin.end()
}
