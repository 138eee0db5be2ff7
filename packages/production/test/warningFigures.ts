import { broilerHouse, pigHouse, runWarning } from './simulation.ts'
import type { Fault } from './simulation.ts'
import type { WarningKind } from '../src/earlyWarning.ts'

type House = typeof broilerHouse
/** What measures the use. */
type Source = 'METER' | 'SILO'

/** Seeds of the simulated batches. */
export const SEEDS: readonly number[] = Array.from({ length: 40 }, (_, index) => index + 1)

/** Houses and instruments in which a batch without a fault is simulated. */
export const CALM = [
  ['broiler', broilerHouse, 'WATER', 'METER'],
  ['broiler', broilerHouse, 'FEED', 'METER'],
  // Chicks take less in an hour than a silo shows.
  ['broiler', broilerHouse, 'FEED', 'SILO'],
  ['pig', pigHouse, 'WATER', 'METER'],
  ['pig', pigHouse, 'FEED', 'METER'],
  ['pig', pigHouse, 'FEED', 'SILO'],
] as const

/** False alarms of each batch without a fault. */
export const falseAlarms = (house: House, kind: WarningKind, source: Source): number[] =>
  SEEDS.map(seed => runWarning(house, kind, seed, null, source).length)

/** A fault in every simulated batch. */
interface Scenario {
  readonly name: string
  readonly house: House
  readonly kind: WarningKind
  readonly source: Source
  readonly use: Fault['use']
  /** The hour of the batch in which the fault begins, and from which the hours until it is found count. */
  readonly begins: (seed: number) => { readonly from: number; readonly countedFrom: number }
}

const atOnce = (from: number) => ({ from, countedFrom: from })
const leak = (used: number, mean: number) => used + 0.5 * mean
const anyHour = (seed: number) => atOnce((8 + (seed % 25)) * 24 + ((seed * 5) % 24))
const byDay = (seed: number) => atOnce((8 + (seed % 25)) * 24 + 7 + (seed % 9))
const inTheDark = (seed: number) => {
  const light = (9 + (seed % 25)) * 24 + 5
  return { from: light - 1 - (seed % 6), countedFrom: light }
}

type Directed = Scenario & { readonly direction: 'HIGH' | 'LOW' }
const blocked = { kind: 'FEED', use: () => 0, direction: 'LOW' } as const
const leaking = { kind: 'WATER', source: 'METER', use: leak, begins: anyHour, direction: 'HIGH' } as const
/** An auger stops, and the feed is measured by a meter or by the silo. */
const blockedAugers = (source: Source): Directed[] => [
  { ...blocked, name: `broiler, auger blocked by day, by ${source}`, house: broilerHouse, source, begins: byDay },
  { ...blocked, name: `pig, auger blocked by day, by ${source}`, house: pigHouse, source, begins: byDay },
  { ...blocked, name: `broiler, auger blocked in the dark, by ${source}`, house: broilerHouse, source, begins: inTheDark },
]

export const SCENARIOS: readonly Directed[] = [
  { ...leaking, name: 'broiler, leak of half the mean flow', house: broilerHouse },
  { ...leaking, name: 'pig, leak of half the mean flow', house: pigHouse },
  ...blockedAugers('METER'),
  ...blockedAugers('SILO'),
]

/** Length of a fault, h. */
const FAULT = 36

/** Of each batch with the fault: hours until it was found, Infinity where it was not, and the direction of the alarm. */
export const detections = ({ house, kind, source, use, begins }: Scenario) =>
  SEEDS.map(seed => {
    const { from, countedFrom } = begins(seed)
    const alarm = runWarning(house, kind, seed, { from, to: from + FAULT, use }, source).find(
      ({ opened, closed }) => opened > from && opened <= from + FAULT && (closed ?? Infinity) > from,
    )
    return { hours: alarm ? alarm.opened - countedFrom : Infinity, direction: alarm?.direction }
  })

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

/** The figures of early warning in words: false alarms of a batch, faults that were found, and hours until then. */
export function warningLines(): string[] {
  const calm = CALM.map(([name, house, kind, source]) => {
    const counts = falseAlarms(house, kind, source)
    const sum = counts.reduce((total, count) => total + count, 0)
    return `${name}, ${kind} by ${source}: ${(sum / counts.length).toFixed(2)} false alarms a batch, at most ${Math.max(...counts)} in one of ${counts.length}`
  })
  const faults = SCENARIOS.map(scenario => {
    const hours = detections(scenario).map(({ hours: until }) => until)
    const found = hours.filter(Number.isFinite)
    return `${scenario.name}: ${found.length} of ${hours.length} found, in ${median(found)} h (median), at most ${Math.max(...found)} h`
  })
  return [...calm, ...faults]
}
