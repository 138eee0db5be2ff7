import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { expect, test, vi } from 'vitest'
import { isAlive } from './alive.ts'

test('a process is alive until it has ended', () => {
  expect(isAlive(process.pid)).toBe(true)
  expect(isAlive(spawnSync('true').pid)).toBe(false)
})

test.runIf(process.platform === 'linux')('a process that ended and was not waited for is not alive', async () => {
  // The shell becomes a program that waits for no child.
  const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [pid] = (await once(createInterface(parent.stdout), 'line')) as [string]
    await vi.waitUntil(() => readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '))
    expect(isAlive(Number(pid))).toBe(false)
  } finally {
    parent.kill()
  }
})
