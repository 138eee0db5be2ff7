import type { ReportFormat, ReportType } from '@steading/contract/reports/reportKinds'
import type { ReportPeriod } from '@steading/contract/reports/reportForms'
import type { Translate } from '@steading/locales/text'
import { date } from '@steading/locales/format'
import type { Actor } from '../../platform/actor.ts'
import { midnightOf } from '../../platform/time/localDay.ts'

const DAY = 86_400_000

/** What a report is made of. The actor has the language and the time zone of the report. */
export interface ReportRequest {
  readonly type: ReportType
  readonly format: ReportFormat
  readonly displayName: string
  readonly entityIds: readonly string[]
  readonly batchIds: readonly string[]
  readonly period: ReportPeriod | null
  readonly actor: Actor
  readonly t: Translate
  /** Share of the work that is done, 0 to 1. */
  readonly progress: (share: number) => void
}

/** The instants (ms UTC) of a period by the clock of the report. */
export const spanOf = ({ period, actor }: ReportRequest) => {
  const { fromDay, toDay } = period! // safe: only types with a period ask
  return {
    from: midnightOf(actor.timeZone, Date.parse(fromDay) / DAY),
    to: midnightOf(actor.timeZone, Date.parse(toDay) / DAY + 1),
  }
}

export const dayText = (day: string, t: Translate): string => date(`${day}T00:00:00Z`, 'UTC', t)

export const periodText = ({ period, t }: ReportRequest): string => {
  if (!period) return ''
  const { fromDay, toDay } = period
  return fromDay === toDay ? dayText(fromDay, t) : `${dayText(fromDay, t)} – ${dayText(toDay, t)}`
}
