import type { Stage } from './stage/stage.ts'

/** What a run measured, and what it had to be. */
export interface Figure {
  readonly name: string
  readonly value: number
  /**
   * guarantee: out of its bounds the platform broke its word. fault: out of them the fault did not happen, and the run is void.
   * time: seconds, which only a quiet machine can judge. note: nothing depends on it.
   */
  readonly about: 'guarantee' | 'fault' | 'time' | 'note'
  readonly least?: number
  readonly most?: number
}

/** Must never happen. */
export const never = (name: string, value: number): Figure => ({ name, value, about: 'guarantee', most: 0 })
export const guarantee = (name: string, value: number, bounds: Pick<Figure, 'least' | 'most'>): Figure => ({
  name,
  value,
  about: 'guarantee',
  ...bounds,
})
/** The fault itself: fewer than these, and the run has shown nothing. */
export const fault = (name: string, value: number, least = 1): Figure => ({ name, value, about: 'fault', least })
export const time = (name: string, value: number, most: number): Figure => ({ name, value, about: 'time', most })
export const note = (name: string, value: number): Figure => ({ name, value, about: 'note' })

/** brief is for every test run, full for `npm run chaos`. */
export type Extent = 'full' | 'brief'

/** One way to play a scenario: as the product is, or with a change that must be noticed. */
export interface Play {
  /** A program of others that it needs on this machine, or a disk of its own. */
  readonly needs?: 'mosquitto' | 'a small disk'
  readonly mutant?: string
  readonly fail?: string
  /** The figure that the mutant must drive beyond its bound, and beyond this number. */
  readonly breaks?: string
  readonly beyond?: Readonly<Record<Extent, number>>
  /** Not in the brief set. */
  readonly fullOnly?: boolean
}

export interface Order {
  readonly extent: Extent
  readonly play: Play
  readonly seed: number
}

export interface Scenario {
  readonly id: string
  readonly what: string
  /** Changes that every play of it needs, such as shorter waits. */
  readonly takes?: string
  /** Stops the database of all: nothing may run beside it. */
  readonly stopsDatabase?: boolean
  readonly plays: readonly Play[]
  readonly run: (stage: Stage, order: Order) => Promise<readonly Figure[]>
}

export const isOut = ({ value, least, most }: Figure): boolean =>
  !(value >= (least ?? -Infinity)) || !(value <= (most ?? Infinity))

export const nameOf = ({ needs, mutant, fail }: Play): string =>
  [needs && `with ${needs}`, fail && `FAIL=${fail}`, mutant && `mutant ${mutant}`].filter(Boolean).join(', ') || 'as it is'
