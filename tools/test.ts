// Runs every test and ends with the one line that counts. `npm test -- <vitest arguments>` narrows it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from './web.ts'

ensureChromium()
const folder = mkdtempSync(join(tmpdir(), 'steading-report-'))
const report = join(folder, 'report.json')
try {
  buildWeb()
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}
const { status } = spawnSync(
  'node_modules/.bin/vitest',
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)],
  { stdio: 'inherit' },
)
if (!existsSync(report)) fail('the tests did not run to their end')
const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, success } = JSON.parse(
  readFileSync(report, 'utf8'),
) as Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests', number> & { success: boolean }
rmSync(folder, { recursive: true, force: true })
const skipped = numPendingTests + numTodoTests
// A suite that breaks outside its tests counts as one failed.
const failed = numFailedTests || (success && status === 0 ? 0 : 1)
console.log(`${numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 || numPassedTests === 0 ? 1 : 0

function ensureChromium() {
  if (
    process.env.CHROMIUM ||
    ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].some(path => existsSync(path))
  )
    return
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    fail("the browser tests need Chromium: install your system's package, or set CHROMIUM to its path")
  console.log('Installing Chromium …')
  const quiet = {
    stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  const apt = (args: readonly string[]) => spawnSync('apt-get', args, quiet).status === 0
  if (!apt(['update', '-qq']) || !apt(['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation']))
    fail('Chromium could not be installed')
}

function fail(why: string): never {
  console.error(why)
  console.log('0 passed, 1 failed')
  process.exit(1)
}
