import { CATEGORIES, CATEGORY_IDS, type CategoryId } from '@steading/contract/devices/categories'
import { MOST_ANALYZED } from '@steading/contract/entities/analytics'

/** Days of a range up to today. */
export const DAY_RANGES = [7, 30, 90, 365] as const
type DayRange = (typeof DAY_RANGES)[number]
const USUAL_DAYS: DayRange = 30

/** What is compared, as the address says it. */
export interface Choices {
  readonly entityIds: readonly string[]
  readonly days: DayRange
  readonly category: CategoryId
  readonly meter: CategoryId
}

/** Both days included. */
export interface AnalyticsRange {
  readonly fromDay: string
  readonly toDay: string
}

/** Categories that are averaged, and those that count. Directions have no arithmetic mean. */
export const ENVIRONMENT_CATEGORIES = CATEGORY_IDS.filter(id => CATEGORIES[id].kind === 'GAUGE' && !CATEGORIES[id].vectorMean)
export const METER_CATEGORIES = CATEGORY_IDS.filter(id => CATEGORIES[id].kind === 'COUNTER')

const isId = (text: unknown): text is string => typeof text === 'string' && /^[1-9]\d{0,17}$/.test(text)

/** The choices of an address; `start`: the entities that are compared before anybody has chosen. */
export function choicesOf(search: Readonly<Record<string, unknown>>, start: readonly string[]): Choices {
  const chosen = [...new Set([search['entityIds'] ?? []].flat().filter(isId))].slice(0, MOST_ANALYZED)
  return {
    entityIds: chosen.length > 0 ? chosen : start.slice(0, MOST_ANALYZED),
    days: DAY_RANGES.find(days => String(days) === String(search['days'])) ?? USUAL_DAYS,
    category: ENVIRONMENT_CATEGORIES.find(id => id === search['category']) ?? 'TEMPERATURE',
    meter: METER_CATEGORIES.find(id => id === search['meter']) ?? 'WATER_COUNTER',
  }
}

const DAY = 86_400_000

/** The range of days up to today in a zone. */
export function rangeOf(days: number, now: number, timeZone: string): AnalyticsRange {
  const toDay = new Intl.DateTimeFormat('en-CA', { timeZone }).format(now)
  const fromDay = new Date(Date.parse(toDay) - (days - 1) * DAY).toISOString().slice(0, 10)
  return { fromDay, toDay }
}
