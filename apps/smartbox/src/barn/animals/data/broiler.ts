// Broilers. Growth and feed: Ross 308 as hatched, performance objectives 2022; losses: the demo's reference flock.
import type { Species } from '../animals.ts'

const grams = [
  44, 62, 81, 102, 125, 151, 181, 213, 249, 288, 330, 376, 425, 477, 533, 592, 655, 720, 789, 860, 935, 1012, 1092, 1174, 1258,
  1345, 1434, 1524, 1616, 1710, 1805, 1901, 1999, 2097, 2196, 2296, 2396, 2496, 2597, 2697, 2798, 2898, 2998,
]
/** Grams eaten on the first, second, … day of life. */
const eaten = [
  12, 16, 20, 24, 27, 31, 35, 39, 44, 48, 52, 57, 62, 67, 72, 77, 83, 88, 94, 100, 105, 111, 117, 122, 128, 134, 139, 145, 150,
  156, 161, 166, 171, 176, 180, 185, 189, 193, 197, 201, 204, 207,
]
const dead = [
  28, 34, 30, 24, 20, 16, 14, 12, 11, 10, 10, 9, 9, 8, 9, 8, 8, 9, 10, 9, 10, 10, 11, 10, 12, 11, 12, 12, 13, 14, 13, 15, 16, 15,
  18, 11, 12, 12, 13, 14, 13, 15,
]

export const broiler: Species = {
  heatFalloff: 20,
  waterPerFeed: 1.8,
  appetiteLimit: 26,
  litUp: true,
  ammonia: 1.4e-5 / 2,
  growth: { at: grams.map((_, day) => day), value: grams.map(g => g / 1000) },
  feed: { at: eaten.map((_, day) => day), value: eaten.map(g => g / 1000) },
  deaths: { flock: 20_000, at: dead.map((_, day) => day + 0.5), number: dead },
  setPoint: { by: 'day', at: [1, 7, 14, 21, 28, 35], value: [32, 29, 25, 22, 20, 18] },
  stay: { entryAge: 0, exitAge: 42, sales: [{ age: 35, share: 0.25 }] },
}
