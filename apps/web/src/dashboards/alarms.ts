import { CATEGORIES, isCategory } from '@steading/contract/categories'
import { comparesReading, feedbackOf } from '@steading/contract/compared'
import type { Cause, Event, EventDetails } from '@steading/contract/events'
import { canonicalOperator } from '@steading/contract/operators'
import type { Interface, Value } from '@steading/contract/interfaces'
import type { Alarm } from '../widgets/index.ts'

type Open = Pick<EventDetails, 'severityLevel' | 'causes'>

/** The limit that a condition sets; none for what has no order, nor for a counter, whose growth it compares. */
function limitOf({ category, operator, threshold }: Cause): Alarm['limit'] {
  if (typeof threshold !== 'number' || !isCategory(category) || CATEGORIES[category].kind === 'COUNTER') return undefined
  const word = canonicalOperator(operator)
  if (word === 'GREATER' || word === 'GREATER_EQUAL') return { value: threshold, beyond: 'above' }
  return word === 'LESS' || word === 'LESS_EQUAL' ? { value: threshold, beyond: 'below' } : undefined
}

/**
 * The interfaces that hold these events open, each with its worst alarm; given in the order of their severity. Lesser ones count
 * for devices that do not follow: their controls must not claim what is not so.
 */
export function alarmsOf(events: readonly Open[]): ReadonlyMap<string, Alarm> {
  const alarms = new Map<string, Alarm>()
  for (const { severityLevel, causes } of events) {
    const isWorse = severityLevel === 'CRITICAL' || severityLevel === 'MAJOR'
    for (const cause of causes) {
      const { interfaceId, sinceUtc } = cause
      const feedback = feedbackOf(cause)
      if (alarms.has(interfaceId) || (!isWorse && !feedback)) continue
      const limit = feedback ? undefined : limitOf(cause)
      alarms.set(interfaceId, { severity: severityLevel, sinceUtc, ...(limit && { limit }), ...(feedback && { feedback }) })
    }
  }
  return alarms
}

/**
 * Critical ones, those that nobody has taken on first, then the newest. One that was closed while it lasts stays, unless somebody
 * has looked on site.
 */
export const pinned = <E extends Pick<Event, 'severityLevel' | 'status' | 'openDate' | 'lasting'>>(
  events: readonly E[],
): readonly E[] =>
  events
    .filter(one => one.severityLevel === 'CRITICAL' && (one.status !== 'CLOSED' || one.lasting?.checked === false))
    .toSorted((a, b) => Number(b.status === 'OPEN') - Number(a.status === 'OPEN') || b.openDate.localeCompare(a.openDate))

/**
 * What a condition would compare now: the sensor's last value, if it is good. Undefined where the condition does not compare the
 * reading itself, but the growth of a counter, or a distance from what was ordered or should be.
 */
export function valueNow(
  cause: Cause,
  sensor: Pick<Interface, 'good' | 'stale' | 'lastConvertedReading'> | undefined,
): Value | undefined {
  return comparesReading(cause) && sensor?.good && !sensor.stale ? (sensor.lastConvertedReading ?? undefined) : undefined
}
