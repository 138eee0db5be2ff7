// How long a scripted mishap has been at work when the barn is first looked at.
import { houseComputer } from '../house/control.ts'
import { exposed, settle } from '../farm.ts'
import { schedule, type ScriptedFault } from '../house/faults.ts'
import { advance, STEP, stateOf, type HouseConfig, type HouseState, type Site } from '../house/house.ts'

const HOUR = 3_600_000

/**
 * UTC ms from which a script counts that is first played at `time`: earlier where a fault wants its house to have `reached` a
 * temperature by then. The house goes there as fast as its heat balance lets it, and is just short of it at `time`; it never
 * began before the house was left. `left`: the house as it was saved.
 */
export const beginOf = (
  script: readonly ScriptedFault[],
  site: Site,
  houses: readonly HouseConfig[],
  left: (config: HouseConfig) => HouseState | undefined,
  time: number,
): number => {
  const { house, reached } = script.find(fault => fault.reached !== undefined) ?? {}
  const config = houses.find(({ name }) => name === house)
  if (reached === undefined || !config) return time
  const latest = Math.floor(time / STEP) * STEP
  const saved = left(config)
  const earliest = Math.max(latest - HOUR, saved?.time ?? 0)
  // A house that nobody ran before is run by its computer.
  const control = saved ? undefined : houseComputer
  const stateAt = saved ? () => saved : calmHour(config, { ...site, faults: [] }, earliest, latest)
  const isThere = (from: number): boolean =>
    exposed(config, { ...site, faults: schedule(script, from) }, from, time, stateAt(from), control).air.temperature >= reached
  let from = latest
  while (from - STEP >= earliest && !isThere(from - STEP)) from -= STEP
  return from
}

/** A house at every step between two times, without faults. */
const calmHour = (config: HouseConfig, site: Site, from: number, to: number): ((t: number) => HouseState) => {
  const house = settle(config, site, from)
  const states = [stateOf(house)]
  while (house.time < to) {
    advance(house, site, house.time + STEP, houseComputer)
    states.push(stateOf(house))
  }
  return t => states[(t - from) / STEP]!
}
