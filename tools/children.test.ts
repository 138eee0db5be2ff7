import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Writable } from 'node:stream'
import { setTimeout as turn } from 'node:timers/promises'
import { endOf, start } from './children.ts'

test('an end in words, with the code that a shell would give', () => {
  expect(endOf(3, null)).toEqual({ code: 3, how: 'exit code 3' })
  expect(endOf(null, 'SIGKILL')).toEqual({ code: 137, how: 'killed by SIGKILL' })
})

const folder = mkdtempSync(join(tmpdir(), 'steading-children-'))
const program = join(folder, 'lives.mjs')
beforeAll(() =>
  writeFileSync(program, `process.on('SIGTERM', () => { console.log('stopped'); process.exit(0) }); setInterval(() => 0, 1000)`),
)
afterAll(() => rmSync(folder, { recursive: true }))

/** A parent of two programs, to which this happens. */
const parent = (happens: string) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { start, stopOnSignals, untilOneEnds } from '${new URL('./children.ts', import.meta.url).href}'
       stopOnSignals(async () => console.log('swept'))
       const [server, boxes] = ['server', 'boxes'].map(name => start(name, ${JSON.stringify(program)}, []))
       setTimeout(() => { ${happens} }, 1000)
       process.exitCode = await untilOneEnds(server, boxes)`,
    ],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' }, timeout: 20_000 },
  )
  return { status, stdout, stderr }
}

test('one that is killed is named with its signal, the other is stopped, and the code is not 0', () => {
  expect(parent(`server.process.kill('SIGKILL')`)).toEqual({
    status: 137,
    stdout: 'stopped\n',
    stderr: 'The server ended: killed by SIGKILL.\n',
  })
})

test('one that goes politely without being asked has ended too', () => {
  expect(parent(`boxes.process.kill('SIGTERM')`)).toEqual({
    status: 1,
    stdout: 'stopped\nstopped\n',
    stderr: 'The boxes ended: exit code 0.\n',
  })
})

test('asked to end, nothing is said', () => {
  expect(parent(`process.kill(process.pid, 'SIGTERM')`)).toEqual({ status: 0, stdout: 'stopped\nstopped\nswept\n', stderr: '' })
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
}, 20_000)
