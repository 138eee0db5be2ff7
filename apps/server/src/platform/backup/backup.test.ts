import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { aClaimedBox } from '../../../test/box.ts'
import { createDatabase } from '../../../test/cluster.ts'
import { aFarm } from '../../../test/farm.ts'
import type { Farm } from '../../../test/farm.ts'
import { anOccurrence } from '../../../test/outbox.ts'
import { migrate, migrationNames } from '../database/connection/migrate.ts'
import { createPool, createQueryBuilder } from '../database/connection/pool.ts'
import { createFileStore } from '../files/fileStore.ts'
import { filePath } from '../files/filePath.ts'
import { createLogger } from '../log.ts'
import { loadSecrets } from '../security/secrets.ts'
import { checksumOf, storedTables } from './catalog.sql.ts'
import { withBackupConnection } from './connection.ts'
import { MANIFEST, UnusableBackup } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import { readManifest, restoreDatabase, restoreFiles } from './restoreBackup.ts'
import { writeBackup } from './writeBackup.ts'

const scratch = mkdtempSync(join(tmpdir(), 'steading-backup-'))
const NOW = new Date('2026-07-06T10:00:00Z')
let farm: Farm
let url: string
let fileId: string
let folder: string
let manifest: Manifest
/** Tables of the farm, as they were when the backup was taken. */
const before = new Map<string, { rows: number; checksum: string }>()

/** Readings of a day, from this sequence number on. */
const insertReadings = (day: string, seq: number, count = 100) =>
  farm.world.owner.query(
    `insert into journal (ts, seq, pos, value, interface_id, epoch, flags)
     select $1::timestamptz + n * interval '1 second', $2 + n, $2 + n, n / 3.0, 7, 1, 0 from generate_series(1, $3) n`,
    [day, seq, count],
  )

const allChecksums = (address: string) =>
  withBackupConnection(address, async client => {
    const all = new Map<string, { rows: number; checksum: string }>()
    for (const { name } of await storedTables(client)) all.set(name, await checksumOf(client, name))
    return all
  })

beforeAll(async () => {
  farm = await aFarm()
  url = inject('clusterUrl').replace(
    /[^/]*$/,
    String((await farm.world.owner.query('select current_database() as name')).rows[0].name),
  )
  const { config, files, db } = farm.world
  loadSecrets(config.dataDir)
  const email = await farm.person('Paul')
  await farm.login(email)
  await aClaimedBox(farm)
  const staged = join(scratch, 'staged')
  writeFileSync(staged, 'a photo of a broken fan')
  fileId = await files.store({ path: staged, size: statSync(staged, { throwIfNoEntry: true }).size })
  await db.work(farm.system, work => files.keep(work, fileId, farm.at.Paul!))
  const alarm = await anOccurrence(farm, 'Paul', 'CRITICAL')
  await farm.world.owner.query(
    `insert into notifications (key, event_id, entity_id, channel, recipient, subject, text, state, due_at, created_at)
     values ('waits', $1, $2, 'SMS', '+351912345678', '', 'Demasiado calor', 'QUEUED', now() + interval '1 hour', now())`,
    [alarm.eventId, alarm.entityId],
  )
  await farm.world.owner.query(`select add_partition('journal', '2026-07-05'), add_partition('journal', '2026-07-06')`)
  await insertReadings('2026-07-05', 1)
  await insertReadings('2026-07-06', 1000)
  // Of a day without a partition.
  await insertReadings('2019-01-01', 2000)
  for (const [name, value] of await allChecksums(url)) before.set(name, value)
  let isOver = false
  let added = 0
  const writer = (async () => {
    while (!isOver) await insertReadings('2026-07-06', 10_000 + 100 * added++)
  })()
  const written = await withBackupConnection(url, client =>
    writeBackup({ client, dataDir: config.dataDir, folder: join(scratch, 'backups'), version: '1.2.3', now: NOW }),
  )
  isOver = true
  await writer
  folder = written.folder
  manifest = written.manifest
})
afterAll(async () => {
  await farm?.close()
  rmSync(scratch, { recursive: true, force: true })
})

let count = 0
const emptyDatabase = () => createDatabase(inject('clusterUrl'), `restore_${process.pid}_${++count}`)
async function restore(address: string, from = folder) {
  const owner = createPool({ url: address, max: 2, log: createLogger('silent'), role: 'owner' })
  try {
    const migrations = createQueryBuilder(owner) as never // safe: migrations speak SQL, not the schema's types
    await withBackupConnection(address, client => restoreDatabase({ client, migrations, folder: from, now: NOW }))
  } finally {
    await owner.end()
  }
}
/** A copy of the backup with something changed. */
async function changed(change: (copy: string, manifest: Manifest) => void) {
  const copy = join(scratch, `changed-${++count}`)
  cpSync(folder, copy, { recursive: true })
  const read = await readManifest(copy)
  change(copy, read)
  writeFileSync(join(copy, MANIFEST), JSON.stringify(read))
  return copy
}

test('holds one snapshot of all tables while readings come in', async () => {
  const journal = manifest.tables.find(({ name }) => name === 'journal')!
  expect(journal.rows).toBeGreaterThanOrEqual(300)
  expect(journal.rows % 100).toBe(0)
  expect(manifest.tables.map(({ name }) => name).toSorted()).toEqual([...before.keys()].toSorted())
  for (const { name, rows, checksum } of manifest.tables.filter(table => table.name !== 'journal'))
    expect({ name, rows, checksum }).toEqual({ name, ...before.get(name)! })
  expect(readdirSync(join(scratch, 'backups'))).toEqual(['steading-20260706T100000Z'])
  expect(statSync(folder).mode & 0o077).toBe(0)
})

test('restores every row, partition, sequence and upload into an empty database', async () => {
  const address = await emptyDatabase()
  await restore(address)
  const restored = await allChecksums(address)
  // The restore itself adds a row.
  for (const { name, rows, checksum } of manifest.tables.filter(table => table.name !== 'restores'))
    expect({ name, ...restored.get(name)! }).toEqual({ name, rows, checksum })
  await withBackupConnection(address, async client => {
    const { rows } = await client.query<{ name: string; count: string }>(
      `select tableoid::regclass::text as name, count(*)::text from journal group by 1 order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual(['journal_2026_07_05', 'journal_2026_07_06', 'journal_other'])
    // Constraints and sequences work on: a new row gets a new id, and one without its parent is refused.
    await client.query(`insert into roles (entity_id, name) values ($1, 'After the restore')`, [farm.at.Root])
    await expect(client.query(`insert into roles (entity_id, name) values (999999, 'Nowhere')`)).rejects.toThrow('foreign key')
    expect((await client.query('select taken_at, settled_at from restores')).rows).toEqual([{ taken_at: NOW, settled_at: null }])
  })
  const dataDir = join(scratch, 'data')
  await restoreFiles(folder, dataDir)
  const store = createFileStore({ db: farm.world.db, log: farm.world.log, dataDir })
  expect(await text(store.read(fileId))).toBe('a photo of a broken fan')
  expect(loadSecrets(dataDir)).toEqual(loadSecrets(farm.world.config.dataDir))
})

test('refuses a database in use and leaves it unchanged', async () => {
  const rows = (await allChecksums(url)).get('users')
  await expect(restore(url)).rejects.toThrow('the database is in use')
  expect((await allChecksums(url)).get('users')).toEqual(rows)
})

test('refuses a damaged, cut or newer backup with its reason', async () => {
  const address = await emptyDatabase()
  const damaged = await changed(copy => appendFileSync(join(copy, 'tables', 'users.zst'), 'x'))
  await expect(restore(address, damaged)).rejects.toThrow('users.zst: damaged')
  const cut = await changed(copy => writeFileSync(filePath(copy, fileId), 'a photo'))
  await expect(restore(address, cut)).rejects.toThrow(`upload ${fileId}: missing or cut short`)
  const newer = await changed((_, read) => void read.migrations.push('999-future'))
  await expect(restore(address, newer)).rejects.toThrow('newer version (1.2.3, migration 999-future)')
  await expect(restore(address, join(scratch, 'nowhere'))).rejects.toThrow(UnusableBackup)
})

test('rolls back when the rows differ from the manifest, and restores on the second try', { tags: ['nightly'] }, async () => {
  const address = await emptyDatabase()
  const lying = await changed((_, read) => void (read.tables.find(({ name }) => name === 'users')!.checksum = '1'))
  await expect(restore(address, lying)).rejects.toThrow('users: 1 of 1 rows loaded, or with other contents')
  expect((await allChecksums(address)).get('entities')?.rows).toBe(0)
  await restore(address)
  expect((await allChecksums(address)).get('users')?.rows).toBe(1)
})

test('restores a backup of an older schema, which the next start upgrades with its rows', { tags: ['nightly'] }, async () => {
  const OLDER = '010-retention'
  const address = await emptyDatabase()
  const owner = createPool({ url: address, max: 2, log: createLogger('silent'), role: 'owner' })
  await migrate(createQueryBuilder(owner) as never, OLDER) // safe: migrations speak SQL, not the schema's types
  await owner.query(`insert into files (id, bytes) values (gen_random_uuid(), 7)`)
  await owner.end()
  const older = await withBackupConnection(address, client =>
    writeBackup({
      client,
      dataDir: farm.world.config.dataDir,
      folder: join(scratch, 'older'),
      version: '1.0.0',
      now: NOW,
    }),
  )
  const target = await emptyDatabase()
  await restore(target, older.folder)
  expect((await allChecksums(target)).get('files')).toEqual((await allChecksums(address)).get('files'))
  const upgraded = createPool({ url: target, max: 2, log: createLogger('silent'), role: 'owner' })
  const applied = await migrate(createQueryBuilder(upgraded) as never) // safe: as above
  await upgraded.end()
  expect(applied).toEqual((await migrationNames()).filter(name => name > OLDER))
  const after = await allChecksums(target)
  expect([after.get('files')?.rows, [...after.keys()].toSorted()]).toEqual([1, [...before.keys()].toSorted()])
})
