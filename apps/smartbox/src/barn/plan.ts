// What history to make up: farms, their houses, and which platform interface each address is.
//   { farms: [{ seed, timeZone, interfaces: [{ id, address, history? }], faults: [{ after, fault, … }], script: [{ … }],
//               houses: [{ id, name, kind, area?, silo?, interfaces, batches: [{ entryDate, entryAge, count, … }] }] }] }
// A house without batches stands empty. Before its first batch a house had others of the usual length, with 14 empty days
// between, unless it says `rotate: false`.
// Faults count their seconds from the beginning of the history, the script from its end: it is what the live barn of the farm
// goes on with, as its `faults`.
import { DAY, rotation } from './batch.ts'
import { species } from './data/index.ts'
import type { ScriptedFault } from './faults.ts'
import type { HouseConfig } from './house.ts'
import type { LocalTime } from './local-time.ts'
import { faultFrom, houseFrom, houseKeys, settings, zoneFrom, type Settings } from './settings.ts'

export interface PlannedInterface {
  readonly id: number
  readonly address: string
  /** A value every 5 minutes, or each change; undefined: as is usual for what stands at the address. */
  readonly history: 'samples' | 'changes' | undefined
}

export interface PlannedHouse {
  readonly config: HouseConfig
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

const plannedHouse = (source: Settings, from: number, local: LocalTime): PlannedHouse => {
  source.only(...houseKeys, 'rotate', 'interfaces')
  const config = houseFrom(source, local)
  const [first, ...rest] = config.batches
  const before = first && source.flag('rotate', true) ? rotation(species[config.shell.kind], first, from) : first ? [first] : []
  return { config: { ...config, batches: [...before, ...rest] }, interfaces: interfacesFrom(source) }
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
