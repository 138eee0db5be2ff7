import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { isAlive } from './alive.ts'

test('a process is alive until it has ended', () => {
  expect(isAlive(process.pid)).toBe(true)
  expect(isAlive(spawnSync('true').pid)).toBe(false)
})

test.runIf(process.platform === 'linux')('a process that ended and was not waited for is not alive', async () => {
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [line] = (await once(createInterface(parent.stdout), 'line')) as [string]
    const child = Number(line)
    // The shell, which would ask for the exit code, has become a program that does not.
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n')
    expect(isAlive(child)).toBe(true)
    process.kill(child)
    await expect.poll(() => readFileSync(`/proc/${child}/stat`, 'utf8')).toContain(') Z ')
    expect(isAlive(child)).toBe(false)
  } finally {
    parent.kill()
  }
})
