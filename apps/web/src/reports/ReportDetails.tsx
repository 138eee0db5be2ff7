import { Button } from '@mantine/core'
import type { ReportDetails as Details } from '@steading/contract/reports/reports'
import { camel } from '@steading/locales/camel'
import { date, dateTime, number } from '@steading/locales/format'
import { languageNames } from '@steading/locales/languages'
import { IconDownload, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { PlaceLink } from '../entities/index.ts'
import { data } from '../platform/api/api.ts'
import { useWrite } from '../platform/api/useWrite.ts'
import { useMay, useZone } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { download } from '../ui/list/export/download.ts'
import { listHref } from '../ui/list/useListState.ts'
import { useAsyncAction } from '../ui/overlay/useAsyncAction.ts'
import { AuditFoot } from '../ui/page/AuditFoot.tsx'
import { Card } from '../ui/page/Card.tsx'
import { DeleteAction } from '../ui/page/DeleteAction.tsx'
import { Fields } from '../ui/page/Fields.tsx'
import { PageHead } from '../ui/page/head/PageHead.tsx'
import { Note } from '../ui/page/Note.tsx'
import { FailedPage } from '../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { useParam } from '../ui/useParam.ts'
import { ScheduleActions } from './ScheduleActions.tsx'
import { calls, reportQuery, reportsChanged } from './reports.queries.ts'
import { recurrenceText, ReportStatusPill, typeWord } from './reportWords.tsx'
import './reports.css'

/** A report: what it is made of, its state, its file, its schedule and its recipients. */
export default function ReportDetails() {
  const t = useText()
  const { data: report, error, refetch } = useQuery(reportQuery(useParam('reportId')))
  const back = { href: listHref('/reports'), label: t('nav.reports') }
  if (!report) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  return (
    <div className="stack">
      <PageHead
        back={back}
        title={report.displayName}
        stacked
        meta={
          <>
            <ReportStatusPill of={report} />
            <PlaceLink entity={report.entity} />
          </>
        }
        actions={<Actions report={report} />}
      />
      {report.error && <Note>{t(`report.error.${camel(report.error)}`)}</Note>}
      {report.status === 'EXPIRED' && <Note>{t('report.expiredHint')}</Note>}
      <ReportFields report={report} />
      <ScheduleFields report={report} />
      <AuditFoot created={{ by: report.requestedBy?.shortName, at: report.creationTimestampUtc }} />
    </div>
  )
}

function ReportFields({ report }: { report: Details }) {
  const t = useText()
  const zone = useZone()
  const { period, batches, entities } = report
  const day = (text: string) => date(`${text}T00:00:00Z`, 'UTC', t)
  return (
    <Card title={t('ui.details')}>
      <Fields
        items={[
          { label: t('report.type.label'), value: typeWord(report.type, t) },
          { label: t('report.format'), value: report.format },
          ...(period
            ? [{ label: t('period.label'), value: <PeriodText from={day(period.fromDay)} to={day(period.toDay)} /> }]
            : []),
          ...(batches.length > 0 ? [{ label: t('batch.many'), value: batches.map(({ code }) => code).join(', ') }] : []),
          ...(entities.length > 0
            ? [{ label: t('report.places'), value: entities.map(({ displayName }) => displayName).join(', ') }]
            : []),
          { label: t('report.language'), value: languageNames[report.language] },
          { label: t('ui.timeZone'), value: report.timeZone },
          { label: t('report.finishedOn'), value: report.finishedUtc && dateTime(report.finishedUtc, zone, t) },
          { label: t('report.keptUntil'), value: report.expiresUtc && dateTime(report.expiresUtc, zone, t) },
          { label: t('report.size'), value: report.bytes === null ? null : `${number(report.bytes / 1024, t, 0)} KB` },
        ]}
      />
    </Card>
  )
}

const PeriodText = ({ from, to }: { from: string; to: string }) => (
  <>
    <span className="report-day">{from}</span>
    {to !== from && (
      <>
        {' – '}
        <span className="report-day">{to}</span>
      </>
    )}
  </>
)

function ScheduleFields({ report: { schedule, recipients, displayName } }: { report: Details }) {
  const t = useText()
  const zone = useZone()
  if (!schedule && recipients.length === 0) return null
  return (
    <Card
      title={t(schedule ? 'report.schedule' : 'report.recipients')}
      actions={schedule && <ScheduleActions id={schedule.id} name={displayName} />}
    >
      <Fields
        items={[
          ...(schedule
            ? [
                { label: t('report.recurs'), value: `${recurrenceText(schedule.recurrence, t)} (${schedule.timeZone})` },
                { label: t('report.next'), value: dateTime(schedule.nextUtc, zone, t) },
              ]
            : []),
          { label: t('report.recipients'), value: recipients.map(({ shortName }) => shortName).join(', ') },
        ]}
      />
    </Card>
  )
}

function Actions({ report }: { report: Details }) {
  const t = useText()
  const may = useMay()
  const { busy: saving, run: runSave } = useAsyncAction(t('export.failed'))
  const { busy: retrying, run: runRetry } = useAsyncAction()
  const retry = useWrite(['reports', 'retry'], calls.retry)
  const remove = useWrite(['reports', 'remove'], calls.remove)
  const params = { id: report.id }
  const save = () =>
    runSave(async () => {
      const { name, content } = await data(calls.download({ params }))
      download(name, content)
    })
  const again = () =>
    runRetry(async () => {
      await data(retry({ params }))
      await reportsChanged()
    })
  return (
    <>
      {report.status === 'READY' && (
        <Button leftSection={<IconDownload size={16} aria-hidden />} data-busy={saving || undefined} onClick={() => void save()}>
          {t('report.download')}
        </Button>
      )}
      {(report.status === 'FAILED' || report.status === 'EXPIRED') && may('reports.update') && (
        <Button
          leftSection={<IconRefresh size={16} aria-hidden />}
          data-busy={retrying || undefined}
          onClick={() => void again()}
        >
          {t('report.makeAgain')}
        </Button>
      )}
      {may('reports.delete') && (
        <DeleteAction
          name={report.displayName}
          {...(report.schedule && { hint: t('report.scheduleStays') })}
          failed={t('report.deleteFailed')}
          done={t('report.deleted')}
          remove={() => data(remove({ params }))}
          leave={listHref('/reports')}
          onDeleted={() => reportsChanged(report.id)}
        />
      )}
    </>
  )
}
