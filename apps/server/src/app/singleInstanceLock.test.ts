import { mkdtempSync, chmodSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startCluster } from '../platform/database/connection/embedded.ts'
import type { Cluster } from '../platform/database/connection/embedded.ts'
import { createPool } from '../platform/database/connection/pool.ts'
import { createLogger } from '../platform/log.ts'
import { takeSingleInstanceLock } from './singleInstanceLock.ts'
import { PATIENCE } from '../../../../tools/testing/patience.ts'

const log = createLogger('silent')
const home = mkdtempSync(join(tmpdir(), 'steading-place-'))
const dir = join(home, 'postgresql')
let cluster: Cluster
let owner: pg.Pool
beforeAll(async () => {
  chmodSync(home, 0o711)
  cluster = await startCluster({ dir, durable: false })
  owner = createPool({ url: cluster.url(), max: 4, log, role: 'owner' })
})
afterAll(async () => {
  await owner.end()
  await cluster.stop('immediate')
  rmSync(home, { recursive: true, force: true })
})

/** Whether another server would find the place taken, trying for so many ms. */
async function isTaken(patience = 0) {
  const taken = vi.fn<() => void>()
  const leave = await takeSingleInstanceLock({ owner, log, onTaken: taken, patience })
  leave()
  return taken.mock.calls.length > 0
}
const isHeld = async () => (await owner.query(`select 1 from pg_locks where locktype = 'advisory' and granted`)).rowCount === 1
const eventually = { timeout: PATIENCE.poll, interval: 100 }

test('refuses the lock to a second server until the first releases it', async () => {
  const taken = vi.fn<() => void>()
  const leave = await takeSingleInstanceLock({ owner, log, onTaken: taken })
  expect(taken).not.toHaveBeenCalled()
  expect(await isTaken()).toBe(true)
  leave()
  await vi.waitFor(async () => expect(await isTaken()).toBe(false), eventually)
})

test('waits for the database to end the session of a killed server', async () => {
  const leave = await takeSingleInstanceLock({ owner, log, onTaken: vi.fn<() => void>() })
  const successor = isTaken(5000)
  leave()
  expect(await successor).toBe(false)
})

test('restarts a killed database on its port and retakes the lock', async () => {
  const taken = vi.fn<() => void>()
  const leave = await takeSingleInstanceLock({ owner, log, onTaken: taken, revive: cluster.revive })
  const postmaster = () => Number(readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')[0])
  const killed = postmaster()
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(async () => expect((await owner.query('select 1 as one')).rows).toEqual([{ one: 1 }]), eventually)
  expect(postmaster()).not.toBe(killed)
  // Looked at, not tried: whoever tries may be the quicker one.
  await vi.waitFor(async () => expect(await isHeld()).toBe(true), eventually)
  expect(await isTaken()).toBe(true)
  expect(taken).not.toHaveBeenCalled()
  leave()
})
