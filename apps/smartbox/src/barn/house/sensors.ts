// The sensors of a house, by the path that follows the house's name in an address.
import { massAt } from '../animals/animals.ts'
import { ageAt, batchAt, DAY } from '../animals/batch.ts'
import { flowOf, humidityIn, pressureAt } from '../climate/heat.ts'
import { MINUTE, type House } from './house.ts'
import { draw, jitter, seedOf } from '../climate/noise.ts'
import { flag, gauge, type Point } from './point.ts'

type Reader = (t: number) => number

/** A sensor hangs up to this many degrees warmer or colder than the air on average. */
const PLACE = 0.3

const probe = (house: House, number: number): Reader => {
  const seed = seedOf(`${house.config.id}/temperature/${number}`)
  const place = PLACE * (2 * draw(seed, -1) - 1)
  return t => house.air.temperature + place + 0.1 * jitter(seed, t)
}

const average = (house: House): Reader => {
  const probes = (house.config.shell.kind === 'broiler' ? [1, 2, 3, 4] : [1, 2]).map(number => probe(house, number))
  return t => {
    let sum = 0
    for (const read of probes) sum += read(t)
    return sum / probes.length
  }
}

/** A sensor without an offset, with even noise, that reads between 0 and `max`. */
const noisy = (decimals: number, noise: number, max: number, seed: number, value: () => number): Point =>
  gauge(decimals, t => Math.min(max, Math.max(0, value() + noise * jitter(seed, t))))

/**
 * What the scale's display shows: the animal that stood on it last, g for poultry and kg for pigs. In the dark nobody steps on
 * it, so the last weight stays; there is none while the house is empty, or before the first one of a batch.
 */
const scale = (house: House, seed: number): Point => {
  const { config, species } = house
  const unit = config.shell.kind === 'broiler' ? 1000 : 1
  return gauge(2, t => {
    const asleep = species.litUp && house.light === 0
    const at = asleep ? (house.lit ?? t) : t
    const batch = batchAt(config.batches, at)
    if (house.flock.count === 0 || !batch || at < batch.entry) return Number.NaN
    const mass = asleep ? massAt(species, Math.max(batch.entryAge, ageAt(batch, at))) : house.flock.mass
    return unit * mass * (1 + 0.1 * jitter(seed, at))
  })
}

/** Two visits a day, about 07:30 and 16:30 UTC, of 1 to 4 minutes. */
const door = (seed: number): Point =>
  flag(t => {
    const day = Math.floor(t / DAY)
    const visited = (index: number, hour: number): boolean => {
      const from = day * DAY + Math.floor((hour + 0.5 * draw(seed, 4 * day + index)) * 60) * MINUTE
      return t >= from && t < from + Math.floor(1 + 4 * draw(seed, 4 * day + index + 1)) * MINUTE
    }
    return visited(0, 7.25) || visited(2, 16.25)
  })

export const sensors: Readonly<Record<string, (house: House, seed: number) => Point>> = {
  'temperature/1': house => gauge(1, probe(house, 1)),
  'temperature/2': house => gauge(1, probe(house, 2)),
  'temperature/3': house => gauge(1, probe(house, 3)),
  'temperature/4': house => gauge(1, probe(house, 4)),
  'temperature/average': house => gauge(1, average(house)),
  humidity: (house, seed) => noisy(1, 1, 100, seed, () => humidityIn(house.air)),
  co2: (house, seed) => noisy(0, 25, 10_000, seed, () => house.air.co2),
  nh3: (house, seed) => noisy(1, 0.3, 100, seed, () => house.air.nh3),
  pressure: (house, seed) =>
    noisy(1, 0.5, 200, seed, () => pressureAt(house.config.shell, flowOf(house.config.shell, house.fans), house.opening)),
  water: house => gauge(0, () => house.stores.water),
  feed: house => gauge(0, () => house.stores.feed),
  silo: (house, seed) => gauge(0, t => house.stores.silo + 15 * jitter(seed, t)),
  energy: house => gauge(2, () => house.stores.energy),
  scale,
  door: (_house, seed) => door(seed),
}
