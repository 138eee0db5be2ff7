import type { INFO_TIMES } from '@steading/contract/widgets/types/batches/simpleBatchInfo'
import { DateTime } from 'luxon'
import type { ClosedWithin } from '../batchFigures/index.ts'
import { invalid } from '../platform/failures.ts'

const MONTHS = { LAST_MONTH: 1, LAST_QUARTER: 3, LAST_YEAR: 12 } as const

/** The time of a query of closed batches, and the equally long one before it. */
export interface InfoTime {
  readonly current: ClosedWithin
  readonly previous: ClosedWithin
}

/**
 * The last months up to now by the calendar of a zone, or days of each house, both included.
 * @throws Failed at the day that is missing, or at an end before the start
 */
export function infoTimeOf(
  {
    time,
    startDate,
    endDate,
  }: { time: (typeof INFO_TIMES)[number]; startDate?: string | undefined; endDate?: string | undefined },
  now: Date,
  zone: string,
): InfoTime {
  if (time !== 'CUSTOM') {
    const from = DateTime.fromJSDate(now, { zone }).minus({ months: MONTHS[time] }).toJSDate()
    const before = new Date(2 * from.getTime() - now.getTime())
    return { current: { from, to: now }, previous: { from: before, to: from } }
  }
  if (startDate === undefined) throw invalid('startDate', 'required')
  if (endDate === undefined) throw invalid('endDate', 'required')
  if (endDate < startDate) throw invalid('endDate', 'endBeforeStart')
  const first = DateTime.fromISO(startDate, { zone: 'utc' })
  const days = DateTime.fromISO(endDate, { zone: 'utc' }).diff(first, 'days').days + 1
  const dayText = (day: DateTime) => day.toISODate()! // safe: a valid day
  return {
    current: { firstDay: startDate, lastDay: endDate },
    previous: { firstDay: dayText(first.minus({ days })), lastDay: dayText(first.minus({ days: 1 })) },
  }
}
