import type { SiloRunOut } from '@steading/contract/production/figures'
import type { Translate } from '@steading/locales/text'
import { dayText } from './slaughterText.ts'

/** Between which days a silo will be empty. */
export function rangeText({ earliestDay, latestDay }: SiloRunOut, t: Translate): string {
  if (earliestDay === null) return t('runOut.noUse')
  if (latestDay === null) return t('runOut.from', { earliest: dayText(earliestDay, t) })
  if (earliestDay === latestDay) return t('runOut.on', { day: dayText(earliestDay, t) })
  return t('runOut.between', { earliest: dayText(earliestDay, t), latest: dayText(latestDay, t) })
}
