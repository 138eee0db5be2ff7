import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { FileOutcome, Outcome } from './outcome.ts'
import { filesToRerun, MAX_RERUN_FILES, verdictOf } from './outcome.ts'

const PASSES = `import { test } from 'vitest'\ntest('passes', () => {})\n`
const FAILS = `import { test } from 'vitest'\ntest('fails', () => { throw new Error('always') })\n`
/** Fails where its mark is not there yet, and leaves it. */
const FAILS_ONCE = `import { existsSync, writeFileSync } from 'node:fs'
import { test } from 'vitest'
test('fails once', () => {
  const isSecond = existsSync('mark')
  writeFileSync('mark', '')
  if (!isSecond) throw new Error('busy machine')
})
`
/** Fails at first, and does not run where its mark is there. */
const SKIPPED_THEN = FAILS_ONCE.replace('if (!isSecond) throw', 'if (isSecond) return skip()\n  throw').replace(
  '() => {',
  '({ skip }) => {',
)
const SPINS = `import { test } from 'vitest'\ntest('spins', () => { for (const end = Date.now() + 5000; Date.now() < end;); })\n`
const SETUP_THROWS = `import { beforeAll, test } from 'vitest'\nbeforeAll(() => { throw new Error('no database') })\ntest('runs', () => {})\n`
const UNHANDLED = `import { test } from 'vitest'\ntest('leaves a rejection', () => { void Promise.reject(new Error('nobody waits')) })\n`
const NIGHTLY = `import { test } from 'vitest'\ntest('takes long', { tags: ['nightly'] }, () => { throw new Error('by day') })\n`

const CONFIG = `export default { test: { tags: [{ name: 'nightly' }], include: ['*.test.js'], exclude: [] } }\n`
const RUN = `import { report, runTests } from '${resolve('tools/testing/runs.ts')}'
process.exitCode = report(runTests(process.cwd(), [], { selection: ['--tagsFilter=!nightly'], limit: Number(process.argv[2]) || undefined }))
`

/** Runs the given files as the gate does, and answers its exit code and output. */
function gate(files: Readonly<Record<string, string>>, limit = '') {
  const cache = resolve('node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'gate-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries({
    'vitest.config.js': CONFIG,
    ...files,
    'run.js': RUN,
    'package.json': '{ "type": "module" }',
  }))
    writeFileSync(join(folder, name), text)
  const { VITEST: _vitest, VITEST_WORKER_ID: _worker, NODE_OPTIONS: _options, ...env } = process.env
  const { status, stdout } = spawnSync(process.execPath, ['run.js', limit], { cwd: folder, env, encoding: 'utf8' })
  return { status, lines: stdout.trim().split('\n') }
}

test('passes where every test passes, and leaves the tests of the night', () => {
  const { status, lines } = gate({ 'a.test.js': PASSES, 'b.test.js': NIGHTLY })
  expect(lines.slice(-2)).toEqual(['1 left for npm run nightly', '1 passed, 0 failed'])
  expect(status).toBe(0)
})

test('fails where a test fails twice', () => {
  const { status, lines } = gate({ 'a.test.js': PASSES, 'b.test.js': FAILS })
  expect(lines.at(-1)).toBe('1 passed, 1 failed')
  expect(status).toBe(1)
})

test('passes where a test fails only at first, and lists it', () => {
  const { status, lines } = gate({ 'a.test.js': PASSES, 'b.test.js': FAILS_ONCE })
  expect(lines.slice(-2)).toEqual(['flaky: b.test.js > fails once: busy machine', '2 passed, 0 failed'])
  expect(status).toBe(0)
})

test('fails where a test that failed does not run again', () => {
  const { status, lines } = gate({ 'a.test.js': PASSES, 'b.test.js': SKIPPED_THEN })
  expect(lines.at(-1)).toBe('1 passed, 1 failed')
  expect(status).toBe(1)
})

test('fails where a test never ends', () => {
  const { status, lines } = gate({ 'a.test.js': SPINS }, '2500')
  expect(lines.at(-1)).toBe('0 passed, 1 failed')
  expect(status).toBe(1)
})

test('fails where a set-up throws', () => {
  const { status, lines } = gate({ 'a.test.js': PASSES, 'b.test.js': SETUP_THROWS })
  expect(lines.at(-1)).toBe('1 passed, 1 failed')
  expect(status).toBe(1)
})

test.each(['throw new Error("no database")', 'return () => { throw new Error("no end") }'])(
  'fails where the set-up of the whole run throws: %s',
  body => {
    const { status, lines } = gate({
      'a.test.js': PASSES,
      'setup.js': `export default () => { ${body} }\n`,
      'vitest.config.js': CONFIG.replace('test: {', `test: { globalSetup: './setup.js',`),
    })
    expect(lines.at(-1)).toMatch(/1 failed$/)
    expect(status).toBe(1)
  },
)

test('fails where a rejection is not handled', () => {
  const { status, lines } = gate({ 'a.test.js': UNHANDLED })
  expect(lines.at(-1)).toMatch(/1 failed$/)
  expect(status).toBe(1)
})

test('fails where a file cannot be loaded', () => {
  const { status, lines } = gate({ 'a.test.js': PASSES, 'b.test.js': `import './missing.js'\n` })
  expect(lines.at(-1)).toBe('1 passed, 1 failed')
  expect(status).toBe(1)
})

test('fails where no test runs', () => {
  const { status, lines } = gate({ 'b.test.js': NIGHTLY })
  expect(lines.at(-1)).toBe('0 passed, 1 failed')
  expect(status).toBe(1)
})

const outcomeOf = (file: Partial<FileOutcome>): FileOutcome => ({
  file: 'a.test.ts',
  project: 'unit',
  passed: [],
  skipped: 0,
  nightly: 0,
  failures: [],
  setupErrors: [],
  ...file,
})
const failure = { title: 'fails', error: 'busy' }
const failedFiles = (count: number): Outcome => ({
  files: Array.from({ length: count }, (_, index) => outcomeOf({ file: `${index}.test.ts`, failures: [failure] })),
  errors: [],
})

test('runs up to eight failed files a second time, and no more', () => {
  expect(filesToRerun(failedFiles(MAX_RERUN_FILES))).toHaveLength(8)
  expect(filesToRerun(failedFiles(MAX_RERUN_FILES + 1))).toEqual([])
})

test('runs nothing a second time beside an error outside of tests', () => {
  expect(filesToRerun({ ...failedFiles(1), errors: ['unhandled'] })).toEqual([])
  expect(filesToRerun({ files: [outcomeOf({ failures: [failure], setupErrors: ['no database'] })], errors: [] })).toEqual([])
})

test('fails where the second run tells nothing', () => {
  const first = { files: [outcomeOf({ passed: ['a', 'b', 'c'], failures: [failure] })], errors: [] }
  expect(verdictOf(first, [{ files: [], errors: [] }]).failed).toBe(1)
})

test('counts a file that ran again as it ended', () => {
  const first = {
    files: [outcomeOf({ passed: ['a', 'b', 'c'], failures: [failure] }), outcomeOf({ file: 'b.test.ts', passed: ['d', 'e'] })],
    errors: [],
  }
  const second = { files: [outcomeOf({ passed: ['a', 'b', 'c', failure.title] })], errors: [] }
  expect(verdictOf(first, [second])).toEqual({
    passed: 6,
    failed: 0,
    skipped: 0,
    nightly: 0,
    flaky: [{ ...failure, file: 'a.test.ts' }],
  })
})
