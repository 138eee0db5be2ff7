import { CATEGORIES } from '@steading/contract/devices/categories'
import type { Interface } from '@steading/contract/devices/interfaces'
import type { readings } from '@steading/contract/devices/readings'
import { duration, missing, number } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { z } from 'zod'
import { valueText } from '../subject.ts'

export type DayReadings = z.output<typeof readings.lastAggregate.reply>[number]

export interface Figure {
  readonly label: string
  readonly value: string
  readonly unit: string
}

/** What an interface did since midnight: its extremes and mean, how much a counter counted, how long a state was true. */
export function dailyFigures(iface: Interface, today: DayReadings | undefined, t: Translate): readonly Figure[] {
  const unit = iface.unit ?? ''
  const figure = (label: string, value: number | null | undefined): Figure => {
    const text = number(value, t, iface.decimals)
    return { label, value: text, unit: text === missing ? '' : unit }
  }
  if (iface.terminalInterfaceDataType === 'STRING') return []
  if (iface.terminalInterfaceDataType === 'BOOLEAN')
    return [{ label: t('today.state', { state: valueText(iface, true, t) }), value: duration(today?.sum, t), unit: '' }]
  if (CATEGORIES[iface.category].kind === 'COUNTER') return [figure(t('today.sum'), today?.sum)]
  return [figure(t('today.lowest'), today?.min), figure(t('today.average'), today?.avg), figure(t('today.highest'), today?.max)]
}
