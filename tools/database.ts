import { setTimeout as pause } from 'node:timers/promises'
import { settings } from '../apps/server/src/platform/config.ts'
import type { Config } from '../apps/server/src/platform/config.ts'
import { clusterDir, runningCluster } from '../apps/server/src/platform/database/embedded.ts'

/** The settings, checked before anything is made; and a way to leave no database behind a server that was killed. */
export async function checked(env: NodeJS.ProcessEnv) {
  const config = await settings(env)
  let swept: Promise<void> | undefined
  return {
    config,
    sweep: () => (swept ??= sweep(config)),
  }
}

async function sweep({ DATABASE_URL, dataDir }: Config) {
  const cluster = DATABASE_URL ? undefined : await runningCluster({ dir: clusterDir(dataDir) })
  if (cluster && (await isIdle(cluster.url()))) await cluster.stop()
}

/** A server that was killed has its connections for a moment more; on a busy machine for some seconds. */
const MOMENTS = 100

/** Whether no other server lives on it. */
async function isIdle(connectionString: string): Promise<boolean> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString })
  try {
    await client.connect()
    for (let left = MOMENTS; left > 0; left--) {
      const { rows } = await client.query(`select 1 from pg_stat_activity where application_name like 'steading%' limit 1`)
      if (rows.length === 0) return true
      await pause(100)
    }
    return false
  } finally {
    await client.end()
  }
}
