import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { freePort } from '../platform/freePort.ts'

const folder = mkdtempSync(join(tmpdir(), 'steading-boot-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'file')
writeFileSync(file, '')

/** Two programs in a row may take so long on a busy machine. */
const STARTS = 120_000

/** The server with these settings, which must keep it from starting. */
const started = async (settings: Readonly<Record<string, string>>) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['apps/server/src/app/main.ts'], {
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, NODE_OPTIONS: '', DATA_DIR: join(folder, 'data'), HTTP_PORT: '0', MQTT_PORT: '0', ...settings },
  })
  return { status, told: (stdout + stderr).trim() }
}

test('a data folder that is none, or can be none, is told in a sentence', { timeout: STARTS }, async () => {
  const words = 'name a folder that is there or can be made'
  expect(await started({ DATA_DIR: file })).toEqual({
    status: 2,
    told: `These settings don't hold:\n  DATA_DIR=${file}: is no folder; ${words}`,
  })
  expect(await started({ DATA_DIR: join(file, 'below') })).toEqual({
    status: 2,
    told: `These settings don't hold:\n  DATA_DIR=${join(file, 'below')}: lies below something that is no folder; ${words}`,
  })
})

test(
  'a database that is not there, or lets nobody in, is told in a sentence without its password',
  { timeout: STARTS },
  async () => {
    const nowhere = await freePort()
    expect(await started({ DATABASE_URL: `postgres://some:secret@127.0.0.1:${nowhere}/farm` })).toEqual({
      status: 2,
      told: expect.stringMatching(
        new RegExp(`^DATABASE_URL: no database at 127\\.0\\.0\\.1:${nowhere}/farm lets us in \\(.*ECONNREFUSED.*\\)$`),
      ) as string,
    })
    const port = inject('clusterPort')
    const unknown = await started({ DATABASE_URL: `postgres://postgres:secret@127.0.0.1:${port}/no_such_farm` })
    expect(unknown).toEqual({
      status: 2,
      told: `DATABASE_URL: no database at 127.0.0.1:${port}/no_such_farm lets us in (database "no_such_farm" does not exist)`,
    })
  },
)
