// Finishing pigs: a public weight table by week; feed is gain × (1.6 + 0.0125 × weight); losses: the demo's reference batch.
import type { Species } from '../animals.ts'

const weeks = [63, 70, 77, 84, 91, 98, 105, 112, 119, 126, 133, 140, 147, 154, 161, 168, 175]

export const pig: Species = {
  heatFalloff: 12,
  waterPerFeed: 2.5,
  appetiteLimit: 25,
  litUp: false,
  ammonia: 4.5e-4 / 100,
  growth: {
    at: weeks,
    value: [26, 30.7, 35.7, 41.1, 46.8, 52.8, 59.1, 65.7, 72.5, 79.6, 86.8, 94.1, 101.5, 108.9, 116.3, 123.7, 131],
  },
  feed: {
    at: weeks.slice(0, -1),
    value: [1.31, 1.44, 1.6, 1.75, 1.91, 2.07, 2.24, 2.39, 2.59, 2.72, 2.85, 2.98, 3.08, 3.18, 3.28, 3.33],
  },
  deaths: {
    flock: 400,
    at: [74.5, 81.5, 89.5, 93.5, 103.5, 111.5, 122.5, 130.5, 141.5, 150.5],
    number: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
  },
  setPoint: { by: 'mass', at: [25, 50, 80, 100], value: [24, 21, 19, 18] },
  stay: {
    entryAge: 70,
    exitAge: 161,
    sales: [
      { age: 98, share: 0.05 },
      { age: 154, share: 0.375 },
    ],
  },
}
