import type { ReportRecurrence } from '@steading/contract/reports/reportForms'
import type { ReportFrequency, ReportStatus, ReportType } from '@steading/contract/reports/reportKinds'
import { camel } from '@steading/locales/camel'
import type { Translate } from '@steading/locales/text'
import { weekdayName } from '@steading/locales/weekdays'
import { useText } from '../platform/texts.tsx'
import { StatusPill, type StatusTone } from '../ui/marks/StatusPill.tsx'

export const typeWord = (type: ReportType, t: Translate): string => t(`report.type.${camel(type)}`)
export const statusWord = (status: ReportStatus, t: Translate): string => t(`report.status.${camel(status)}`)
export const frequencyWord = (frequency: ReportFrequency, t: Translate): string => t(`report.frequency.${camel(frequency)}`)

/** When a report recurs: "Every week, Monday, 07:00". */
export function recurrenceText({ frequency, weekday, monthDay, time }: ReportRecurrence, t: Translate): string {
  const day =
    frequency === 'WEEKLY' && weekday !== null
      ? weekdayName(weekday, t, 'long')
      : frequency === 'MONTHLY' && monthDay !== null
        ? t('report.onDay', { day: monthDay })
        : ''
  return [frequencyWord(frequency, t), day, time].filter(Boolean).join(', ')
}

const TONES = {
  REQUESTED: 'pending',
  RUNNING: 'pending',
  READY: 'ok',
  FAILED: 'error',
  EXPIRED: 'idle',
} as const satisfies Record<ReportStatus, StatusTone>

export function ReportStatusPill({ of }: { of: { readonly status: ReportStatus; readonly progress: number } }) {
  const t = useText()
  const { status, progress } = of
  const word = statusWord(status, t)
  return <StatusPill tone={TONES[status]}>{status === 'RUNNING' ? `${word} ${progress}\u00a0%` : word}</StatusPill>
}
