import { chown, copyFile, lstat, mkdir, readdir, readlink, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { clusterOwner } from './embedded.ts'

/** Of a running server alone, or rebuilt at its next start. */
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|start\.log|log|pg_wal|pg_replslot|pg_dynshmem|pg_stat_tmp|pg_notify|pg_serial|pg_snapshots|pg_subtrans|.*\.s\.PGSQL\..*)$/

/**
 * Copies the files of a running cluster into `target`: with the archive of its write-ahead log, the start of a recovery to any later
 * instant. The server writes meanwhile; its log makes the copy consistent.
 */
export async function writeBaseBackup(client: pg.ClientBase, dir: string, target: string): Promise<void> {
  await client.query(`select pg_backup_start('steading', true)`)
  await copyTree(dir, target, name => LEFT_OUT.test(name))
  // Waits until the archive has everything that the copy needs.
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(true)')
  await writeFile(path.join(target, 'backup_label'), rows[0]!.labelfile, { mode: 0o600 }) // safe: one row
}

/** Puts a base backup where a cluster will start, ready to recover. */
export async function placeBaseBackup(base: string, dir: string): Promise<void> {
  await copyTree(base, dir, () => false)
  for (const name of [
    'pg_wal',
    'pg_replslot',
    'pg_dynshmem',
    'pg_stat_tmp',
    'pg_notify',
    'pg_serial',
    'pg_snapshots',
    'pg_subtrans',
  ])
    await mkdir(path.join(dir, name), { recursive: true, mode: 0o700 })
  await writeFile(path.join(dir, 'recovery.signal'), '')
  await own(dir)
}

/** Settings of a cluster that archives each finished segment of its log, at least every minute. */
export const archiveSettings = (folder: string) => ({
  archive_mode: 'on',
  archive_timeout: "'60s'",
  // A segment is under its name only when it is whole and on disk; one that is there is never replaced.
  archive_command: `'test ! -f "${folder}/%f" && cp "%p" "${folder}/%f.part" && sync "${folder}/%f.part" && mv "${folder}/%f.part" "${folder}/%f"'`,
})

/** Settings of a cluster that recovers from an archive up to an instant, and then opens. */
export const recoverySettings = (folder: string, until: Date) => ({
  restore_command: `'cp "${folder}/%f" "%p"'`,
  // The setting takes no T and no Z.
  recovery_target_time: `'${until.toISOString().replace('T', ' ').replace('Z', '+00')}'`,
  recovery_target_action: `'promote'`,
})

async function copyTree(from: string, to: string, isLeftOut: (name: string) => boolean) {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const name of await readdir(from)) {
    if (isLeftOut(name)) continue
    const source = path.join(from, name)
    const target = path.join(to, name)
    try {
      const stats = await lstat(source)
      if (stats.isDirectory()) await copyTree(source, target, () => false)
      else if (stats.isSymbolicLink()) await symlink(await readlink(source), target)
      else if (stats.isFile()) await copyFile(source, target)
    } catch (error) {
      // A table that was dropped meanwhile.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
}

/** PostgreSQL refuses files of another owner. */
async function own(folder: string) {
  const owner = clusterOwner()
  if (!owner) return
  await chown(folder, owner.uid, owner.gid)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) await own(name)
    else if (entry.isFile()) await chown(name, owner.uid, owner.gid)
  }
}
