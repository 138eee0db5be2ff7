import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { withBackupConnection } from '../../apps/server/src/platform/backup/connection.ts'
import { stampOf, UnusableBackup } from '../../apps/server/src/platform/backup/manifest.ts'
import { restoreDatabase, restoreFiles } from '../../apps/server/src/platform/backup/restoreBackup.ts'
import { insertRestore } from '../../apps/server/src/platform/backup/restores.sql.ts'
import { copyUploads } from '../../apps/server/src/platform/backup/writeBackup.ts'
import type { Config } from '../../apps/server/src/platform/config/config.ts'
import {
  archiveSettings,
  placeBaseBackup,
  recoverySettings,
  writeBaseBackup,
} from '../../apps/server/src/platform/database/connection/baseBackup.ts'
import { clusterDir, runningCluster, startCluster } from '../../apps/server/src/platform/database/connection/embedded.ts'
import { createPool, createQueryBuilder } from '../../apps/server/src/platform/database/connection/pool.ts'
import { requireSuitableDatabase } from '../../apps/server/src/platform/database/connection/requirements.ts'
import { createLogger } from '../../apps/server/src/platform/log.ts'

/** Runs with the address of the database; an embedded one that does not run is started and stopped again. */
export async function withOwnerUrl<T>(
  { DATABASE_URL, dataDir, WAL_ARCHIVE: archive }: Config,
  run: (url: string) => Promise<T>,
): Promise<T> {
  if (DATABASE_URL) return run(DATABASE_URL)
  const dir = clusterDir(dataDir)
  const running = await runningCluster({ dir })
  if (running) return run(running.url())
  const cluster = await startCluster({ dir, ...(archive !== undefined && { settings: archiveSettings(archive) }) })
  try {
    return await run(cluster.url())
  } finally {
    await cluster.stop()
  }
}

/** Restores the tables of a backup into the empty database at this address. @throws UnusableBackup */
export async function restoreInto(url: string, folder: string, tell?: (progress: string) => void): Promise<void> {
  const owner = createPool({ url, max: 2, log: createLogger('warn'), role: 'owner', statementTimeout: 0 })
  try {
    await requireSuitableDatabase(owner)
    const migrations = createQueryBuilder(owner) as never // safe: migrations speak SQL, not the schema's types
    await withBackupConnection(url, client =>
      restoreDatabase({ client, migrations, folder, now: new Date(), ...(tell && { tell }) }),
    )
  } finally {
    await owner.end()
  }
}

/** Restores a backup into a throw-away database, which compares all checksums. @throws UnusableBackup */
export async function verifyBackup(folder: string): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'steading-verify-'))
  chmodSync(scratch, 0o711)
  const cluster = await startCluster({ dir: join(scratch, 'postgresql'), durable: false })
  try {
    await restoreInto(cluster.url(), folder)
  } finally {
    await cluster.stop('immediate')
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Copies the running or stopped embedded cluster into a folder of its own below `folder`, with uploads and secrets. */
export async function writeBase(config: Config, folder: string, now: Date): Promise<string> {
  const target = join(folder, `base-${stampOf(now)}`)
  const partial = `${target}.partial`
  await withOwnerUrl(config, url =>
    withBackupConnection(url, async client => {
      await writeBaseBackup(client, clusterDir(config.dataDir), join(partial, 'cluster'))
      await copyUploads(client, config.dataDir, partial)
    }),
  )
  await rename(partial, target)
  return target
}

/** Longest recovery, s. */
const RECOVERY = 6 * 3600

/** Recovers an embedded database from a base backup and the archive, as it was at an instant, and marks it as restored. */
export async function recoverUntil(config: Config, { base, archive, until }: { base: string; archive: string; until: Date }) {
  if (!existsSync(join(base, 'cluster', 'backup_label')))
    throw new UnusableBackup(`${base}: no base backup there, or one that broke off`)
  const dir = clusterDir(config.dataDir)
  if (existsSync(join(dir, 'PG_VERSION'))) throw new UnusableBackup(`${dir} holds a database: nothing is overwritten`)
  await placeBaseBackup(join(base, 'cluster'), dir)
  const cluster = await startCluster({ dir, settings: recoverySettings(archive, until) })
  try {
    await withBackupConnection(cluster.url(), async client => {
      for (let left = RECOVERY; left > 0; left--) {
        const { rows } = await client.query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers')
        if (!rows[0]!.recovers) break // safe: one row
        await pause(1000)
      }
      await insertRestore(client, { takenAt: until, restoredAt: new Date() })
    })
  } finally {
    await cluster.stop()
  }
  await restoreFiles(base, config.dataDir)
}
