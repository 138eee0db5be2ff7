// A farm, or the part of it that one box sees: its sky, its houses, and every address that can be read or written.
import { activeFault, type Fault } from './house/faults.ts'
import {
  advance,
  createHouse,
  STEP,
  type Control,
  type House,
  type HouseConfig,
  type HouseState,
  type Site,
} from './house/house.ts'
import { houseComputer } from './house/control.ts'
import { DAY } from './animals/batch.ts'
import { localTime } from './localTime.ts'
import { seedOf } from './climate/noise.ts'
import { outputs } from './house/outputs.ts'
import { round, type Point } from './house/point.ts'
import { sensors } from './house/sensors.ts'
import { createSky } from './climate/weather.ts'
import { yard } from './house/yard.ts'

/** Boxes that give the same seed and time zone stand under the same sky. */
export const createSite = (seed: string, timeZone: string, faults: readonly Fault[]): Site => {
  const local = localTime(timeZone)
  return { sky: createSky(seed, local), local, faults }
}

const RUN_IN = 2 * DAY

/** A house as it is at `time`, run in for two days by the house computer. */
export const settle = (config: HouseConfig, site: Site, time: number): House => {
  const house = createHouse(config, site, time - RUN_IN)
  house.air.temperature = Math.max(house.air.temperature, house.flock.comfort)
  advance(house, site, time, houseComputer)
  return house
}

/**
 * A house at `time` as it was left: air and outputs stand as they stood, so that nothing jumps; animals, stores and registers
 * went on meanwhile. A state more than 100 days old is not used.
 */
export const resume = (config: HouseConfig, site: Site, time: number, state: HouseState): House => {
  if (time - state.time >= 100 * DAY) return settle(config, site, time)
  const house = createHouse(config, site, time, state)
  advance(house, site, time, houseComputer)
  const { air, commands, opening } = structuredClone(state)
  Object.assign(house, { air, commands, opening })
  advance(house, site, time)
  return house
}

/** A saved house that stood as it was left until `since`, and whose air was at the mercy of the site's faults from then to `time`. */
export const exposed = (
  config: HouseConfig,
  site: Site,
  since: number,
  time: number,
  state: HouseState,
  control?: Control,
): House => {
  const from = Math.max(Math.floor(since / STEP) * STEP, state.time)
  const house = createHouse(config, site, from, { ...state, time: from, reset: 0 })
  advance(house, site, time, control)
  return house
}

/** The same under the commands that it had, with registers that went on all the while. */
export const under = (config: HouseConfig, site: Site, since: number, time: number, state: HouseState): House => {
  const { air, commands, opening } = exposed(config, site, since, time, state)
  return Object.assign(resume(config, site, time, { ...state, reset: 0 }), { air, commands, opening })
}

/** Advances every house; without a control the commands stay as they are. */
export const advanceAll = (houses: readonly House[], site: Site, until: number, control?: Control): void => {
  for (const house of houses) advance(house, site, until, control)
}

export interface Reading {
  readonly value: number
  readonly good: boolean
}

export interface Panel {
  /** The point of an address, or undefined. */
  readonly point: (address: string) => Point | undefined
  /** A reading at t as the sensor shows it, faults included, rounded; undefined for an address that is not there. */
  readonly read: (address: string, t: number) => Reading | undefined
  /** Whether the whole terminal is without power at t, so that nothing comes from it. */
  readonly silent: (t: number) => boolean
}

/** What a table itself holds; addresses come from outside, so `constructor` must find nothing. */
const entry = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

/** The house's name, and the path in that house. */
const split = (address: string): [house: string, path: string] => {
  const cut = address.indexOf('/')
  return [address.slice(0, cut), address.slice(cut + 1)]
}

/** Everything that can be read and written by address. `seed` is the farm's. */
export const createPanel = (houses: readonly House[], site: Site, seed: string): Panel => {
  const find = (address: string): Point | undefined => {
    const outside = entry(yard, address)
    if (outside) return outside(site, seedOf(`${seed}/${address}`))
    const [name, path] = split(address)
    const house = houses.find(({ config }) => config.name === name)
    if (!house) return undefined
    return entry(sensors, path)?.(house, seedOf(`${house.config.id}/${path}`)) ?? entry(outputs, path)?.(house, site)
  }
  const points = new Map<string, Point>()
  const point = (address: string): Point | undefined => {
    const found = points.get(address) ?? find(address)
    if (found) points.set(address, found)
    return found
  }
  const frozen = new Map<string, { readonly fault: Fault; readonly value: number }>()
  const read = (address: string, t: number): Reading | undefined => {
    const found = point(address)
    if (!found) return undefined
    const value = round(found.read(t), found.decimals)
    if (site.faults.length === 0) return { value, good: !Number.isNaN(value) }
    const [house, path] = entry(yard, address) ? ['', address] : split(address)
    if (activeFault(site.faults, 'drop-out', t, house, path)) return { value, good: false }
    const stuck = activeFault(site.faults, 'stuck sensor', t, house, path)
    if (!stuck) return { value, good: !Number.isNaN(value) }
    const stuckValue = frozen.get(address)
    if (stuckValue?.fault === stuck) return { value: stuckValue.value, good: true }
    frozen.set(address, { fault: stuck, value })
    return { value, good: !Number.isNaN(value) }
  }
  const silent = (t: number): boolean =>
    site.faults.some(fault => fault.fault === 'terminal offline' && t >= fault.from && t < fault.to)
  return { point, read, silent }
}
