// Runs every test and ends with the one line that counts. `npm test -- <vitest arguments>` narrows it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { MOSQUITTO } from '../apps/server/test/mosquitto.ts'
import { chromiumPath } from './process/browser.ts'
import { PATIENCE_VARIABLE } from './testing/patience.ts'
import { report, runTests } from './testing/runs.ts'
import { measureSlowdown } from './testing/slowdown.ts'
import type { Verdict } from './testing/outcome.ts'
import { LANDING, TIMED } from './testing/tags.ts'
import { buildWebAside } from './web/web.ts'

const args = process.argv.slice(2)
process.env[PATIENCE_VARIABLE] = String(measureSlowdown())
ensureTools()
const build = buildWebAside()
const verdict = run(args)
const isBuilt = await build
process.exitCode = report(isBuilt ? verdict : { ...verdict, failed: verdict.failed || 1 })

/**
 * Without arguments: what a landing runs. `--night`: everything without a second run, first what judges no time, then the rest
 * by itself. Named files run whole.
 */
function run(args: readonly string[]): Verdict {
  const root = process.cwd()
  if (args[0] !== '--night') return runTests(root, args, { selection: args.length === 0 ? LANDING : [] })
  const night = [[`--tagsFilter=!${TIMED}`], [`--tagsFilter=${TIMED}`, '--maxWorkers=1']]
  const [untimed, timed] = night.map(selection => runTests(root, args.slice(1), { selection, isSingle: true })) as [
    Verdict,
    Verdict,
  ]
  return {
    passed: untimed.passed + timed.passed,
    failed: untimed.failed + timed.failed,
    // What one of the two leaves out, the other runs.
    skipped: untimed.skipped,
    nightly: 0,
    flaky: [],
  }
}

/** A browser, a Python with MQTT for the example box of docs/protocol.md, and an external broker: Debian's, when we may install them. */
function ensureTools() {
  const missing = [
    ...(chromiumPath() ? [] : ['chromium-headless-shell', 'fonts-liberation']),
    ...(spawnSync('/usr/bin/python3', ['-c', 'import paho.mqtt']).status === 0 ? [] : ['python3-paho-mqtt']),
    ...(MOSQUITTO ? [] : ['mosquitto']),
  ]
  if (missing.length === 0) return
  const may = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (may) {
    console.log(`Installing ${missing.join(', ')} …`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const apt = (args: readonly string[]) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
    apt(['update', '-qq'])
    const install = (packages: readonly string[]) => apt(['install', '-y', '-qq', '--no-install-recommends', ...packages])
    // Not every Debian has it as a package of its own.
    if (install(missing).status !== 0) install(missing.map(one => one.replace('chromium-headless-shell', 'chromium')))
  }
  // Debian starts what it installs: a broker at 1883 would be in the way of the embedded one.
  if (may && missing.includes('mosquitto')) spawnSync('systemctl', ['disable', '--now', 'mosquitto'], { stdio: 'ignore' })
  if (!chromiumPath()) fail("the browser tests need Chromium: install your system's package, or set CHROMIUM to its path")
}

function fail(why: string): never {
  console.error(why)
  console.log('0 passed, 1 failed')
  process.exit(1)
}
