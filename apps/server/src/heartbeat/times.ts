/** Ms of the heartbeat; scenarios and tests play with shorter ones, a setting there is none. */
export const TIMES = {
  /** From one beat to the next. */
  every: 20_000,
  /** Without a beat for so long a stage is silent. */
  silent: 60_000,
  /** After a start, and after a time in which nothing could be known, the first beats may take so long. */
  first: 120_000,
  /** How often is looked. */
  look: 5_000,
  /** Whoever was told past the outbox is told again after so long. */
  again: 3_600_000,
  /** A stage that has worked again for so long may be told of anew. */
  over: 600_000,
  /** A channel that gets nothing out for so long, though something waits, is in trouble. */
  channel: 120_000,
}
export type Times = typeof TIMES
