import type { Interface } from '@steading/contract/interfaces'
import { decimalsApart, quantity, since } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { clock } from '../platform/clock.ts'
import type { Alarm } from './view.ts'

type Of = Pick<Interface, 'unit' | 'decimals' | 'lastConvertedReading'>

/** Whether a value is past the limit now: the event may stand open for a while after it came back. */
export const isPast = ({ limit }: Alarm, value: Interface['lastConvertedReading']): boolean =>
  !limit || typeof value !== 'number' || (limit.beyond === 'above' ? value > limit.value : value < limit.value)

/** Decimals with which the last reading and the limit are told apart. */
export const decimalsBeside = (limit: Alarm['limit'], { decimals, lastConvertedReading: last }: Omit<Of, 'unit'>): number =>
  limit && typeof last === 'number' ? decimalsApart(last, limit.value, decimals) : decimals

/** "Alarm above 26,0 °C"; for what has no order only "Alarm". */
export function limitWords({ limit }: Alarm, of: Of, t: Translate): string {
  if (!limit) return t('alarm.one')
  const value = quantity(limit.value, of.unit ?? '', t, decimalsBeside(limit, of))
  return t(limit.beyond === 'above' ? 'tile.alarmAbove' : 'tile.alarmBelow', { value })
}

/** The same with since when. */
export const alarmWords = (alarm: Alarm, of: Of, zone: string, t: Translate): string =>
  t('tile.alarmSince', { alarm: limitWords(alarm, of, t), time: since(alarm.sinceUtc, clock.now(), zone, t) })
