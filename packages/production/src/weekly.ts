import { measuredSum } from './consumption.ts'
import type { DayConsumption } from './consumption.ts'
import type { EvolutionDay } from './evolution.ts'
import { figure, quotient } from './figures.ts'
import type { LocalDay } from './figures.ts'
import type { Movement } from './replay.ts'

/** What a week of a batch brought. The weeks count from the opening: days 1 to 7, 8 to 14; the last one may be shorter. */
export interface WeekFigures {
  /** From 1. */
  readonly week: number
  /** First and last local day, see `LocalDay`. */
  readonly from: number
  readonly to: number
  /** Of the batch on its last day, days. */
  readonly age: number
  /** Present at its end. */
  readonly animals: number
  readonly deaths: number
  /** Deaths since the opening per animals entered, %, 2 decimals; −100: none entered. */
  readonly mortality: number
  /** kg of an animal: the last weighing of the week; null: nobody weighed. */
  readonly weight: number | null
  /** Of the day of that weighing, as both stand side by side; without one of the last day of the week. */
  readonly curveWeight: number | null
  /** kg, L; null: nothing was measured. */
  readonly feedKg: number | null
  readonly waterL: number | null
  /** kg per animal and day, over the days on which feed was measured, 3 decimals; null or −100: not computable. */
  readonly feedPerAnimalDay: number | null
  /** L per kg, 2 decimals. */
  readonly waterFeedRatio: number
}

const DAYS = 7

/** Figures of each week. `days` and `points` are the local days of the batch; movements beyond the last of them count there. */
export function weeklyFigures(
  days: readonly DayConsumption[],
  points: readonly EvolutionDay[],
  movements: readonly Movement[],
  localDay: LocalDay,
): WeekFigures[] {
  const [first] = days
  const last = days.at(-1)
  if (!first || !last) return []
  const pointOf = new Map(points.map(point => [point.day, point]))
  const effective = movements.filter(({ pending }) => !pending)
  const until = (day: number, isCounted: (movement: Movement) => boolean) =>
    effective
      .filter(movement => Math.min(localDay(movement.at), last.day) <= day && isCounted(movement))
      .reduce((sum, { number }) => sum + number, 0)
  const isDeath = ({ actionType }: Movement) => actionType === 'DEATH'
  const count = Math.ceil((last.day - first.day + 1) / DAYS)
  return Array.from({ length: count }, (_, index): WeekFigures => {
    const from = first.day + index * DAYS
    const to = Math.min(from + DAYS - 1, last.day)
    const ofWeek = days.filter(({ day }) => day >= from && day <= to)
    const fed = ofWeek.filter(({ feedKg }) => feedKg !== null)
    const end = pointOf.get(to)
    const dead = until(to, isDeath)
    const feedKg = measuredSum(ofWeek.map(day => day.feedKg))
    const waterL = measuredSum(ofWeek.map(day => day.waterL))
    const weighed = points.findLast(({ day, weight }) => day >= from && day <= to && weight !== null)
    return {
      week: index + 1,
      from,
      to,
      age: end?.age ?? to - first.day,
      animals: end?.balance ?? 0,
      deaths: dead - until(from - 1, isDeath),
      mortality: figure(
        quotient(
          100 * dead,
          until(to, ({ action }) => action === 'ENTRY'),
        ),
        2,
      ),
      weight: weighed?.weight ?? null,
      curveWeight: (weighed ?? end)?.curveWeight ?? null,
      feedKg,
      waterL,
      feedPerAnimalDay:
        feedKg === null
          ? null
          : figure(
              quotient(
                feedKg,
                fed.reduce((sum, { animals, elapsed }) => sum + animals * elapsed, 0),
              ),
              3,
            ),
      waterFeedRatio: figure(quotient(waterL, feedKg), 2),
    }
  })
}
