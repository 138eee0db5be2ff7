// Faults on script.

export const faultNames = [
  'stuck sensor',
  'drop-out',
  'terminal offline',
  'mains failure',
  'blocked auger',
  'leak',
  'tripped breaker',
  'runaway heating',
] as const
export type FaultName = (typeof faultNames)[number]

/** What a person's hand on the house's outputs puts right. */
const byHand: ReadonlySet<FaultName> = new Set(['tripped breaker', 'runaway heating'])

/** A fault as a script names it. Seconds count from the start; a negative one began before. */
export interface ScriptedFault {
  readonly after: number
  readonly fault: FaultName
  /** The house; every house of the box where it is missing. */
  readonly house?: string
  /** For sensors: the address inside the house. */
  readonly sensor?: string
  /** Seconds; without it the fault stays (a tripped breaker or runaway heating until somebody resets it). */
  readonly duration?: number
  /** °C up to which runaway heating burns. */
  readonly degrees?: number
  /** °C of the house's air where the script starts: all of it began so much before, an hour at most. */
  readonly reached?: number
}

export interface Fault {
  readonly fault: FaultName
  readonly from: number
  readonly to: number
  readonly house?: string
  readonly sensor?: string
  readonly degrees?: number
}

export const schedule = (script: readonly ScriptedFault[], start: number): Fault[] =>
  script.map(({ after, duration, ...what }) => {
    const from = start + after * 1000
    return { ...what, from, to: duration === undefined ? Number.POSITIVE_INFINITY : from + duration * 1000 }
  })

/** The fault of this name that holds in this house (and on this sensor) at t. */
export const activeFault = (
  faults: readonly Fault[],
  name: FaultName,
  t: number,
  house: string,
  sensor?: string,
): Fault | undefined => {
  // By index: this runs several times in every step of the model.
  for (let index = 0; index < faults.length; index += 1) {
    const fault = faults[index]!
    if (fault.fault !== name || t < fault.from || t >= fault.to) continue
    if (fault.house !== undefined && fault.house !== house) continue
    if (fault.sensor !== undefined && fault.sensor !== sensor) continue
    return fault
  }
  return undefined
}

/** Since when a script that counts from `from` is at work in this house; undefined: not before `now`. */
export const workingSince = (script: readonly ScriptedFault[], from: number, house: string, now: number): number | undefined => {
  const begun = script.filter(fault => (fault.house ?? house) === house).map(({ after }) => from + after * 1000)
  const first = Math.min(...begun)
  return first < now ? first : undefined
}

/** ms that a hand's work must have lasted. */
const LASTING = 300_000

/**
 * Whether a script that counts from `start` is over by people's hands: it had what they can put right, and in every house
 * they did so a while ago. `reset`: when they last did, by house.
 */
export const isMended = (
  script: readonly ScriptedFault[],
  start: number,
  reset: ReadonlyMap<string, number>,
  now: number,
): boolean => {
  const manualFaults = script.filter(({ fault }) => byHand.has(fault))
  const isRight = ({ after, house }: ScriptedFault): boolean =>
    [...reset].every(([name, at]) => (house ?? name) !== name || (at >= start + after * 1000 && now - at >= LASTING))
  return manualFaults.length > 0 && manualFaults.every(isRight)
}
