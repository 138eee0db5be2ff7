import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { createDatabase } from '../../test/cluster.ts'
import { IncompatibleHistory } from '../platform/database/connection/migrate.ts'
import { createPool } from '../platform/database/connection/pool.ts'
import { createLogger } from '../platform/log.ts'
import { freePort } from '../platform/network/freePort.ts'
import { historyMessage } from './boot.ts'
import { PATIENCE } from '../../../../tools/testing/patience.ts'

const folder = mkdtempSync(join(tmpdir(), 'steading-boot-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'file')
writeFileSync(file, '')

/** The server with these settings, which must keep it from starting. */
const started = async (settings: Readonly<Record<string, string>>) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['apps/server/src/app/main.ts'], {
    encoding: 'utf8',
    timeout: PATIENCE.page,
    env: { ...process.env, NODE_OPTIONS: '', DATA_DIR: join(folder, 'data'), HTTP_PORT: '0', MQTT_PORT: '0', ...settings },
  })
  return { status, output: (stdout + stderr).trim() }
}

test('explains an unusable DATA_DIR in one sentence', { tags: ['nightly'] }, async () => {
  const words = 'name a folder that is there or can be made'
  expect(await started({ DATA_DIR: file })).toEqual({
    status: 2,
    output: `These settings don't hold:\n  DATA_DIR=${file}: is no folder; ${words}`,
  })
  expect(await started({ DATA_DIR: join(file, 'below') })).toEqual({
    status: 2,
    output: `These settings don't hold:\n  DATA_DIR=${join(file, 'below')}: lies below something that is no folder; ${words}`,
  })
})

test('explains an unreachable database without showing its password', { tags: ['nightly'] }, async () => {
  const nowhere = await freePort()
  expect(await started({ DATABASE_URL: `postgres://some:secret@127.0.0.1:${nowhere}/farm` })).toEqual({
    status: 2,
    output: expect.stringMatching(
      new RegExp(`^DATABASE_URL: no database at 127\\.0\\.0\\.1:${nowhere}/farm lets us in \\(.*ECONNREFUSED.*\\)$`),
    ) as string,
  })
  const port = inject('clusterPort')
  const unknown = await started({ DATABASE_URL: `postgres://postgres:secret@127.0.0.1:${port}/no_such_farm` })
  expect(unknown).toEqual({
    status: 2,
    output: `DATABASE_URL: no database at 127.0.0.1:${port}/no_such_farm lets us in (database "no_such_farm" does not exist)`,
  })
})

test('refuses the database of an earlier version and names it', { tags: ['nightly'] }, async () => {
  const name = `earlier_boot_${process.pid}`
  const url = await createDatabase(inject('clusterUrl'), name, 'template0')
  const owner = createPool({ url, max: 1, log: createLogger('silent'), role: 'owner' })
  await owner.query('create table kysely_migration (name text primary key, timestamp text not null)')
  await owner.query(`insert into kysely_migration values ('001-people', '2026-01-01')`)
  await owner.end()
  const port = inject('clusterPort')
  expect(await started({ DATABASE_URL: `postgres://postgres:secret@127.0.0.1:${port}/${name}` })).toEqual({
    status: 2,
    output:
      `The database in 127.0.0.1:${port}/${name} was made by an earlier version of Steading ` +
      '(its migration 001-people is not one of this version), and its data cannot be taken over. Set DATABASE_URL to an empty database.',
  })
})

test.each([
  ['/srv/steading/postgresql', 'Move /srv/steading away, or set DATA_DIR to a new folder.'],
  ['/var/tmp/steading-srv', 'Move /srv/steading and /var/tmp/steading-srv away, or set DATA_DIR to a new folder.'],
])('names the folders to move away where the database lies in %s', (cluster, advice) => {
  const message = historyMessage(new IncompatibleHistory('001-people', { isNewer: false }), ['/srv/steading', cluster])
  expect(message).toBe(
    'The database in /srv/steading was made by an earlier version of Steading (its migration 001-people is not one of this version), ' +
      `and its data cannot be taken over. ${advice}`,
  )
})

test('asks for the newer version where the database is newer', () => {
  expect(historyMessage(new IncompatibleHistory('010-x', { isNewer: true }), ['/srv/steading', '/srv/steading/postgresql'])).toBe(
    'The database in /srv/steading was made by a newer version of Steading (its migration 010-x is unknown to this one). ' +
      'Start that version or a newer one, or set DATA_DIR to another folder.',
  )
})
