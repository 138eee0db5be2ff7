/** Environment variable: the factor of this run, as `slowdown` measured it. */
export const PATIENCE_VARIABLE = 'TEST_PATIENCE'
const MAX_SLOWDOWN = 5

// Component tests run in a browser, which has no environment.
const factor = slowdownOf(Number(globalThis.process?.env?.[PATIENCE_VARIABLE] ?? 1), 1)
const wait = (ms: number) => Math.round(ms * factor)

/** Longest waits of tests, ms. A limit ends what hangs and judges nothing: on a slow machine everything may take its time. */
export const PATIENCE = {
  /** All tests: a loop that never ends is ended by nothing else. */
  run: wait(7_200_000),
  /** A test that plays a whole story, and a suite of tests in a test. */
  story: wait(900_000),
  /** A test, or a hook. */
  test: wait(600_000),
  /** What a page shows, and a program does, by itself. */
  page: wait(180_000),
  /** A state. */
  poll: wait(120_000),
} as const

/** How much longer work takes than its processor time: from 1 to 5. */
export function slowdownOf(wall: number, processor: number): number {
  const slowdown = wall / processor
  return Number.isFinite(slowdown) ? Math.min(Math.max(slowdown, 1), MAX_SLOWDOWN) : 1
}
