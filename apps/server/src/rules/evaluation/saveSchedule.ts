/** Changed states are saved at least so often, ms. */
const SAVE_INTERVAL = 2_000
/** The position of unchanged states is saved at least so often, ms: it shows that the rule was evaluated all the time. */
const POSITION_INTERVAL = 60_000
/** Saving takes at most one part in so many of the time. */
const SAVE_SHARE = 10

/** Instants on the monotonic clock, ms. */
export interface SaveSchedule {
  readonly statesAt: number
  readonly positionsAt: number
  /** From one save of states to the next. */
  readonly interval: number
}

export const NOTHING_SAVED: SaveSchedule = { statesAt: -Infinity, positionsAt: -Infinity, interval: SAVE_INTERVAL }

export interface DueSaves {
  readonly states: boolean
  readonly positions: boolean
}

/** What is to be saved now. Positions are saved together with states. `all`: everything, whatever the schedule says. */
export function dueSaves({ statesAt, positionsAt, interval }: SaveSchedule, mono: number, all: boolean): DueSaves {
  const states = all || mono - statesAt >= interval
  return { states, positions: states && (all || mono - positionsAt >= POSITION_INTERVAL) }
}

/** The schedule after a save that began at `startedAt` and ended at `endedAt`. Slow saves become rare. */
export const scheduleAfter = (schedule: SaveSchedule, due: DueSaves, startedAt: number, endedAt: number): SaveSchedule =>
  due.states
    ? {
        statesAt: startedAt,
        positionsAt: due.positions ? startedAt : schedule.positionsAt,
        interval: Math.max(SAVE_INTERVAL, SAVE_SHARE * (endedAt - startedAt)),
      }
    : schedule
