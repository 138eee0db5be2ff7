// Feed, water and power of one house: what animals take, what a silo holds, when the lorry comes.
import type { Species } from './animals.ts'

/** Stocks and registers. The registers never go back. */
export interface Stores {
  /** kg in the silo */
  silo: number
  /** kg that the lorry at the silo has yet to blow in */
  lorry: number
  /** kg eaten, ever */
  feed: number
  /** litres drunk or lost, ever */
  water: number
  /** kWh used, ever */
  energy: number
}

const LIGHT_HOURS = 18
/** kg that a lorry blows in per second */
const LORRY = 8

/** How fast they eat by light: those that eat by light alone take the day's feed in the hours that are lit. */
export const eagerness = (species: Species, lit: boolean): number => (species.litUp ? (lit ? 24 / LIGHT_HOURS : 0) : 1)

/**
 * Advances `stores` in place. `appetite`: kg per second at comfort; `flowing`: feed reaches the animals (they drink
 * all the same where it does not); `leak`: litres lost per second.
 */
export const stepStores = (
  stores: Stores,
  species: Species,
  appetite: number,
  temperature: number,
  flowing: boolean,
  leak: number,
  seconds: number,
): void => {
  const demand = seconds * appetite * Math.max(0, 1 - 0.02 * Math.max(0, temperature - species.appetiteLimit))
  stores.water += demand * species.waterPerFeed * (1 + 0.04 * Math.max(0, temperature - 21)) + leak * seconds
  if (flowing) {
    const eaten = Math.min(demand, stores.silo)
    stores.silo -= eaten
    stores.feed += eaten
  }
  if (stores.lorry > 0) {
    const blown = Math.min(stores.lorry, LORRY * seconds)
    stores.lorry -= blown
    stores.silo += blown
  }
}

/**
 * kg to order now: nothing while a quarter of the capacity is there, a lorry is at work or it is not working time;
 * else up to 95 % of the capacity, but no more than the animals still eat before they leave.
 */
export const orderFor = (stores: Stores, capacity: number, hour: number, dailyNeed: number, daysLeft: number): number => {
  if (hour < 8 || hour >= 17 || stores.lorry > 0 || dailyNeed <= 0 || stores.silo >= 0.25 * capacity) return 0
  const missing = Math.min(0.95 * capacity, dailyNeed * daysLeft * 1.2) - stores.silo
  return missing < 500 ? 0 : Math.floor(missing / 500) * 500
}
