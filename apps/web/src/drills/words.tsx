import type { Drill, DrillDetails, DrillPlan, DrillResult } from '@steading/contract/events/drills'
import { camel } from '@steading/locales/camel'
import { reasonWords } from '@steading/locales/reasons'
import type { TextKey, Translate } from '@steading/locales/text'
import { weekdayName } from '@steading/locales/weekdays'
import { useText } from '../platform/texts.tsx'
import { type StatusTone, StatusPill } from '../ui/marks/StatusPill.tsx'

const tones: Readonly<Record<DrillResult, StatusTone>> = { RUNNING: 'pending', PASSED: 'ok', FAILED: 'error' }
export const resultWord = (result: DrillResult) => `drill.result.${camel(result)}` as const

export function ResultPill({ of }: { of: DrillResult }) {
  const t = useText()
  return <StatusPill tone={tones[of]}>{t(resultWord(of))}</StatusPill>
}

/** Why it failed, in a sentence. */
export const failedWords = ({ stage }: Pick<Drill, 'stage'>, t: Translate) => stage && t(`drill.failed.${camel(stage)}`)

/** What there is to say besides: of the platform, of a box that writes its drill down, or as of any command. */
const reasons: Readonly<Record<string, TextKey>> = {
  updating: 'drill.reason.updating',
  restart: 'drill.reason.restart',
  device: 'drill.reason.store',
}
export const whyWords = ({ reason }: Pick<DrillDetails, 'reason'>, t: Translate): string | undefined => {
  const key = reason === null ? undefined : reasons[reason]
  return key ? t(key) : reasonWords({ reason }, t)
}

export const byWords = ({ plannedUtc, by }: Pick<Drill, 'plannedUtc' | 'by'>, t: Translate) =>
  plannedUtc === null ? by : t('drill.by.plan')

export const planWords = ({ isOn, weekday, at }: DrillPlan, t: Translate) =>
  isOn ? `${weekdayName(weekday, t, 'long')}, ${at}` : t('drill.plan.off')

/** "2 of 3"; nothing where nobody was told. */
export const confirmedWords = ({ told, confirmed }: Pick<Drill, 'told' | 'confirmed'>, t: Translate) =>
  told > 0 ? t('drill.confirmedOf', { confirmed, told }) : ''
