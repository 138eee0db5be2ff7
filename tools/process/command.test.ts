import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { PATIENCE } from '../testing/patience.ts'

const folder = mkdtempSync(join(tmpdir(), 'steading-command-'))
afterAll(() => rmSync(folder, { recursive: true }))
const broken = join(folder, 'broken.json')
const short = join(folder, 'short.json')
writeFileSync(broken, '{')
writeFileSync(short, '{"a.key": ["one", "two"]}')

/** A command as people call it, in an environment without a demo. */
const run = (tool: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  new Promise<{ code: unknown; out: string; err: string }>(done => {
    const { DATA_DIR: _, DEMO_PASSWORD: __, HTTP_PORT: ___, ...rest } = process.env
    const options = { env: { ...rest, NODE_OPTIONS: '', DATA_DIR: folder, ...env }, timeout: PATIENCE.page }
    execFile(process.execPath, [`tools/${tool}.ts`, ...args], options, (error, out, err) =>
      done({ code: error ? error.code : 0, out, err }),
    )
  })

async function refusesUnknownOption(tool: string) {
  const { code, out, err } = await run(tool, ['--colour'])
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(/^Unknown option '--colour'\n(usage: |npm run tck -- --help)/)
}

test.concurrent.each(['start', 'tck'])('%s reports an unknown option with its usage and creates nothing', refusesUnknownOption)

test.concurrent.each(['serve', 'dev', 'check', 'openapi', 'schema', 'texts', 'bench', 'chaos', 'look', 'nightly'])(
  '%s reports an unknown option with its usage and creates nothing',
  { tags: ['nightly'] },
  refusesUnknownOption,
)

test.concurrent.each(['start', 'tck'])('%s --help shows its usage', async tool => {
  const { code, out, err } = await run(tool, ['--help'])
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/^usage: /)
})

test('tck reports that its port is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo // safe: listening on TCP
  for (const option of ['http', 'mqtt']) {
    const ports = { http: '0', mqtt: '0', [option]: String(port) }
    const { code, err } = await run('tck', ['--sensor', 't', '--http', ports.http, '--mqtt', ports.mqtt])
    expect([code, err]).toEqual([
      2,
      `--${option} ${port}: another program uses this port; end it, or set --${option} to a free one\n`,
    ])
  }
  other.close()
})

type Mistake = readonly [tool: string, args: readonly string[], words: RegExp]
async function reportsInSentence([tool, args, words]: Mistake) {
  const { code, out, err } = await run(tool, args)
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(words)
  expect(err).not.toMatch(/\n {4}at /)
}

const commonMistakes: readonly Mistake[] = [
  ['look', [], /^No demo password in .*demo-password: set DATA_DIR/],
  ['texts', [short], /short\.json: a\.key: one text a language/],
  ['start', ['now'], /^Unexpected argument 'now'/],
]
test.concurrent.for(commonMistakes)('%s %j reports the error in a sentence', reportsInSentence)

const mistakes: readonly Mistake[] = [
  [
    'look',
    ['--url', 'http://127.0.0.1:1', '--password', 'x'],
    /^Nothing answers at http:\/\/127\.0\.0\.1:1 \(.*\): start the demo/,
  ],
  ['look', ['--url', 'here'], /^--url here: an address/],
  ['look', ['--pages', '/nowhere'], /^--pages \/nowhere: unknown; there are .*\/events/],
  ['look', ['--widths', '320,wide'], /^--widths wide: a whole number from 200/],
  ['bench', ['nothing'], /^nothing: no such benchmark/],
  ['bench', ['--rounds', 'many'], /^--rounds many: a whole number/],
  ['chaos', ['--only', 'S99'], /^--only S99: unknown; there are S1, /],
  ['chaos', ['--mutant', 'none-such'], /^no such run in S1, /],
  ['texts', [], /^usage: /],
  ['texts', [join(folder, 'none.json')], /none\.json: ENOENT/],
  ['texts', [broken], /broken\.json: .*JSON/],
]
test.concurrent.for(mistakes)('%s %j reports the error in a sentence', { tags: ['nightly'] }, reportsInSentence)
