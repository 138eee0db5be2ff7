// A house: shell, animals, air, stores and outputs, advanced in steps of 10 s.
import { activityAt, comfortAt, feedAt, heatOf, massAt, type Species } from '../animals/animals.ts'
import { ageAt, batchAt, countAt, DAY, type Batch } from '../animals/batch.ts'
import { species } from '../animals/data/index.ts'
import { activeFault, type Fault } from './faults.ts'
import { eagerness, orderFor, stepStores, type Stores } from '../animals/feed.ts'
import { flowOf, openFor, stepAir, type Air, type Drive, type Shell } from '../climate/heat.ts'
import type { LocalTime } from '../localTime.ts'
import { draw, seedOf } from '../climate/noise.ts'
import type { Weather } from '../climate/weather.ts'

export const STEP = 10_000
export const MINUTE = 60_000
const FIVE_MINUTES = 300_000
/** ms from a mains failure until the generator has taken over. */
export const GENERATOR_START = 20_000
/** Litres per second of a burst pipe. */
const LEAK = 400 / 3600

export interface HouseConfig {
  /** Names the house in state files and seeds its noise. */
  readonly id: string
  /** First part of its addresses, such as h1. */
  readonly name: string
  readonly shell: Shell
  /** kg */
  readonly silo: number
  /** Ascending by entry. */
  readonly batches: readonly Batch[]
}

/** What somebody last commanded, percentages 0 to 100. null: nobody ever did, and the house sees to it by itself. */
export interface Commands {
  ventilation: number
  heating: number
  pad: boolean
  /** Side inlets or ridge vent; by themselves they follow the fans. */
  opening: number | null
  /** By itself it goes by the clock, and the feed line by the light. */
  light: number | null
  feedLine: boolean | null
  siren: boolean
  /** °C; only shown */
  setPoint: number
}

/** The animals, as of the last 5 minutes. */
export interface Flock {
  count: number
  /** days */
  age: number
  /** kg each */
  mass: number
  /** °C that suits them, or those that come next */
  comfort: number
  /** Days until the next ones come; 0 with animals in the house, Infinity when none will. */
  coming: number
  /** kg of feed wanted per day */
  need: number
}

/** What is kept of a house between runs. */
export interface HouseState {
  /** UTC ms that the state belongs to */
  time: number
  air: Air
  stores: Stores
  commands: Commands
  /** Share by which inlets are open. */
  opening: number
  /** UTC ms when somebody last put right what was amiss in the outputs' cabinet: the fans' breaker, the heaters' contactor. */
  reset: number
  /** UTC ms when the light was on last; absent in what older versions saved. */
  lit?: number
  /** The script of faults that the live barn plays, and the UTC ms from which it counts. */
  script?: { readonly text: string; readonly from: number }
}

export interface House extends HouseState {
  readonly config: HouseConfig
  readonly species: Species
  readonly seed: number
  readonly flock: Flock
  readonly drive: Drive
  /** Whether mains or generator feed the house. */
  powered: boolean
  /** Share of full speed at which the fans really turn. */
  fans: number
  /** Light in %, and whether the feed line runs, both with power. */
  light: number
  feedLine: boolean
}

/** What houses of one place share. */
export interface Site {
  readonly sky: (t: number) => Weather
  readonly local: LocalTime
  readonly faults: readonly Fault[]
}

/** Whatever runs a house: looks at it once a minute and sets its commands. */
export type Control = (house: House) => void

/** A house at rest in outside air; see `settle` in farm.ts for one that has run in. */
export const createHouse = (config: HouseConfig, site: Site, time: number, state?: HouseState): House => {
  const seed = seedOf(config.id)
  const outside = site.sky(time)
  const { kind } = config.shell
  const fresh: HouseState = {
    time: Math.floor(time / STEP) * STEP,
    air: { temperature: outside.temperature, moisture: outside.moisture, co2: 400, nh3: 0 },
    stores: {
      silo: Math.round(config.silo * (0.35 + 0.5 * draw(seed, 0))),
      lorry: 0,
      feed: Math.round(80_000 + 60_000 * draw(seed, 1)),
      water: Math.round(400_000 + 900_000 * draw(seed, 2)),
      energy: Math.round(20_000 + 30_000 * draw(seed, 3)),
    },
    commands: {
      ventilation: 10,
      heating: 0,
      pad: false,
      opening: null,
      light: null,
      feedLine: null,
      siren: false,
      setPoint: 21,
    },
    opening: 0.1,
    reset: 0,
  }
  const house: House = {
    ...structuredClone(state ?? fresh),
    config,
    species: species[kind],
    seed,
    flock: { count: 0, age: 0, mass: 0, comfort: 20, coming: Number.POSITIVE_INFINITY, need: 0 },
    drive: {
      fans: 0,
      heating: 0,
      pad: false,
      units: 0,
      activity: 1,
      falloff: species[kind].heatFalloff,
      ammonia: 0,
    },
    powered: true,
    fans: 0,
    light: 0,
    feedLine: false,
  }
  refresh(house, site)
  keepHours(house, site.local.hour(house.time))
  return house
}

/** What changes slowly: the animals, and the order of feed. */
const refresh = (house: House, site: Site): void => {
  const { config, species, flock, drive, stores, time } = house
  const hour = site.local.hour(time)
  const batch = batchAt(config.batches, time)
  flock.count = batch ? countAt(species, batch, time) : 0
  flock.age = batch ? Math.max(batch.entryAge, ageAt(batch, time)) : 0
  flock.mass = batch ? massAt(species, flock.age) : 0
  flock.comfort = batch ? comfortAt(species, flock.age, flock.mass) : 20
  flock.coming = batch ? Math.max(0, batch.entry - time) / DAY : Number.POSITIVE_INFINITY
  flock.need = batch ? flock.count * feedAt(species, flock.age) : 0

  drive.units = (flock.count * heatOf(config.shell.kind, flock.mass)) / 1000
  drive.activity = activityAt(hour)
  drive.ammonia = flock.count * flock.mass * species.ammonia

  const daysLeft = batch?.exit === undefined ? 30 : (batch.exit - time) / DAY
  stores.lorry += orderFor(stores, config.silo, hour, flock.need, daysLeft)
}

/** Inlets that nobody has commanded follow the fans, to hold 20 Pa; movements below 3 % are left out. */
const followFans = (house: House): void => {
  const { shell } = house.config
  const target = openFor(shell, flowOf(shell, house.fans), 20)
  if (Math.abs(target - house.opening) >= 0.03) house.opening = Math.round(100 * target) / 100
}

const DARK_FROM = 23
const DARK_TO = 5

/** Light and feed while nobody commands them: bright from 5 to 23, and feed while those eat that only eat by light. */
const keepHours = (house: House, hour: number): void => {
  const { commands, flock, species } = house
  const inside = flock.count > 0
  house.light = commands.light ?? (inside && hour >= DARK_TO && hour < DARK_FROM ? 100 : 0)
  house.feedLine = commands.feedLine ?? (inside && (house.light > 0 || !species.litUp))
}

/** Degrees above comfort from which flaps fall open in a house whose fans stand still, and at which all of them are. */
const FLAPS_FROM = 6
const FLAPS_ALL = 10
/** Air that then passes, as a share of what the fans move at full speed. */
const FLAPS = 0.1

const draught = ({ fans, flock, air }: House): number =>
  fans > 0 || flock.count === 0
    ? 0
    : FLAPS * Math.min(1, Math.max(0, (air.temperature - flock.comfort - FLAPS_FROM) / (FLAPS_ALL - FLAPS_FROM)))

/** A fault in the outputs' cabinet that nobody has reset since it began. */
const inCabinet = (house: House, site: Site, name: 'tripped breaker' | 'runaway heating'): Fault | undefined => {
  const fault = activeFault(site.faults, name, house.time, house.config.name)
  return fault !== undefined && house.reset < fault.from ? fault : undefined
}

/** Whether something in the outputs' cabinet waits for a hand. */
export const hasTripped = (house: House, site: Site): boolean =>
  inCabinet(house, site, 'tripped breaker') !== undefined || inCabinet(house, site, 'runaway heating') !== undefined

/** The share of the heaters that burns whatever is ordered: less and less over the last degree. */
const runaway = (house: House, site: Site): number => {
  const fault = inCabinet(house, site, 'runaway heating')
  return fault?.degrees === undefined ? 0 : Math.min(1, Math.max(0, fault.degrees - house.air.temperature))
}

/** Whether the mains supply of the house is there. */
export const mainsFault = (house: House, site: Site): Fault | undefined =>
  activeFault(site.faults, 'mains failure', house.time, house.config.name)

/** Works out what the commands really do: power, breaker, inlets, feed. Cheap enough for every step. */
const engage = (house: House, site: Site): void => {
  const { commands, drive } = house
  const failed = mainsFault(house, site)
  house.powered = failed === undefined || house.time >= failed.from + GENERATOR_START
  house.fans = house.powered && !inCabinet(house, site, 'tripped breaker') ? commands.ventilation / 100 : 0
  drive.fans = house.fans + draught(house)
  drive.heating = house.powered ? Math.max(commands.heating / 100, runaway(house, site)) : 0
  drive.pad = house.powered && commands.pad && house.config.shell.pads
  if (commands.opening !== null) house.opening = commands.opening / 100
  else followFans(house)
  if (commands.light !== null) house.light = commands.light
  if (commands.feedLine !== null) house.feedLine = commands.feedLine
}

/** kW that the house draws. */
export const powerOf = (house: House): number => {
  const { config, drive } = house
  if (!house.powered) return 0
  const fans = (house.fans * config.shell.Gmax * 0.055) / 1000
  const light = (house.light / 100) * 0.002 * config.shell.area
  return 0.3 + fans + light + 0.4 * drive.heating + (drive.pad ? 0.75 : 0) + (house.feedLine && house.flock.count > 0 ? 0.6 : 0)
}

/** Whether the feed line brings feed. */
const flowing = (house: House, site: Site): boolean =>
  house.powered && house.feedLine && activeFault(site.faults, 'blocked auger', house.time, house.config.name) === undefined

/** Advances the house to the last whole step at or before `until`. */
export const advance = (house: House, site: Site, until: number, control?: Control): void => {
  const { config, species, air, stores, drive, flock } = house
  const seconds = STEP / 1000
  let outside = site.sky(house.time)
  while (house.time + STEP <= until) {
    engage(house, site)
    stepAir(air, config.shell, drive, outside, seconds)
    const appetite = (flock.need / 86_400) * eagerness(species, house.powered && house.light > 0)
    const leak = activeFault(site.faults, 'leak', house.time, config.name) ? LEAK : 0
    stepStores(stores, species, appetite, air.temperature, flowing(house, site), leak, seconds)
    stores.energy += (powerOf(house) * seconds) / 3600
    house.time += STEP
    if (house.time % MINUTE !== 0) continue
    outside = site.sky(house.time)
    if (house.time % FIVE_MINUTES === 0) refresh(house, site)
    keepHours(house, site.local.hour(house.time))
    if (house.light > 0) house.lit = house.time
    control?.(house)
  }
  engage(house, site)
}

/** What to keep of a house. */
export const stateOf = ({ time, air, stores, commands, opening, reset, lit, script }: House): HouseState =>
  structuredClone({ time, air, stores, commands, opening, reset, ...(lit !== undefined && { lit }), ...(script && { script }) })
