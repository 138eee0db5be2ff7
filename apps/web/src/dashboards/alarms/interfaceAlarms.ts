import { CATEGORIES, isCategory } from '@steading/contract/devices/categories'
import { comparesReading, feedbackOf } from '@steading/contract/events/comparison'
import type { Cause, Event, EventDetails } from '@steading/contract/events/events'
import { canonicalOperator } from '@steading/contract/rules/operators'
import type { Interface, Value } from '@steading/contract/devices/interfaces'
import { type Alarm } from '../../interfaces/index.ts'

type OpenEvent = Pick<EventDetails, 'severityLevel' | 'causes'>

/** Limit of a condition; undefined for unordered values, and for counters, whose growth is compared. */
function limitOf({ category, operator, threshold }: Cause): Alarm['limit'] {
  if (typeof threshold !== 'number' || !isCategory(category) || CATEGORIES[category].kind === 'COUNTER') return undefined
  const word = canonicalOperator(operator)
  if (word === 'GREATER' || word === 'GREATER_EQUAL') return { value: threshold, beyond: 'above' }
  return word === 'LESS' || word === 'LESS_EQUAL' ? { value: threshold, beyond: 'below' } : undefined
}

/**
 * Worst alarm by interface; `events` are sorted by severity. Events of lower severity count for devices that do not follow their
 * command: a control must not show a state that is not reached.
 */
export function alarmsOf(events: readonly OpenEvent[]): ReadonlyMap<string, Alarm> {
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
 * Critical events, unacknowledged ones first, then the newest. An event closed while its condition is met stays, unless somebody
 * checked on site.
 */
export const pinned = <E extends Pick<Event, 'severityLevel' | 'status' | 'openDate' | 'lasting'>>(
  events: readonly E[],
): readonly E[] =>
  events
    .filter(event => event.severityLevel === 'CRITICAL' && (event.status !== 'CLOSED' || event.lasting?.checked === false))
    .toSorted((a, b) => Number(b.status === 'OPEN') - Number(a.status === 'OPEN') || b.openDate.localeCompare(a.openDate))

/**
 * Value that a condition compares now: the last good reading. Undefined if the condition compares something else: the growth of
 * a counter, or the deviation from a command or setpoint.
 */
export function valueNow(
  cause: Cause,
  sensor: Pick<Interface, 'good' | 'stale' | 'lastConvertedReading'> | undefined,
): Value | undefined {
  return comparesReading(cause) && sensor?.good && !sensor.stale ? (sensor.lastConvertedReading ?? undefined) : undefined
}
