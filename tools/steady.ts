// npm run steady: the tests of a landing in random order beside busy processes, then those of unit and server under shifted
// clocks. A test that fails only here depends on order, speed or date.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { asked, refuse } from './process/command.ts'
import { report, runTests } from './testing/runs.ts'
import { PATIENCE_VARIABLE } from './testing/patience.ts'
import { measureSlowdown } from './testing/slowdown.ts'
import { SEED_VARIABLE } from './testing/propertySeed.ts'
import { LANDING } from './testing/tags.ts'
import { shiftedClocks } from './testing/clocks.ts'
import { buildWeb } from './web/web.ts'

const PARTS = ['order', 'clocks'] as const
const usage = 'usage: npm run steady -- [--seed N] [--part order|clocks] [--project NAME …]'
const { values } = asked(usage, {
  options: { seed: { type: 'string' }, part: { type: 'string' }, project: { type: 'string', multiple: true } },
})
const parts = PARTS.filter(part => values.part === undefined || values.part === part)
if (parts.length === 0) refuse(`--part ${values.part}: order or clocks\n${usage}`)
/** Arguments that limit a part to projects. */
const projectsOf = (usual: readonly string[]) => (values.project ?? usual).flatMap(name => ['--project', name])
const seed = Number(values.seed ?? Date.now() % 1_000_000)
if (!Number.isSafeInteger(seed)) refuse(`--seed ${values.seed}: a whole number\n${usage}`)

const LIBRARY = ['x86_64', 'aarch64'].map(name => `/usr/lib/${name}-linux-gnu/faketime/libfaketimeMT.so.1`)
const library = () => LIBRARY.find(path => existsSync(path))
if (!library() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'faketime'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
const faketime = library()
if (!faketime) refuse("shifted clocks need libfaketime: install your system's package faketime")

/** Ends with its parent. */
const BUSY = 'for (const parent = process.ppid; process.ppid === parent;);'

console.log(`seed ${seed}`)
process.env[SEED_VARIABLE] = String(seed)
buildWeb()
let failed = 0
if (parts.includes('order')) failed += runInRandomOrder()
if (parts.includes('clocks')) failed += runUnderShiftedClocks()
process.exitCode = failed > 0 ? 1 : 0

/** In random order beside two busy processes a processor. Answers the exit code. */
function runInRandomOrder(): number {
  const busy = Array.from({ length: 2 * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' }),
  )
  try {
    process.env.TEST_ORDER = 'random'
    process.env[PATIENCE_VARIABLE] = String(measureSlowdown())
    const selection = [...LANDING, ...projectsOf([]), `--sequence.seed=${seed}`]
    return report(runTests(process.cwd(), [], { selection, isSingle: true }))
  } finally {
    delete process.env.TEST_ORDER
    for (const child of busy) child.kill('SIGKILL')
  }
}

/** Answers how many clocks failed. */
function runUnderShiftedClocks(): number {
  let failures = 0
  for (const { name, seconds } of shiftedClocks(Date.now())) {
    console.log(`\nclock: ${name} (+${seconds} s)`)
    Object.assign(process.env, { LD_PRELOAD: faketime, FAKETIME: `+${seconds}s`, FAKETIME_DONT_FAKE_MONOTONIC: '1' })
    const selection = [...LANDING, ...projectsOf(['unit', 'server']), `--sequence.seed=${seed}`]
    failures += report(runTests(process.cwd(), [], { selection, isSingle: true }))
  }
  return failures
}
