import type { WarningAnswer, WarningScore } from '@steading/contract/production/earlyWarning'
import { missing, number } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'

export const answerWords = {
  YES: 'warning.yes',
  NO: 'warning.no',
  UNKNOWN: 'warning.unknown',
} as const satisfies Record<WarningAnswer, TextKey>

/** "2 of 3": how many answered warnings had a cause; with the number of all warnings. */
export function scoreWords({ warnings, right, wrong }: WarningScore, t: Translate): string {
  if (warnings === 0) return missing
  return t('warning.scoreOf', { warnings, right, answered: right + wrong })
}

/** "+12.3 %"; nothing while it is not judged. */
export const deviationWords = (deviation: number | null, t: Translate): string =>
  deviation === null ? missing : `${deviation > 0 ? '+' : ''}${number(deviation, t, 1)}\u00a0%`
