import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { loadConfig } from '../../apps/server/src/platform/config/config.ts'
import type { Config } from '../../apps/server/src/platform/config/config.ts'
import { clusterDir, runningCluster } from '../../apps/server/src/platform/database/connection/embedded.ts'
import { refuse } from './command.ts'

/** The settings, checked before anything is made; and a way to leave no database behind a server that was killed. */
export async function checked(env: NodeJS.ProcessEnv) {
  await refuseSecond(env)
  const config = await loadConfig(env)
  let swept: Promise<void> | undefined
  return {
    config,
    sweep: () => (swept ??= sweep(config)),
  }
}

/** Two of us on one folder: the second one is told so at once, not of each port that the first one has. */
async function refuseSecond(env: NodeJS.ProcessEnv) {
  const { DATABASE_URL, DATA_DIR = '.steading' } = env
  const dataDir = resolve(DATA_DIR)
  const isFolder = statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() ?? false
  const cluster = DATABASE_URL || !isFolder ? undefined : await runningCluster({ dir: clusterDir(dataDir) })
  if (cluster && (await isOccupied(cluster.url())))
    refuse(`A Steading already runs on DATA_DIR=${DATA_DIR}: end it, or set DATA_DIR and the ports to others.`)
}

/** Whether a server holds its place there. */
const isOccupied = (url: string) =>
  asking(url, async client => (await client.query(`select 1 from pg_locks where locktype = 'advisory' limit 1`)).rows.length > 0)

async function sweep({ DATABASE_URL, dataDir }: Config) {
  const cluster = DATABASE_URL ? undefined : await runningCluster({ dir: clusterDir(dataDir) })
  if (cluster && (await isIdle(cluster.url()))) await cluster.stop()
}

/** A server that was killed has its connections for a moment more; on a busy machine for some seconds. */
const MOMENTS = 100

/** Whether no other server lives on it. */
const isIdle = (url: string) =>
  asking(url, async client => {
    for (let left = MOMENTS; left > 0; left--) {
      const { rows } = await client.query(`select 1 from pg_stat_activity where application_name like 'steading%' limit 1`)
      if (rows.length === 0) return true
      await pause(100)
    }
    return false
  })

async function asking<T>(connectionString: string, ask: (client: Client) => Promise<T>): Promise<T> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString })
  try {
    await client.connect()
    return await ask(client)
  } finally {
    await client.end()
  }
}
