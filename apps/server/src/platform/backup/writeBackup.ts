import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { copyFile, cp, mkdir, open, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { appliedMigrations, checksumOf, partitions, quoted, sequences, storedTables } from './catalog.sql.ts'
import type { StoredTable } from './catalog.sql.ts'
import { filePath } from '../files/filePath.ts'
import { backupName, MANIFEST, MANIFEST_FORMAT, UnusableBackup } from './manifest.ts'
import type { BackupTable, Manifest } from './manifest.ts'

export interface BackupOptions {
  /** A connection as the owner; see `backupConnection`. */
  readonly client: pg.ClientBase
  readonly dataDir: string
  /** Folder that holds the backups; each is a folder of its own within. */
  readonly folder: string
  readonly version: string
  readonly now: Date
  readonly tell?: (progress: string) => void
}

/**
 * Writes database, uploads and secrets into a new folder, while the platform runs: the tables are of one snapshot. A backup that breaks
 * off leaves a folder that ends in `.partial`. Memory is bounded: rows are streamed.
 * @throws UnusableBackup for a database without the schema of Steading
 */
export async function writeBackup(options: BackupOptions): Promise<{ folder: string; manifest: Manifest }> {
  const { client, dataDir, now, version, tell = () => undefined } = options
  const folder = join(options.folder, backupName(now))
  const partial = `${folder}.partial`
  await mkdir(join(partial, 'tables'), { recursive: true, mode: 0o700 })
  await client.query('begin isolation level repeatable read read only')
  try {
    const migrations = await appliedMigrations(client)
    if (migrations.length === 0) throw new UnusableBackup('this database holds no Steading: nothing to back up')
    const { rows } = await client.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
    const tables: BackupTable[] = []
    for (const table of await storedTables(client)) {
      tables.push(await writeTable(client, partial, table))
      tell(`${table.name}: ${tables.at(-1)!.rows} rows`)
    }
    const copied = await copyUploads(client, dataDir, partial)
    tell(`${copied.files.length} uploaded files`)
    const manifest: Manifest = {
      format: MANIFEST_FORMAT,
      version,
      takenAt: now.toISOString(),
      lsn: rows[0]!.lsn, // safe: one row
      migrations,
      tables,
      partitions: await partitions(client),
      // Last, since sequences are outside of the snapshot: never behind the rows.
      sequences: await sequences(client),
      ...copied,
    }
    await writeFile(join(partial, MANIFEST), JSON.stringify(manifest, null, 1), { mode: 0o600 })
    await syncFolder(partial)
    await rename(partial, folder)
    return { folder, manifest }
  } finally {
    await client.query('rollback')
  }
}

async function writeTable(client: pg.ClientBase, folder: string, { name, columns }: StoredTable): Promise<BackupTable> {
  const file = join('tables', `${name}.zst`)
  const hash = createHash('sha256')
  const rows = client.query(copyTo(`copy (select ${columns.map(quoted).join(', ')} from ${quoted(name)}) to stdout`))
  const digested = new PassThrough()
  digested.on('data', (bytes: Buffer) => hash.update(bytes))
  await pipeline(rows, createZstdCompress(), digested, createWriteStream(join(folder, file), { mode: 0o600, flush: true }))
  return { name, columns: [...columns], file, ...(await checksumOf(client, name)), sha256: hash.digest('hex') }
}

/** Copies the uploads in use, which are on disk, and the platform's secrets, without which boxes refuse what it signs. */
export async function copyUploads(client: pg.ClientBase, dataDir: string, folder: string) {
  const { rows } = await client.query<{ id: string }>('select id::text from files where in_use order by id')
  const copied = await copyFiles(
    dataDir,
    folder,
    rows.map(({ id }) => id),
  )
  await cp(join(dataDir, 'secrets'), join(folder, 'secrets'), { recursive: true })
  return copied
}

async function copyFiles(dataDir: string, folder: string, ids: readonly string[]) {
  const files: Manifest['files'] = []
  const missingFiles: string[] = []
  for (const id of ids) {
    const target = filePath(folder, id)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    try {
      await copyFile(filePath(dataDir, id), target)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
      missingFiles.push(id)
      continue
    }
    files.push({ id, bytes: (await stat(target)).size })
  }
  return { files, missingFiles }
}

async function syncFolder(folder: string) {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
