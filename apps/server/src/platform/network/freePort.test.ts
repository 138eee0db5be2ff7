import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freePort } from './freePort.ts'

const MODULE = fileURLToPath(new URL('freePort.ts', import.meta.url))
const COUNT = 40

/** Ports that a process with this number chooses, without listening on any. */
async function portsOf(pid: number): Promise<number[]> {
  const program = `Object.defineProperty(process, 'pid', { value: ${pid} })
    const { freePort } = await import(${JSON.stringify(MODULE)})
    const ports = []
    for (let index = 0; index < ${COUNT}; index++) ports.push(await freePort())
    console.log(JSON.stringify(ports))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  return JSON.parse(stdout) as number[]
}

test('processes whose numbers lead to the same range choose different ports', async () => {
  const own: number[] = []
  for (let index = 0; index < COUNT; index++) own.push(await freePort())
  const others = await portsOf(process.pid)
  expect(new Set([...own, ...others]).size).toBe(2 * COUNT)
})

test('a process ends although it has chosen ports', async () => {
  expect(await portsOf(process.pid + 1)).toHaveLength(COUNT)
})
