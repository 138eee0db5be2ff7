// What animals give off: heat (CIGR 2002), and by it moisture and CO2; what they want to eat.
import { linear, stepwise, type Curve } from './curve.ts'

export type Kind = 'broiler' | 'pig'

export interface Species {
  /** W per heat unit that the total heat falls for each degree above 20 °C. */
  readonly heatFalloff: number
  /** Litres drunk for each kg eaten, at 21 °C. */
  readonly waterPerFeed: number
  /** °C above which they eat 2 % less for each degree. */
  readonly appetiteLimit: number
  /** Whether they eat only while the light is on. */
  readonly litUp: boolean
  /** m³ of ammonia per hour for each kg of live mass. */
  readonly ammonia: number
  /** Age in days to live mass in kg. */
  readonly growth: Curve
  /** From this age in days on: kg of feed per animal and day. */
  readonly feed: Curve
  /** Deaths by age in days, in a flock of this size. */
  readonly deaths: { readonly flock: number; readonly at: readonly number[]; readonly number: readonly number[] }
  /** °C, by day of life (the first is 1) or by live mass in kg. */
  readonly setPoint: Curve & { readonly by: 'day' | 'mass' }
  /** A usual stay, with the share of the entered animals that is sold early. */
  readonly stay: {
    readonly entryAge: number
    readonly exitAge: number
    readonly sales: readonly { readonly age: number; readonly share: number }[]
  }
}

/** Animals of a real farm stay a little behind the breeder's curve. */
const BEHIND = 0.98

/** Live mass of one animal, kg. */
export const massAt = (species: Species, age: number): number => BEHIND * linear(species.growth, age)

/** Feed that one animal wants in a day, kg. */
export const feedAt = (species: Species, age: number): number => stepwise(species.feed, age)

/** The temperature that suits animals of this age (days) and mass (kg), °C. */
export const comfortAt = (species: Species, age: number, mass: number): number =>
  linear(species.setPoint, species.setPoint.by === 'day' ? age + 1 : mass)

/** Total heat of one animal at 20 °C, W. */
export const heatOf = (kind: Kind, mass: number): number => {
  if (kind === 'broiler') return 10.62 * mass ** 0.75
  const upkeep = 5.09 * mass ** 0.75
  const intake = Math.max(1.9, 3.4 - 0.0133 * (mass - 20))
  return upkeep + (1 - (0.47 + 0.003 * mass)) * (intake - 1) * upkeep
}

/** Total heat of one heat-producing unit (1000 W at 20 °C) at this temperature, W. */
export const totalHeat = (falloff: number, temperature: number): number => Math.max(0, 1000 + falloff * (20 - temperature))

/** The part of it that warms the air; the rest evaporates water. */
export const sensibleHeat = (kind: Kind, total: number, temperature: number): number => {
  const squared = temperature * temperature
  const sensible = kind === 'broiler' ? 0.61 * total - 0.228 * squared : 0.62 * total - 1.15e-7 * squared * squared * squared
  return Math.min(Math.max(sensible, 0), total)
}

/** Activity over the day, 1 on average; `hour` is local, 0 to 24. */
export const activityAt = (hour: number): number => 1 + 0.12 * Math.sin((2 * Math.PI * (hour - 8)) / 24)
