/** More failed files than this are no accident of load: there is no second run. */
export const MAX_RERUN_FILES = 8

/** A test that failed, with the first line of its first error. */
export interface Failure {
  readonly title: string
  readonly error: string
}

/** What a run says of one file. */
export interface FileOutcome {
  /** Relative to the root. */
  readonly file: string
  readonly project: string
  /** Titles of the tests that passed. */
  readonly passed: readonly string[]
  readonly skipped: number
  /** Tests of the night, which the landing leaves out. */
  readonly nightly: number
  readonly failures: readonly Failure[]
  /** Errors outside of its tests: of the import, or of a hook. */
  readonly setupErrors: readonly string[]
}

/** What one run of Vitest says. */
export interface Outcome {
  readonly files: readonly FileOutcome[]
  /** Errors that belong to no file: unhandled ones, failed global set-ups. */
  readonly errors: readonly string[]
}

/** A test that failed in the first run and passed in the second. */
export interface Flaky extends Failure {
  readonly file: string
}

export interface Verdict {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly nightly: number
  readonly flaky: readonly Flaky[]
}

/** Whether tests of a file failed, and nothing but tests: only such a file runs a second time. */
const hasFailedTestsAlone = ({ failures, setupErrors }: FileOutcome) => failures.length > 0 && setupErrors.length === 0
const hasFailed = ({ failures, setupErrors }: FileOutcome) => failures.length > 0 || setupErrors.length > 0

/** The files that run a second time, each by itself. None where the first run already decides. */
export function filesToRerun(first: Outcome): readonly FileOutcome[] {
  const failed = first.files.filter(hasFailed)
  const isDecided = first.errors.length > 0 || failed.length > MAX_RERUN_FILES || !failed.every(hasFailedTestsAlone)
  return isDecided ? [] : failed
}

/** Failures of the first run that passed in the second, and how many neither passed nor failed in it. */
function judgeAgain({ failures }: FileOutcome, after: FileOutcome | undefined) {
  if (!after) return { flaky: [], missing: 0 }
  const remaining = new Set(after.failures.map(({ title }) => title))
  const passed = new Set(after.passed)
  const gone = failures.filter(({ title }) => !remaining.has(title))
  const flaky = gone.filter(({ title }) => passed.has(title))
  return { flaky, missing: gone.length - flaky.length }
}

/**
 * The verdict of both runs. A file that ran a second time counts as it did then, and a test that did not run again stays failed; a run without a result, an error outside of
 * tests and an empty run count as one failure at least.
 */
export function verdictOf(first: Outcome, reruns: readonly Outcome[]): Verdict {
  const seconds = reruns.flatMap(({ files }) => files)
  const second = ({ file, project }: FileOutcome) => seconds.find(other => other.file === file && other.project === project)
  const final = first.files.map(file => second(file) ?? file)
  const sum = (count: (file: FileOutcome) => number) => final.reduce((total, file) => total + count(file), 0)
  const isBroken =
    [first, ...reruns].some(({ errors }) => errors.length > 0) ||
    final.some(({ setupErrors }) => setupErrors.length > 0) ||
    reruns.some(({ files }) => files.length === 0)
  const passed = sum(file => file.passed.length)
  const judged = first.files.map(file => ({ file, ...judgeAgain(file, second(file)) }))
  const flaky = judged.flatMap(({ file, flaky }) => flaky.map(failure => ({ ...failure, file: file.file })))
  const failed = sum(({ failures }) => failures.length) + judged.reduce((total, { missing }) => total + missing, 0)
  return {
    passed,
    failed: failed || (isBroken || passed === 0 ? 1 : 0),
    skipped: sum(({ skipped }) => skipped),
    nightly: sum(({ nightly }) => nightly),
    flaky,
  }
}
