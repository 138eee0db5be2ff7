// What is measured outside the houses: the weather station and the farm's supply.
import { GENERATOR_START, type Site } from './house.ts'
import { draw, jitter } from '../climate/noise.ts'
import { flag, gauge, type Point } from './point.ts'

/** A mains failure in any house starts the farm's generator. */
const failure = (site: Site, t: number) =>
  site.faults.find(fault => fault.fault === 'mains failure' && t >= fault.from && t < fault.to)

const running = (site: Site, t: number): boolean => {
  const fault = failure(site, t)
  return fault !== undefined && t >= fault.from + GENERATOR_START
}

const HOUR = 3_600_000
const MILKED = 24 * HOUR
/** Litres of a day of the herd, and the part by which one day differs from another. */
const MILK = { daily: 2350, spread: 0.04 }
/** Local hours in which the cows are milked. */
const MILKINGS = [
  { from: 5.5, until: 8 },
  { from: 16.5, until: 19 },
] as const
/** Since when the register counts, days since 1970. */
const METER_BEGAN = 20_000

/** Litres that the meter of the milk tank counted until t: a function of time, so that past and present agree. */
function milk({ local }: Site, seed: number, t: number): number {
  const hour = local.hour(t)
  const day = Math.round((t - hour * HOUR) / MILKED)
  const total = (before: number) => MILK.daily * (before - METER_BEGAN + MILK.spread * draw(seed, before))
  const share = MILKINGS.reduce((sum, { from, until }) => sum + Math.min(1, Math.max(0, (hour - from) / (until - from))), 0)
  return total(day) + ((total(day + 1) - total(day)) * share) / MILKINGS.length
}

export const yard: Readonly<Record<string, (site: Site, seed: number) => Point>> = {
  'outside/temperature': (site, seed) => gauge(1, t => site.sky(t).temperature + 0.1 * jitter(seed, t)),
  'outside/humidity': (site, seed) => gauge(1, t => Math.min(100, site.sky(t).humidity + jitter(seed, t))),
  'outside/wind': (site, seed) => gauge(1, t => Math.max(0, site.sky(t).wind + 0.4 * jitter(seed, t))),
  'outside/direction': (site, seed) => gauge(0, t => Math.floor((site.sky(t).direction + 360 + 8 * jitter(seed, t)) % 360)),
  'outside/rain': site => flag(t => site.sky(t).rain),
  'farm/milk': (site, seed) => gauge(1, t => milk(site, seed, t)),
  'farm/mains': site => flag(t => failure(site, t) === undefined),
  'farm/generator': site => flag(t => running(site, t)),
}
