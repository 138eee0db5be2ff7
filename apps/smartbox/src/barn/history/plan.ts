// What history to make up: farms, their houses, and which platform interface each address is.
//   { farms: [{ seed, timeZone, interfaces: [{ id, address, history? }], faults: [{ after, fault, … }], script: [{ … }],
//               houses: [{ id, name, kind, area?, silo?, interfaces, batches: [{ entryDate, entryAge, count, … }],
//                          metered?: { from, days: [{ feed: kg, water: L }] } }] }] }
// A house without batches stands empty. Before its first batch a house had others of the usual length, with 14 empty days
// between, unless it says `rotate: false`.
// Meters of a house with `metered` count that, day by day from the local midnight of `from`, and nothing before and after.
// Faults count their seconds from the beginning of the history, the script from its end: it is what the live barn of the farm
// goes on with, as its `faults`.
import { DAY, rotation } from '../animals/batch.ts'
import { species } from '../animals/data/index.ts'
import type { ScriptedFault } from '../house/faults.ts'
import type { HouseConfig } from '../house/house.ts'
import type { LocalTime } from '../localTime.ts'
import { faultFrom, houseFrom, houseKeys, settings, SettingsError, zoneFrom, type Settings } from '../settings.ts'

export interface PlannedInterface {
  readonly id: number
  readonly address: string
  /** A value every 5 minutes, or each change; undefined: as is usual for what stands at the address. */
  readonly history: 'samples' | 'changes' | undefined
}

/** What the meters of a house counted on a local day, from and until UTC ms. */
export interface MeteredDay {
  readonly from: number
  readonly until: number
  /** kg */
  readonly feed: number
  /** L */
  readonly water: number
}

export interface PlannedHouse {
  readonly config: HouseConfig
  readonly metered: readonly MeteredDay[] | undefined
  readonly interfaces: readonly PlannedInterface[]
}

export interface PlannedFarm {
  readonly seed: string
  readonly timeZone: string
  readonly faults: readonly ScriptedFault[]
  readonly script: readonly ScriptedFault[]
  readonly interfaces: readonly PlannedInterface[]
  readonly houses: readonly PlannedHouse[]
}

export interface Plan {
  /** UTC ms, multiples of 5 minutes. */
  readonly from: number
  readonly until: number
  readonly farms: readonly PlannedFarm[]
}

const interfacesFrom = (source: Settings): PlannedInterface[] =>
  source.list('interfaces').map(item => {
    item.only('id', 'address', 'history')
    const history = item.has('history') ? item.choice('history', ['samples', 'changes']) : undefined
    return { id: item.whole('id', 0, 4_294_967_295), address: item.text('address'), history }
  })

const meteredFrom = (source: Settings, local: LocalTime): MeteredDay[] => {
  source.only('from', 'days')
  const first = Date.parse(source.text('from'))
  if (Number.isNaN(first)) throw new SettingsError(`${source.at}: from must be a date such as 2026-04-06`)
  const midnight = (day: number) => local.midnight(new Date(first + day * DAY).toISOString().slice(0, 10))
  return source.list('days').map((item, day) => ({
    from: midnight(day),
    until: midnight(day + 1),
    feed: item.number('feed', 0, 1e6),
    water: item.number('water', 0, 1e6),
  }))
}

const plannedHouse = (source: Settings, from: number, local: LocalTime): PlannedHouse => {
  source.only(...houseKeys, 'rotate', 'interfaces', 'metered')
  const config = houseFrom(source, local)
  const [first, ...rest] = config.batches
  const before = first && source.flag('rotate', true) ? rotation(species[config.shell.kind], first, from) : first ? [first] : []
  const metered = source.has('metered') ? meteredFrom(source.group('metered'), local) : undefined
  return { config: { ...config, batches: [...before, ...rest] }, metered, interfaces: interfacesFrom(source) }
}

/** Reads a plan for the days up to `until`. Throws SettingsError where it makes no sense. */
export const planFrom = (source: unknown, days: number, until: number): Plan => {
  const end = Math.floor(until / 300_000) * 300_000
  const from = end - days * DAY
  const farms = settings(source, 'plan')
    .list('farms')
    .map(farm => {
      farm.only('seed', 'timeZone', 'faults', 'script', 'interfaces', 'houses')
      const { timeZone, local } = zoneFrom(farm)
      return {
        seed: farm.text('seed'),
        timeZone,
        faults: farm.list('faults').map(faultFrom),
        script: farm.list('script').map(faultFrom),
        interfaces: interfacesFrom(farm),
        houses: farm.list('houses').map(house => plannedHouse(house, from, local)),
      }
    })
  return { from, until: end, farms }
}
