import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { BatchDetails } from '@steading/contract/production/batches'
import { to } from '../../platform/navigation/paths.ts'
import { usePlaceKnown, useStart } from '../../entities/index.ts'
import { clock } from '../../platform/page/clock.ts'
import { parseSearch } from '../../platform/navigation/search.ts'
import { useSignedIn } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { CreateForm } from '../../ui/form/edit/CreateForm.tsx'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useGo } from '../../ui/Link.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { listHref } from '../../ui/list/useListState.ts'
import { useTellError } from '../../ui/overlay/useTellError.ts'
import { useHistoryBack } from '../../ui/page/head/useHistoryBack.ts'
import { FailedPage } from '../../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../../ui/state/Skeletons.tsx'
import { useBatch } from '../../batches/index.ts'
import type { EventScope } from '../eventScope.ts'
import {
  type EventFormValues,
  activeActions,
  nextValues,
  emptyValues,
  toCreateRequest,
  toFormField,
  validate,
} from './eventForm.ts'
import { EventEntries } from './EventEntries.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { createEvent, eventsChanged } from '../events.queries.ts'
import { AttachmentsField } from '../../ui/attachments/AttachmentsField.tsx'
import { eventFileLimits } from '../../platform/uploadLimits.ts'
import { isFarmOrSector, missingPlaceField } from './enterprises.ts'
import { NotifyCard } from './recipients/NotifyCard.tsx'
import { createFieldSetter } from '../../ui/form/edit/createFieldSetter.ts'
import { hasUnreadableTime } from './hasUnreadableTime.ts'
import { useEnterprises } from './useEnterprises.ts'
import { useConfirmRecipients } from './recipients/useConfirmRecipients.tsx'

/** A new event, or a ticket. `?entityId=` says where; `?historyBack=true` leads back to where one came from. Of a batch: in its house. */
export default function EventCreate({ scope }: { scope: EventScope }) {
  const t = useText()
  const start = useStart()
  const { data: batch, error, refetch } = useBatch(scope.batchId)
  const { entityId: asked } = parseSearch(useRouterState({ select: state => state.location.searchStr }))
  const wished = usePlaceKnown(typeof asked === 'string' ? asked : null)
  if ((scope.isHelpdesk && start === undefined) || wished === undefined) return <SkeletonPage />
  if (scope.batchId !== null && !batch)
    return error ? (
      <FailedPage
        back={{ href: listHref(to('/production/batches')), label: t('batch.many') }}
        error={error}
        retry={() => void refetch()}
      />
    ) : (
      <SkeletonPage />
    )
  if (batch) return <NewEventForm scope={scope} at={batch.entity.id} enterpriseId={null} batch={batch} />
  const at = scope.isHelpdesk ? (wished?.id ?? start?.id ?? null) : wished && isFarmOrSector(wished) ? wished.id : null
  return <NewEventForm scope={scope} at={at} enterpriseId={wished?.type === 'ENTERPRISE' ? wished.id : null} />
}

/** `at`: where it is at first; null: that is chosen, perhaps in a company that is known. */
function NewEventForm({
  scope,
  at,
  enterpriseId,
  batch,
}: {
  scope: EventScope
  at: string | null
  enterpriseId: string | null
  batch?: BatchDetails
}) {
  const t = useText()
  const go = useGo()
  const router = useRouter()
  const { helpdeskEmail } = useSignedIn()
  const companies = useEnterprises(!scope.isHelpdesk && !batch)
  const { isSure, warn } = useConfirmRecipients()
  const tellError = useTellError()
  const failed = scope.isHelpdesk ? 'helpdesk.createFailed' : 'event.createFailed'
  const [createAnother, setCreateAnother] = useState(false)
  const [createdCount, setCreatedCount] = useState(0)
  const back = useHistoryBack({ href: scope.back(), label: batch?.code ?? t(scope.title) })
  const { form, resetTo, submit, ref } = useEditForm<EventFormValues>({
    initial: {
      ...emptyValues({ isHelpdesk: scope.isHelpdesk, now: clock.now(), placeId: at, mail: helpdeskEmail, batch }),
      enterpriseId: scope.isHelpdesk ? null : enterpriseId,
    },
    validate: values => {
      const lacking = batch
        ? undefined
        : scope.isHelpdesk
          ? values.entityId === null
            ? 'entityId'
            : undefined
          : missingPlaceField(companies, values)
      return validate(values, { missingPlace: lacking, now: clock.now() }, t)
    },
    fieldOf: toFormField,
    refusedAt: { EVENT_DATE_GTE_LAST_ANI_MOV_DATE: 'openDate' },
    save: async values => {
      const actions = activeActions(values.actions)
      const grave = !scope.isHelpdesk && values.severityLevel === 'CRITICAL' && values.status !== 'CLOSED'
      if (!(await isSure(actions, t(scope.isHelpdesk ? 'helpdesk.createAsk' : 'event.createAsk'), grave))) return false
      const saved = await createEvent(toCreateRequest(values), values.files)
      await eventsChanged()
      toast(t(scope.isHelpdesk ? 'helpdesk.created' : 'event.created'), saved.title)
      await warn(saved, scope.isHelpdesk ? 'helpdesk.isSaved' : 'event.isSaved')
      if (createAnother) {
        resetTo(nextValues(values))
        setCreatedCount(createdCount + 1)
        return undefined
      }
      if (back.onClick) router.history.back()
      else go(back.href)
      return undefined
    },
  })
  // Focus the title when another event is created.
  useEffect(() => {
    if (createdCount > 0) ref.current?.querySelector<HTMLInputElement>('input:not([type=checkbox])')?.focus()
  }, [createdCount, ref])
  const set = createFieldSetter(form)
  const created = async () => {
    // An unreadable time is an error outside the form values: show the other errors with it.
    if (hasUnreadableTime(ref.current)) return void form.validate()
    await submit().catch((error: unknown) => tellError(error, t(failed, { title: form.getValues().title.trim() })))
  }
  return (
    <CreateForm
      key={createdCount}
      title={t(scope.isHelpdesk ? 'helpdesk.new' : 'event.new')}
      back={back}
      form={{ submit: created, ref }}
      footer={
        <Checkbox
          label={t('ui.createAnother')}
          checked={createAnother}
          onChange={event => setCreateAnother(event.currentTarget.checked)}
          className="create-another"
        />
      }
    >
      <div className="stack">
        <Card title={t('ui.details')}>
          <EventEntries values={form.values} scope={scope} errors={form.errors} set={set} />
        </Card>
        <AttachmentsField values={form.values} attachments={[]} limits={eventFileLimits} errors={form.errors} set={set} />
        <NotifyCard values={form.values} scope={scope} errors={form.errors} set={set} />
      </div>
    </CreateForm>
  )
}
