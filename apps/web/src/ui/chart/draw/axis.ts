import { csvTime } from '@steading/locales/csv'
import type { Cell } from '@steading/locales/csv'
import { date, dateTime, number, quantity, time } from '@steading/locales/format'
import type { Notated } from '@steading/locales/notation'
import { utcOffset } from '@steading/locales/zones'
import { digitsOf, scaleOf } from './scale.ts'
import { tickWords, wallTicks } from './ticks.ts'

type Extent = readonly [from: number, to: number]

/** The axis that the panes of a chart share: of moments (ms UTC), of ages (days), or of another measured value. */
export interface ChartAxis {
  readonly type: 'time' | 'value'
  /** Where it has labels. */
  readonly ticks: (extent: Extent) => readonly number[]
  readonly label: (at: number) => string
  /** What stands above the values under the pointer. */
  readonly heading: (at: number, extent: Extent | undefined) => string
  /** A span in words, and its position in a file. */
  readonly words: (at: number) => string
  readonly cell: (at: number) => Cell
  /** The name of its column in a file. */
  readonly name: string
  /** What stands below its labels; absent: they say it themselves. */
  readonly title?: string
}

const DAY = 86_400_000

/** Moments in a zone. `name`: of the column of a file. */
export const timeAxis = (zone: string, name: string, t: Notated): ChartAxis => ({
  type: 'time',
  ticks: extent => wallTicks(extent, zone),
  label: at => tickWords(at, zone, t),
  heading: (at, extent) => stamp(at, zone, t, extent),
  words: at => dateTime(at, zone, t),
  cell: at => csvTime(at, zone, t),
  name,
})

/** Ages of animals in days. `words` says an age. */
export const ageAxis = (
  { name, title }: Required<Pick<ChartAxis, 'name' | 'title'>>,
  words: (age: number) => string,
  t: Notated,
): ChartAxis => ({
  type: 'value',
  ticks: ([from, to]) => {
    const { min, max, step } = scaleOf([from, to])
    const whole = Math.max(1, Math.round(step))
    return Array.from(
      { length: Math.floor((max - min) / whole) + 1 },
      (_, n) => Math.ceil(min / whole) * whole + n * whole,
    ).filter(at => at >= from && at <= to)
  },
  label: at => number(at, t),
  heading: words,
  words,
  cell: at => at,
  name,
  title,
})

/** Values of an interface. `extent`: the whole range, by which its labels are rounded. */
export function valueAxis(
  name: string,
  { unit, decimals }: { readonly unit: string; readonly decimals: number },
  extent: Extent,
  t: Notated,
): ChartAxis {
  const { min, max, step } = scaleOf(extent)
  const words = (at: number) => quantity(at, unit, t, decimals)
  return {
    type: 'value',
    ticks: ([from, to]) =>
      Array.from({ length: Math.round((max - min) / step) + 1 }, (_, place) => min + place * step).filter(
        at => at >= from - step / 1e6 && at <= to + step / 1e6,
      ),
    label: at => number(at, t, [0, digitsOf(step)]),
    heading: words,
    words,
    cell: at => at,
    name: unit ? `${name} (${unit})` : name,
  }
}

/** The wall time under the pointer: with the date once a day is not enough to tell, with the UTC offset where clocks change. */
function stamp(at: number, zone: string, t: Notated, [from, to]: Extent = [at, at]): string {
  const [first, last, own] = [from, to, at].map(moment => utcOffset(zone, new Date(moment)))
  return [...(to - from > DAY ? [date(at, zone, t)] : []), time(at, zone), ...(first === last && last === own ? [] : [own])].join(
    ' ',
  )
}
