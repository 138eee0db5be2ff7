import type { Interface, Value } from '@steading/contract/devices/interfaces'
import type { Severity } from '@steading/contract/events/events'
import { decimalsApart, exactDecimals, quantity, since } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { clock } from '../platform/page/clock.ts'

/** An open event's line that an interface has crossed. */
export interface Alarm {
  readonly severity: Severity
  /** Absent for what has no order: a door, a status. */
  readonly limit?: { readonly value: number; readonly beyond: 'above' | 'below' }
  /** Of a device that does not follow: what it was told, and what it said instead. */
  readonly feedback?: { readonly ordered: Value; readonly feedback: Value }
  readonly sinceUtc: string
}

type ReadingFormat = Pick<Interface, 'unit' | 'decimals' | 'lastConvertedReading'>

/** Whether a value is past the limit now: the event may stand open for a while after it came back. */
export const isPast = ({ limit }: Alarm, value: Interface['lastConvertedReading']): boolean =>
  !limit || typeof value !== 'number' || (limit.beyond === 'above' ? value > limit.value : value < limit.value)

/** Decimals of the limit and of the last reading beside it: all those of the limit, and enough to tell the two apart. */
export const distinctDecimals = (
  limit: Alarm['limit'],
  { decimals, lastConvertedReading: last }: Omit<ReadingFormat, 'unit'>,
): number => {
  if (!limit) return decimals
  const exact = exactDecimals(limit.value, decimals)
  return typeof last === 'number' ? decimalsApart(last, limit.value, exact) : exact
}

/** "Alarm above 26,0 °C"; for what has no order only "Alarm". */
export function limitWords({ limit }: Alarm, reading: ReadingFormat, t: Translate): string {
  if (!limit) return t('alarm.one')
  const value = quantity(limit.value, reading.unit ?? '', t, distinctDecimals(limit, reading))
  return t(limit.beyond === 'above' ? 'tile.alarmAbove' : 'tile.alarmBelow', { value })
}

/** The same with since when. */
export const alarmWords = (alarm: Alarm, reading: ReadingFormat, zone: string, t: Translate): string =>
  t('tile.alarmSince', { alarm: limitWords(alarm, reading, t), time: since(alarm.sinceUtc, clock.now(), zone, t) })
