import { check } from '@steading/contract/http/problem'
import { EditSchedule } from '@steading/contract/reports/reportForms'
import type { ReportScheduleDetails } from '@steading/contract/reports/reports'
import { languageNames } from '@steading/locales/languages'
import type { Translate } from '@steading/locales/text'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type ConflictField, conflictEntries } from '../animalMovements/index.ts'
import { data } from '../platform/api/api.ts'
import { useWrite } from '../platform/api/useWrite.ts'
import { useText } from '../platform/texts.tsx'
import { ConflictPanel } from '../ui/form/edit/ConflictPanel.tsx'
import { createFieldSetter } from '../ui/form/edit/createFieldSetter.ts'
import { EditForm } from '../ui/form/edit/EditForm.tsx'
import { useEditForm } from '../ui/form/edit/useEditForm.ts'
import { useSave } from '../ui/form/edit/useSave.ts'
import { useGo } from '../ui/Link.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { toast } from '../ui/overlay/toast.ts'
import { AuditFoot } from '../ui/page/AuditFoot.tsx'
import { PageHead } from '../ui/page/head/PageHead.tsx'
import { Note } from '../ui/page/Note.tsx'
import { FailedPage } from '../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { useParam } from '../ui/useParam.ts'
import { fieldOf, toEditRequest, toFormValues } from './reportForm.ts'
import type { ReportFormValues } from './reportForm.ts'
import { ReportFields } from './ReportFields.tsx'
import type { KnownNames } from './ReportFields.tsx'
import { calls, freshSchedule, reportsChanged, scheduleQuery } from './reports.queries.ts'
import { recurrenceText } from './reportWords.tsx'

/** A recurring report, to change it. */
export default function ScheduleEdit() {
  const t = useText()
  const { data: schedule, error, refetch } = useQuery(scheduleQuery(useParam('scheduleId')))
  const back = { href: listHref('/reports'), label: t('nav.reports') }
  if (!schedule) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  return <ScheduleForm key={schedule.id} schedule={schedule} back={back} />
}

/** The fields that two people may have changed at once; the words are those of the saved schedule. */
function conflictFields(latest: ReportScheduleDetails, t: Translate): readonly ConflictField<ReportFormValues>[] {
  const recurrence = recurrenceText(latest.recurrence, t)
  return [
    { key: 'displayName', label: t('ui.name'), words: values => values.displayName },
    { key: 'format', label: t('report.format'), words: values => values.format },
    {
      key: 'entityIds',
      label: t('report.places'),
      words: () => latest.entities.map(({ displayName }) => displayName).join(', '),
    },
    { key: 'batchIds', label: t('batch.many'), words: () => latest.batches.map(({ code }) => code).join(', ') },
    { key: 'language', label: t('report.language'), words: values => languageNames[values.language] },
    { key: 'timeZone', label: t('ui.timeZone'), words: values => values.timeZone },
    { key: 'frequency', label: t('report.recurs'), words: () => recurrence },
    { key: 'weekday', label: t('report.weekday'), words: () => recurrence },
    { key: 'monthDay', label: t('report.monthDay'), words: () => recurrence },
    { key: 'time', label: t('report.time'), words: values => values.time },
    {
      key: 'recipientIds',
      label: t('report.recipients'),
      words: () => latest.recipients.map(({ shortName }) => shortName).join(', '),
    },
  ]
}

const namesOf = (schedule: ReportScheduleDetails): KnownNames => ({
  places: schedule.entities.map(({ id, displayName }) => ({ value: id, label: displayName })),
  batches: schedule.batches.map(({ id, code }) => ({ value: id, label: code })),
  people: schedule.recipients.map(({ userId, shortName }) => ({ value: userId, label: shortName })),
})

/** A conflict keeps what was typed and shows what the other user saved. */
function ScheduleForm({ schedule, back }: { schedule: ReportScheduleDetails; back: { href: string; label: string } }) {
  const t = useText()
  const go = useGo()
  const [base, setBase] = useState(schedule)
  const [initial] = useState(() => toFormValues(schedule))
  const edit = useWrite(['reports', 'editSchedule'], calls.editSchedule)
  const leave = () => go(back.href)
  const { form, dirty, submit, ref, rebase } = useEditForm<ReportFormValues>({
    initial,
    validate: values => {
      const checked = check(EditSchedule, toEditRequest(values, base.version))
      return checked.ok
        ? {}
        : Object.fromEntries(
            checked.problems.map(({ field, code, values: more }) => [fieldOf(field), t(`invalid.${code}`, more)]),
          )
    },
    fieldOf,
    save: async values => {
      const saved = await data(edit({ params: { id: schedule.id }, body: toEditRequest(values, base.version) }))
      await reportsChanged()
      toast(t('state.saved'), saved.displayName)
      leave()
    },
  })
  const { busy, save, latest } = useSave({
    submit,
    fetchLatest: () => freshSchedule(schedule.id),
    onConflict: now => {
      setBase(now)
      rebase(toFormValues(now))
    },
  })
  const head = (actions: ReactNode) => <PageHead back={back} title={base.displayName} stacked actions={actions} />
  return (
    <EditForm head={head} dirty={dirty} busy={busy} save={save} leave={leave} formRef={ref}>
      <div className="stack">
        {latest && (
          <ConflictPanel
            who={latest.lastUpdatedBy?.shortName}
            entries={conflictEntries(form, initial, toFormValues(latest), conflictFields(latest, t))}
          />
        )}
        <Note>{t('report.editHint')}</Note>
        <ReportFields
          mode="edit"
          types={[base.type]}
          values={form.values}
          errors={form.errors}
          set={createFieldSetter(form)}
          known={namesOf(base)}
        />
        <AuditFoot
          created={{ by: base.createdBy?.shortName, at: base.creationTimestampUtc }}
          updated={{ by: base.lastUpdatedBy?.shortName, at: base.lastUpdateTimestampUtc }}
        />
      </div>
    </EditForm>
  )
}
