import { CATEGORIES } from '@steading/contract/devices/categories'
import type { Interface, Value } from '@steading/contract/devices/interfaces'
import { roundDirection } from '@steading/contract/round'
import { missing, number } from '@steading/locales/format'
import { to } from '../platform/navigation/paths.ts'
import { type Alarm, distinctDecimals } from './alarm.ts'
import type { TextKey, Translate } from '@steading/locales/text'

/** What a widget shows of one sensor or device, in words and figures that are ready to be read. */
export interface Subject {
  readonly name: string
  readonly place: string
  readonly href: string
  /** The last reading; a boolean in the words of its kind. */
  readonly text: string
  /** Empty for what has none. */
  readonly unit: string
  readonly value: Value | null
  readonly decimals: number
  readonly at: string | null
  readonly stale: boolean
  /** Its smart box is out of service for good: what it said last was long ago, however fresh it looks. */
  readonly retired: boolean
}

/** A value of this interface as people read it: "31,0", "On", "Open". */
export function valueText(info: Pick<Interface, 'category' | 'decimals'>, value: Value | null, t: Translate): string {
  if (value === null) return missing
  if (typeof value === 'number')
    return number(CATEGORIES[info.category].vectorMean ? roundDirection(value, info.decimals) : value, t, info.decimals)
  if (typeof value === 'string') return value
  const stem = CATEGORIES[info.category].labels ?? 'bool.device'
  return t(`${stem}.${value}` as TextKey) // safe: the table's stems have both texts
}

/** The page of a sensor or device. */
export const hrefOf = ({ id }: Pick<Interface, 'id'>): string =>
  to('/system/interfaces/details/{interfaceId}', { interfaceId: id })

export function subjectOf(iface: Interface, title: string | undefined, t: Translate, alarm?: Alarm): Subject {
  const decimals = distinctDecimals(alarm?.limit, iface)
  const value = iface.lastConvertedReading
  return {
    name: title ?? iface.displayName,
    place: iface.entity.name,
    href: hrefOf(iface),
    text: valueText({ ...iface, decimals }, value, t),
    unit: typeof value === 'number' ? (iface.unit ?? '') : '',
    value,
    decimals,
    at: iface.lastReadingTimestampUtc,
    stale: iface.stale || !iface.good || iface.terminal.retired,
    retired: iface.terminal.retired,
  }
}
