import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const program = fileURLToPath(new URL('history.ts', import.meta.url))
const execute = promisify(execFile)
const run = (...options: string[]) => execute(process.execPath, [program, ...options], { encoding: 'buffer', maxBuffer: 1e8 })

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'history-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('writes frames to standard output and the houses to the state folder', async () => {
  const plan = join(folder, 'plan.json')
  const batches = [{ entryDate: '2026-03-12', entryAge: 70, count: 400 }]
  const house = { id: 'A-1', kind: 'pig', batches, interfaces: [{ id: 7, address: 'h1/co2' }] }
  await writeFile(plan, JSON.stringify({ farms: [{ seed: 'A', timeZone: 'Europe/Lisbon', houses: [house] }] }))
  const { stdout } = await run('--days', '2', '--until', '2026-04-06T00:00:00Z', '--plan', plan, '--state', join(folder, 'state'))
  expect(stdout.length).toBe(2 * (24 + 288 * 8))
  expect(stdout.readUInt32LE(0)).toBe(7)
  expect(await readdir(join(folder, 'state'))).toEqual(['A-1.json'])
})

test.each([
  ['no plan', ['--days', '2', '--until', '2026-04-06T00:00:00Z'], 'usage: history.ts'],
  ['no date', ['--days', '2', '--until', 'soon', '--plan', 'x'], 'usage: history.ts'],
  ['an unknown option', ['--hours', '2'], "Unknown option '--hours'"],
  ['a plan that is not there', ['--days', '2', '--until', '2026-04-06T00:00:00Z', '--plan', 'nowhere.json'], 'ENOENT'],
])('%s ends with a message', async (_, options, message) => {
  const failure: unknown = await run(...options).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 1 })
  expect(String((failure as { stderr: Buffer }).stderr)).toContain(message)
})
