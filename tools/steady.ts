// npm run steady: the tests of a landing in random order beside busy processes, then those of unit and server under shifted
// clocks. A test that fails only here depends on order, speed or date.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { asked, refuse } from './process/command.ts'
import { report, runTests } from './testing/runs.ts'
import { SEED_VARIABLE } from './testing/propertySeed.ts'
import { LANDING } from './testing/tags.ts'
import { shiftedClocks } from './testing/clocks.ts'

const usage = 'usage: npm run steady -- [--seed N]'
const { values } = asked(usage, { options: { seed: { type: 'string' } } })
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

console.log(`seed ${seed}`)
process.env[SEED_VARIABLE] = String(seed)
const busy = Array.from({ length: 2 * availableParallelism() }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
)
let failed = 0
try {
  process.env.TEST_ORDER = 'random'
  failed += report(runTests(process.cwd(), [], { selection: [...LANDING, `--sequence.seed=${seed}`], isSingle: true }))
} finally {
  for (const child of busy) child.kill('SIGKILL')
}
for (const { name, seconds } of shiftedClocks(Date.now())) {
  console.log(`\nclock: ${name} (+${seconds} s)`)
  Object.assign(process.env, { LD_PRELOAD: faketime, FAKETIME: `+${seconds}s`, FAKETIME_DONT_FAKE_MONOTONIC: '1' })
  const selection = [...LANDING, '--project', 'unit', '--project', 'server', `--sequence.seed=${seed}`]
  failed += report(runTests(process.cwd(), [], { selection, isSingle: true }))
}
process.exitCode = failed > 0 ? 1 : 0
