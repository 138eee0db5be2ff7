import { CATEGORIES } from '@steading/contract/categories'
import type { Interface, Value } from '@steading/contract/interfaces'
import { missing, number } from '@steading/locales/format'
import { to } from '../app/index.ts'
import { decimalsBeside } from './alarm.ts'
import type { Alarm } from './view.ts'
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
export function valueText(of: Pick<Interface, 'category' | 'decimals'>, value: Value | null, t: Translate): string {
  if (value === null) return missing
  if (typeof value === 'number') return number(value, t, of.decimals)
  if (typeof value === 'string') return value
  const stem = CATEGORIES[of.category].labels ?? 'bool.device'
  return t(`${stem}.${value}` as TextKey) // safe: the table's stems have both texts
}

/** The page of a sensor or device. */
export const hrefOf = ({ id }: Pick<Interface, 'id'>): string =>
  to('/system/interfaces/details/{interfaceId}', { interfaceId: id })

export function subjectOf(of: Interface, title: string | undefined, t: Translate, alarm?: Alarm): Subject {
  const decimals = decimalsBeside(alarm?.limit, of)
  const value = of.lastConvertedReading
  return {
    name: title ?? of.displayName,
    place: of.entity.name,
    href: hrefOf(of),
    text: valueText({ ...of, decimals }, value, t),
    unit: typeof value === 'number' ? (of.unit ?? '') : '',
    value,
    decimals,
    at: of.lastReadingTimestampUtc,
    stale: of.stale || !of.good || of.terminal.retired,
    retired: of.terminal.retired,
  }
}
