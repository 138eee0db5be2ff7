import { CATEGORIES } from '@steading/contract/categories'
import type { Interface } from '@steading/contract/interfaces'
import type { readings } from '@steading/contract/readings'
import { duration, missing, number } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { z } from 'zod'
import { valueText } from '../widgets/index.ts'

export type Today = z.output<typeof readings.lastAggregate.reply>[number]

export interface Figure {
  readonly label: string
  readonly value: string
  readonly unit: string
}

/** What an interface did since midnight: its extremes and mean, how much a counter counted, how long a state was true. */
export function figuresOf(of: Interface, today: Today | undefined, t: Translate): readonly Figure[] {
  const unit = of.unit ?? ''
  const figure = (label: string, value: number | null | undefined): Figure => {
    const text = number(value, t, of.decimals)
    return { label, value: text, unit: text === missing ? '' : unit }
  }
  if (of.terminalInterfaceDataType === 'STRING') return []
  if (of.terminalInterfaceDataType === 'BOOLEAN')
    return [{ label: t('today.state', { state: valueText(of, true, t) }), value: duration(today?.sum, t), unit: '' }]
  if (CATEGORIES[of.category].kind === 'COUNTER') return [figure(t('today.sum'), today?.sum)]
  return [figure(t('today.lowest'), today?.min), figure(t('today.average'), today?.avg), figure(t('today.highest'), today?.max)]
}
