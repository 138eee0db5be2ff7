import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { cp, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrate, migrationNames } from '../database/connection/migrate.ts'
import { filePath } from '../files/filePath.ts'
import { appliedMigrations, checksumOf, foreignKeys, quoted, storedTables } from './catalog.sql.ts'
import { MANIFEST, Manifest, UnusableBackup } from './manifest.ts'
import type { BackupTable } from './manifest.ts'
import { insertRestore } from './restores.sql.ts'

/** @throws UnusableBackup for a folder that holds no whole backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined)
  if (text === undefined) throw new UnusableBackup(`${folder}: no backup there, or one that broke off (${MANIFEST} is missing)`)
  const read = Manifest.safeParse(JSON.parse(text))
  if (!read.success) throw new UnusableBackup(`${folder}: ${MANIFEST} was written by another version or is damaged`)
  return read.data
}

/** Compares every file with the manifest, without a database. @throws UnusableBackup naming the first that differs */
export async function checkFiles(folder: string, manifest: Manifest): Promise<void> {
  for (const { file, sha256 } of manifest.tables) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, file)), hash).catch((error: Error) => {
      throw new UnusableBackup(`${file}: ${error.message}`)
    })
    if (hash.digest('hex') !== sha256) throw new UnusableBackup(`${file}: damaged, its checksum differs from the manifest`)
  }
  for (const { id, bytes } of manifest.files) {
    const found = await stat(filePath(folder, id)).catch(() => undefined)
    if (found?.size !== bytes) throw new UnusableBackup(`upload ${id}: missing or cut short`)
  }
}

export interface RestoreOptions {
  /** As the owner of an empty database; `migrations`: the same database for the schema. */
  readonly client: pg.ClientBase
  readonly migrations: Kysely<never>
  readonly folder: string
  readonly now: Date
  readonly tell?: (progress: string) => void
}

/**
 * Loads the tables of a backup into an empty database, in one transaction, and compares every table with its checksum before it
 * commits. The schema is that of the backup; the next start brings it to the newest one. Marks the database as restored.
 * @throws UnusableBackup
 */
export async function restoreDatabase({
  client,
  migrations,
  folder,
  now,
  tell = () => undefined,
}: RestoreOptions): Promise<void> {
  const manifest = await readManifest(folder)
  await checkFiles(folder, manifest)
  await refuseUsed(client)
  const known = new Set(await migrationNames())
  const unknown = manifest.migrations.find(name => !known.has(name))
  if (unknown !== undefined)
    throw new UnusableBackup(
      `the backup is of a newer version (${manifest.version}, migration ${unknown}): restore it with that one`,
    )
  await migrate(migrations, manifest.migrations.at(-1))
  await client.query('begin')
  try {
    await loadTables(client, folder, manifest, tell)
    await insertRestore(client, { takenAt: new Date(manifest.takenAt), restoredAt: now })
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** @throws UnusableBackup for a database that has users */
async function refuseUsed(client: pg.ClientBase) {
  if ((await appliedMigrations(client)).length === 0) return
  const { rows } = await client.query<{ used: boolean }>('select exists (select from users) as used')
  if (rows[0]!.used) throw new UnusableBackup('the database is in use: restore into an empty one, nothing is overwritten') // safe: one row
}

async function loadTables(client: pg.ClientBase, folder: string, manifest: Manifest, tell: (progress: string) => void) {
  const existing = new Set((await storedTables(client)).map(({ name }) => name))
  const strange = manifest.tables.find(({ name }) => !existing.has(name))
  if (strange) throw new UnusableBackup(`the schema has no table ${strange.name}`)
  for (const { name, parent, bound } of manifest.partitions)
    await client.query(`create table if not exists ${quoted(name)} partition of ${quoted(parent)} ${bound}`)
  // Tables refer to each other in circles: the keys come back when all rows are there, and check them.
  const keys = await foreignKeys(client)
  for (const { table, name } of keys) await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`)
  const names = manifest.tables.map(({ name }) => quoted(name))
  await client.query(`truncate ${names.join(', ')}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  for (const table of manifest.tables) {
    await loadTable(client, folder, table)
    tell(`${table.name}: ${table.rows} rows`)
  }
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`)
  for (const { name, value } of manifest.sequences) await client.query('select setval($1::regclass, $2)', [quoted(name), value])
}

async function loadTable(client: pg.ClientBase, folder: string, table: BackupTable) {
  const { name, columns, file, rows, checksum } = table
  const target = client.query(copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`))
  await pipeline(createReadStream(join(folder, file)), createZstdDecompress(), target)
  const loaded = await checksumOf(client, name)
  if (loaded.rows !== rows || loaded.checksum !== checksum)
    throw new UnusableBackup(`${name}: ${loaded.rows} of ${rows} rows loaded, or with other contents`)
}

/** Puts uploads and secrets of a backup into a data folder. */
export async function restoreFiles(folder: string, dataDir: string): Promise<void> {
  for (const part of ['files', 'secrets'])
    if (existsSync(join(folder, part))) await cp(join(folder, part), join(dataDir, part), { recursive: true })
}
