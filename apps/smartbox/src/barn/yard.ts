// What is measured outside the houses: the weather station and the farm's supply.
import { GENERATOR_START, type Site } from './house.ts'
import { jitter } from './noise.ts'
import { flag, gauge, type Point } from './point.ts'

/** A mains failure in any house starts the farm's generator. */
const failure = (site: Site, t: number) =>
  site.faults.find(fault => fault.fault === 'mains failure' && t >= fault.from && t < fault.to)

const running = (site: Site, t: number): boolean => {
  const fault = failure(site, t)
  return fault !== undefined && t >= fault.from + GENERATOR_START
}

export const yard: Readonly<Record<string, (site: Site, seed: number) => Point>> = {
  'outside/temperature': (site, seed) => gauge(1, t => site.sky(t).temperature + 0.1 * jitter(seed, t)),
  'outside/humidity': (site, seed) => gauge(1, t => Math.min(100, site.sky(t).humidity + jitter(seed, t))),
  'outside/wind': (site, seed) => gauge(1, t => Math.max(0, site.sky(t).wind + 0.4 * jitter(seed, t))),
  'outside/direction': (site, seed) => gauge(0, t => Math.floor((site.sky(t).direction + 360 + 8 * jitter(seed, t)) % 360)),
  'outside/rain': site => flag(t => site.sky(t).rain),
  'farm/mains': site => flag(t => failure(site, t) === undefined),
  'farm/generator': site => flag(t => running(site, t)),
}
