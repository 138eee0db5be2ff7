import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../apps/server/src/platform/config/config.ts'
import { archiveSettings } from '../../apps/server/src/platform/database/connection/baseBackup.ts'
import { clusterDir, startCluster } from '../../apps/server/src/platform/database/connection/embedded.ts'
import { migrate } from '../../apps/server/src/platform/database/connection/migrate.ts'
import { createPool, createQueryBuilder } from '../../apps/server/src/platform/database/connection/pool.ts'
import { createLogger } from '../../apps/server/src/platform/log.ts'
import { loadSecrets } from '../../apps/server/src/platform/security/secrets.ts'
import { recoverUntil, withOwnerUrl, writeBase } from './backups.ts'
import { PATIENCE } from '../testing/patience.ts'

const scratch = mkdtempSync(join(tmpdir(), 'steading-base-'))
chmodSync(scratch, 0o711)
const archive = join(scratch, 'archive')
mkdirSync(archive)
// The database runs as another user where root runs the test.
chmodSync(archive, 0o777)
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const configOf = (name: string) => readConfig({ DATA_DIR: join(scratch, name), WAL_ARCHIVE: archive })
const ownerOf = (url: string) => createPool({ url, max: 1, log: createLogger('silent'), role: 'owner' })

test('recovers the embedded database as it was at an instant', async () => {
  const lost = configOf('lost')
  loadSecrets(lost.dataDir)
  const cluster = await startCluster({ dir: clusterDir(lost.dataDir), settings: archiveSettings(archive) })
  const owner = ownerOf(cluster.url())
  await migrate(createQueryBuilder(owner) as never) // safe: migrations speak SQL, not the schema's types
  const insert = (name: string) => owner.query(`insert into settings (name, value) values ($1, '1')`, [name])
  await insert('before the base backup')
  const base = await writeBase(lost, join(scratch, 'backups'), new Date())
  expect(readdirSync(join(scratch, 'backups'))).toHaveLength(1)
  await insert('before the instant')
  await pause(50)
  const until = new Date((await owner.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]!.now)
  await pause(50)
  await insert('after the instant')
  const { rows } = await owner.query<{ segment: string }>('select pg_walfile_name(pg_switch_wal()) as segment')
  await expect.poll(() => readdirSync(archive), { timeout: PATIENCE.poll }).toContain(rows[0]!.segment)
  await owner.end()
  await cluster.stop('immediate')

  const recovered = configOf('recovered')
  await recoverUntil(recovered, { base, archive, until })
  await withOwnerUrl(recovered, async url => {
    const pool = ownerOf(url)
    const found = await pool.query<{ name: string }>(`select name from settings where name like '%the%' order by name`)
    expect(found.rows.map(({ name }) => name)).toEqual(['before the base backup', 'before the instant'])
    expect((await pool.query('select taken_at, settled_at from restores')).rows).toEqual([{ taken_at: until, settled_at: null }])
    await pool.end()
  })
  expect(loadSecrets(recovered.dataDir)).toEqual(loadSecrets(lost.dataDir))
  await expect(recoverUntil(recovered, { base, archive, until })).rejects.toThrow('nothing is overwritten')
})
