import { SEVERITIES } from '@steading/contract/events/events'
import { camel } from '@steading/locales/camel'
import { duration, number } from '@steading/locales/format'
import type { TextKey } from '@steading/locales/text'
import { countBySeverity, eventsAfter, eventTotals } from '../../events/index.ts'
import { translateWording, wordingFromColumn } from '../../platform/text/wording.ts'
import type { World } from '../../platform/world.ts'
import type { ReportRequest } from './reportRequest.ts'
import { periodText, spanOf } from './reportRequest.ts'
import type { Row, TableReport } from './tableReport.ts'

const PORTION = 500
const HOUR = 3_600_000

/** EVENTS: those opened in the period, with how long they took to close and how many messages were sent. */
export async function eventsReport({ db }: World, request: ReportRequest): Promise<TableReport> {
  const { t, actor, entityIds, displayName, progress } = request
  const span = spanOf(request)
  const filter = {
    entities: entityIds,
    helpdesk: false,
    fromDate: new Date(span.from).toISOString(),
    // The end belongs to the day after.
    toDate: new Date(span.to - 1).toISOString(),
  }
  const { counts, totals } = await db.work(actor, async work => ({
    counts: await countBySeverity(work, filter),
    totals: await eventTotals(work, filter),
  }))
  return {
    title: displayName,
    subtitle: `${t('report.type.events')} · ${periodText(request)}`,
    figures: [
      { label: t('report.total'), value: number(counts.total, t, 0) },
      ...SEVERITIES.toReversed().map(severity => ({
        label: t(`event.severity.${camel(severity)}`),
        value: number(counts[severity], t, 0),
      })),
      { label: t('report.meanTimeToClose'), value: duration(totals.secondsToClose, t) },
      { label: t('report.messages'), value: number(totals.messages, t, 0) },
    ],
    columns: [
      { title: `${t('event.opened')} (${actor.timeZone})` },
      { title: `${t('event.closed')} (${actor.timeZone})` },
      { title: t('report.hoursToClose'), decimals: 2, isNumeric: true },
      { title: t('event.severity.label') },
      { title: t('event.category.label') },
      { title: t('event.title') },
      { title: t('entity.generic') },
      { title: t('event.status.label') },
      { title: t('report.messages'), decimals: 0, isNumeric: true },
    ],
    async *rows() {
      let last: { readonly at: Date; readonly id: string } | undefined
      for (let done = 0; ; done += PORTION) {
        const rows = await db.work(actor, work => eventsAfter(work, filter, last, PORTION))
        if (rows.length > 0)
          yield rows.map((event): Row => [
            { instant: event.open_date.toISOString(), timeZone: actor.timeZone },
            event.close_date && { instant: event.close_date.toISOString(), timeZone: actor.timeZone },
            event.close_date && (event.close_date.getTime() - event.open_date.getTime()) / HOUR,
            t(`event.severity.${camel(event.severity)}` as TextKey), // safe: each member has a text; so have the next two
            t(`event.category.${camel(event.category)}` as TextKey),
            event.wording === null ? event.title : translateWording(t, wordingFromColumn(event.wording)!),
            event.entity.displayName,
            t(`event.status.${camel(event.status)}` as TextKey),
            event.messages,
          ])
        progress(counts.total === 0 ? 1 : Math.min(1, (done + rows.length) / counts.total))
        if (rows.length < PORTION) return
        const end = rows.at(-1)!
        last = { at: end.open_date, id: end.id }
      }
    },
  }
}
