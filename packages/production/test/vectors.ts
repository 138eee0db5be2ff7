import { readFileSync } from 'node:fs'
import type { Curve } from '../src/curve.ts'
import { DAY } from '../src/figures.ts'
import type { Movement } from '../src/replay.ts'

export const HOUR = DAY / 24
/** Lisbon in summer, when both vectors run. */
const OFFSET = HOUR
export const localTime = (at: number): number => (at + OFFSET) / DAY
export const localDay = (at: number): number => Math.floor(localTime(at))
/** Local midnight that begins a date. */
export const midnight = (date: string): number => Date.parse(`${date}T00:00:00Z`) - OFFSET

export type Row = Readonly<Record<string, string>>

/** Rows of a vector by column. */
function read(name: string): Row[] {
  const [header = '', ...lines] = readFileSync(new URL(`vectors/${name}.csv`, import.meta.url), 'utf8')
    .trim()
    .split(/\r?\n/)
  const columns = header.split(',')
  return lines.map(line => {
    const cells = line.split(',')
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']))
  })
}

export const broilerRows = read('broiler_batch')
export const pigRows = read('pig_batch')
export const cell = (row: Row | undefined, column: string): number => Number(row?.[column])

/** Ross 308 as hatched 2022: g, and g of feed from day 1. */
const ROSS_WEIGHT =
  '44 62 81 102 125 151 181 213 249 288 330 376 425 477 533 592 655 720 789 860 935 1012 1092 1174 1258 1345 1434 1524 1616 1710 1805 1901 1999 2097 2196 2296 2396 2496 2597 2697 2798 2898 2998'
const ROSS_FEED =
  '0 12 16 20 24 27 31 35 39 44 48 52 57 62 67 72 77 83 88 94 100 105 111 117 122 128 134 139 145 150 156 161 166 171 176 180 185 189 193 197 201 204 207'
const feeds = ROSS_FEED.split(' ').map(Number)
export const ross: Curve = ROSS_WEIGHT.split(' ').map((grams, age) => ({
  age,
  weight: Number(grams) / 1000,
  dailyFeed: (feeds[age] ?? 0) / 1000,
}))

const PIG_WEIGHT =
  '63:26.0 70:30.7 77:35.7 84:41.1 91:46.8 98:52.8 105:59.1 112:65.7 119:72.5 126:79.6 133:86.8 140:94.1 147:101.5 154:108.9 161:116.3 168:123.7 175:131.0'
const PIG_FEED =
  '63:1.31 70:1.44 77:1.60 84:1.75 91:1.91 98:2.07 105:2.24 112:2.39 119:2.59 126:2.72 133:2.85 140:2.98 147:3.08 154:3.18'
const byAge = (text: string): Map<number, number> =>
  new Map(
    text.split(' ').map(pair => {
      const [age = 0, value = 0] = pair.split(':').map(Number)
      return [age, value]
    }),
  )
const pigFeeds = byAge(PIG_FEED)
export const pigs: Curve = [...byAge(PIG_WEIGHT)].map(([age, weight]) => ({
  age,
  weight,
  dailyFeed: pigFeeds.get(age),
}))

let id = 0
export const movement = (
  at: number,
  actionType: Movement['actionType'],
  number: number,
  weight: number | null,
  more: Partial<Movement> = {},
): Movement => ({
  id: String(++id),
  at,
  action: actionType === 'EXTERNAL_ENTRY' ? 'ENTRY' : 'EXIT',
  actionType,
  number,
  weight,
  ageDays: null,
  pending: false,
  ...more,
})

export const broilerOpen = midnight('2026-04-06')
const BROILER_SALES: Readonly<Record<number, number>> = { 34: 11_250, 41: 42_390 }
export const broilerMovements: Movement[] = [
  movement(broilerOpen, 'EXTERNAL_ENTRY', 20_000, 880, { ageDays: 0 }),
  ...broilerRows.flatMap((row, day) => [
    movement(broilerOpen + day * DAY + 12 * HOUR, 'DEATH', cell(row, 'deaths'), null),
    ...(day in BROILER_SALES
      ? [movement(broilerOpen + (day + 1) * DAY, 'EXTERNAL_SALE', cell(row, 'sale'), BROILER_SALES[day]!)]
      : []),
  ]),
]

export const pigOpen = midnight('2026-05-04')
export const PIG_DEATHS: Readonly<Record<number, number>> = {
  4: 31,
  11: 36,
  19: 42,
  23: 45,
  33: 53,
  41: 60,
  52: 71,
  60: 79,
  71: 88,
  80: 104,
}
export const transferAt = pigOpen + 28 * DAY
export const pigTransfer = movement(transferAt, 'TRANSFER', 20, 880)
export const pigMovements: Movement[] = [
  movement(pigOpen, 'EXTERNAL_ENTRY', 400, 12_280, { ageDays: 70 }),
  ...Object.entries(PIG_DEATHS).map(([day, weight]) => movement(pigOpen + Number(day) * DAY + 12 * HOUR, 'DEATH', 1, weight)),
  pigTransfer,
  movement(pigOpen + 84 * DAY, 'EXTERNAL_SALE', 150, 17_100),
  movement(pigOpen + 91 * DAY, 'EXTERNAL_SALE', 220, 25_300),
]
