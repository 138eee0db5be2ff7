import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Outcome, Verdict } from './outcome.ts'
import { filesToRerun, verdictOf } from './outcome.ts'
import { PATIENCE } from './patience.ts'
import { LANDING, LANDING_VARIABLE } from './tags.ts'
import { createTemporaryFolder, removeTemporaryFolder } from './temporaryFolder.ts'

const VITEST = resolve(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')
const REPORTER = resolve(import.meta.dirname, 'reporter.ts')

/** Runs Vitest in `root` and answers its outcome. A run that ends without one is an error, never a success. */
function run(root: string, args: readonly string[], limit: number): Outcome {
  const folder = createTemporaryFolder()
  const file = join(folder, 'outcome.json')
  const isLanding = LANDING.every(argument => args.includes(argument))
  try {
    const { status, signal } = spawnSync(
      process.execPath,
      [VITEST, 'run', '--reporter=default', `--reporter=${REPORTER}`, ...args],
      {
        cwd: root,
        stdio: 'inherit',
        timeout: limit,
        killSignal: 'SIGKILL',
        env: { ...process.env, TEST_OUTCOME: file, TMPDIR: folder, [LANDING_VARIABLE]: isLanding ? 'on' : '' },
      },
    )
    if (!existsSync(file)) return { files: [], errors: [`the tests did not run to their end (${signal ?? status})`] }
    const outcome = JSON.parse(readFileSync(file, 'utf8')) as Outcome
    const isExplained =
      outcome.errors.length > 0 || outcome.files.some(({ failures, setupErrors }) => failures.length + setupErrors.length > 0)
    return status === 0 || isExplained ? outcome : { ...outcome, errors: [`Vitest ended with ${signal ?? status}`] }
  } finally {
    removeTemporaryFolder(folder)
  }
}

/**
 * Runs the tests, then each file whose tests failed once more, by itself: a busy machine can fail a test, and only what fails
 * twice is red. With `isSingle` there is no second run.
 */
export function runTests(
  root: string,
  args: readonly string[],
  { selection = [], isSingle = false, limit = PATIENCE.run }: Options = {},
): Verdict {
  const first = run(root, [...selection, ...args], limit)
  const again = isSingle ? [] : filesToRerun(first)
  if (again.length > 0) console.log(`\nSecond run, one by one: ${again.map(({ file }) => file).join(', ')}`)
  return verdictOf(
    first,
    again.map(({ file, project }) =>
      run(root, [...selection, ...(project ? ['--project', project] : []), join(root, file)], limit),
    ),
  )
}

interface Options {
  /** Arguments that choose tests within files; they hold for both runs. */
  readonly selection?: readonly string[]
  readonly isSingle?: boolean
  /** Longest time of a run, ms. */
  readonly limit?: number
}

/** Prints the verdict; its last line is the one that counts. Answers the exit code. */
export function report({ passed, failed, skipped, nightly, flaky }: Verdict): number {
  for (const { file, title, error } of flaky) console.log(`flaky: ${file} > ${title}: ${error}`)
  if (nightly > 0) console.log(`${nightly} left for npm run nightly`)
  if (skipped > 0) console.log(`${skipped} skipped`)
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}
