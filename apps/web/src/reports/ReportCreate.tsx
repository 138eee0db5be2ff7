import { check } from '@steading/contract/http/problem'
import { CreateReport } from '@steading/contract/reports/reportForms'
import { data } from '../platform/api/api.ts'
import { useWrite } from '../platform/api/useWrite.ts'
import { to } from '../platform/navigation/paths.ts'
import { clock } from '../platform/page/clock.ts'
import { useMay, useSignedIn } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { CreateForm } from '../ui/form/edit/CreateForm.tsx'
import { createFieldSetter } from '../ui/form/edit/createFieldSetter.ts'
import { useEditForm } from '../ui/form/edit/useEditForm.ts'
import { useGo } from '../ui/Link.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { toast } from '../ui/overlay/toast.ts'
import { ReportFields } from './ReportFields.tsx'
import { fieldOf, offeredTypes, toCreateRequest, withType } from './reportForm.ts'
import type { ReportFormValues } from './reportForm.ts'
import { calls, reportsChanged } from './reports.queries.ts'

const DAY = 86_400_000
const dayText = (at: number) => new Date(at).toISOString().slice(0, 10)

/** The last seven full days, once, in the reader's language and time zone. */
function initialValues(
  type: ReportFormValues['type'],
  { language, timeZone }: Pick<ReportFormValues, 'language' | 'timeZone'>,
): ReportFormValues {
  return {
    displayName: '',
    ...withType(type, 'PDF'),
    entityIds: [],
    batchIds: [],
    fromDay: dayText(clock.now() - 7 * DAY),
    toDay: dayText(clock.now() - DAY),
    frequency: 'ONCE',
    time: '07:00',
    weekday: 0,
    monthDay: 1,
    language,
    timeZone,
    recipientIds: [],
  }
}

/** Requests a report, once or recurring. */
export default function ReportCreate() {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const person = useSignedIn()
  const types = offeredTypes(may)
  const create = useWrite(['reports', 'create'], calls.create)
  const { form, submit, ref } = useEditForm<ReportFormValues>({
    initial: initialValues(types[0] ?? 'EVENTS', { language: t.language, timeZone: person.timeZone }),
    validate: values => {
      const checked = check(CreateReport, toCreateRequest(values))
      return checked.ok
        ? {}
        : Object.fromEntries(
            checked.problems.map(({ field, code, values: more }) => [fieldOf(field), t(`invalid.${code}`, more)]),
          )
    },
    fieldOf,
    save: async values => {
      const report = await data(create({ body: toCreateRequest(values) }))
      await reportsChanged()
      toast(t('report.requestedToast'), report.displayName)
      go(to('/reports/{reportId}/details', { reportId: report.id }))
    },
  })
  return (
    <CreateForm title={t('report.new')} back={{ href: listHref('/reports'), label: t('nav.reports') }} form={{ submit, ref }}>
      <ReportFields mode="create" types={types} values={form.values} errors={form.errors} set={createFieldSetter(form)} />
    </CreateForm>
  )
}
