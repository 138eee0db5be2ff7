/** Longest waits of tests, ms. A limit ends what hangs and judges nothing: on a slow machine everything may take its time. */
export const PATIENCE = {
  /** A test that plays a whole story, and a suite of tests in a test. */
  story: 900_000,
  /** A test, or a hook. */
  test: 600_000,
  /** What a page shows, and a program does, by itself. */
  page: 180_000,
  /** A state. */
  poll: 120_000,
} as const
