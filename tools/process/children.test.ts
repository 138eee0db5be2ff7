import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Writable } from 'node:stream'
import { setTimeout as turn } from 'node:timers/promises'
import { endOf, start } from './children.ts'
import { PATIENCE } from '../testing/patience.ts'

test('an end in words, with the code that a shell would give', () => {
  expect(endOf(3, null)).toEqual({ code: 3, how: 'exit code 3' })
  expect(endOf(null, 'SIGKILL')).toEqual({ code: 137, how: 'killed by SIGKILL' })
})

const folder = mkdtempSync(join(tmpdir(), 'steading-children-'))
const program = join(folder, 'lives.mjs')
beforeAll(() =>
  writeFileSync(
    program,
    `import { writeFileSync } from 'node:fs'
     process.on('SIGTERM', () => { console.log('stopped'); process.exit(0) })
     setInterval(() => 0, 1000)
     writeFileSync(import.meta.dirname + '/ready-' + process.pid, '')`,
  ),
)
afterAll(() => rmSync(folder, { recursive: true }))

/** A parent that keeps two programs running, to which this happens once both handle signals. */
const parent = (happens: string) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { keepRunning, start, stopOnSignals } from '${new URL('./children.ts', import.meta.url).href}'
       import { existsSync } from 'node:fs'
       import { setTimeout as pause } from 'node:timers/promises'
       stopOnSignals(async () => console.log('swept'))
       const made = { server: [], boxes: [] }
       const begin = name => {
         const child = start(name, ${JSON.stringify(program)}, [])
         made[name].push(child.process)
         return child
       }
       // Every program that was started so far, this many of each, handles its signals.
       const ready = async (servers, boxes) => {
         const isReady = ({ pid }) => existsSync(${JSON.stringify(folder)} + '/ready-' + pid)
         while (made.server.length < servers || made.boxes.length < boxes || ![...made.server, ...made.boxes].every(isReady))
           await pause(20)
       }
       const kept = ['server', 'boxes'].map(name => ({ child: begin(name), again: () => begin(name) }))
       void (async () => { await ready(1, 1); ${happens} })()
       process.exitCode = await keepRunning(...kept)`,
    ],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' }, timeout: PATIENCE.page },
  )
  return { status, stdout, stderr }
}
const END = `process.kill(process.pid, 'SIGTERM')`

test('a killed program is restarted and named with its signal, the other continues', () => {
  expect(
    parent(`made.server[0].kill('SIGKILL'); await ready(2, 1); console.log(made.server.length, made.boxes.length); ${END}`),
  ).toEqual({
    status: 0,
    stdout: '2 1\nstopped\nstopped\nswept\n',
    stderr: 'The server ended: killed by SIGKILL. Starting again in 1 s.\n',
  })
})

test('a program that exits without a request is restarted too', () => {
  expect(parent(`made.boxes[0].kill('SIGTERM'); await ready(1, 2); ${END}`)).toEqual({
    status: 0,
    stdout: 'stopped\nstopped\nstopped\nswept\n',
    stderr: 'The boxes ended: exit code 0. Starting again in 1 s.\n',
  })
})

test('a program that keeps failing is abandoned after growing delays, the others stop', () => {
  const killing = `
    for (let kills = 0; kills < 4; await pause(50)) if (made.server.length > kills) made.server[kills++].kill('SIGKILL')`
  expect(parent(killing)).toEqual({
    status: 137,
    stdout: 'stopped\n',
    stderr:
      [1, 2, 4].map(wait => `The server ended: killed by SIGKILL. Starting again in ${wait} s.\n`).join('') +
      'The server ended 4 times within a minute, the last time: killed by SIGKILL. Everything stops.\n',
  })
})

test('stops without a log line, also while a restart is pending', () => {
  expect(parent(END)).toEqual({ status: 0, stdout: 'stopped\nstopped\nswept\n', stderr: '' })
  expect(parent(`made.server[0].kill('SIGKILL'); await pause(300); ${END}`)).toMatchObject({
    status: 0,
    stdout: 'stopped\nswept\n',
  })
})

test('a program is done when all that it wrote was read, however slowly', async () => {
  const writes = join(folder, 'writes.mjs')
  writeFileSync(writes, `process.stdout.write(Buffer.alloc(300_000, 'x'))`)
  const { process: child, done } = start('writer', writes, [], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  let read = 0
  const slow = new Writable({
    highWaterMark: 1,
    write: (chunk: Buffer, _, next) => void turn(20).then(() => ((read += chunk.length), next())),
  })
  child.stdout!.pipe(slow, { end: false })
  expect(await done).toEqual({ code: 0, how: 'exit code 0' })
  await new Promise<void>(resolve => void slow.end(resolve))
  expect(read).toBe(300_000)
})

test('two requests to stop, from the terminal and the parent, count as one', () => {
  expect(parent(`${END}; await pause(100); ${END}`)).toEqual({ status: 0, stdout: 'stopped\nstopped\nswept\n', stderr: '' })
})
