import type { EventDetails } from '@steading/contract/events/events'
import type { ActionConfiguration } from '@steading/contract/events/outbox'
import { type ReactNode, useState } from 'react'
import { clock } from '../../platform/page/clock.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { useText } from '../../platform/texts.tsx'
import { EditForm } from '../../ui/form/edit/EditForm.tsx'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useSave } from '../../ui/form/edit/useSave.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { Card } from '../../ui/page/Card.tsx'
import type { EventScope } from '../eventScope.ts'
import {
  type EventFormValues,
  activeActions,
  toUpdateRequest,
  toFormValues,
  toFormField,
  isMoved,
  validate,
} from './eventForm.ts'
import { EventEntries } from './EventEntries.tsx'
import { detailsQuery, editEvent, eventsChanged } from '../events.queries.ts'
import { AttachmentsField } from '../../ui/attachments/AttachmentsField.tsx'
import { eventFileLimits } from '../../platform/uploadLimits.ts'
import { createFieldSetter } from '../../ui/form/edit/createFieldSetter.ts'
import { hasUnreadableTime } from './hasUnreadableTime.ts'
import { missingPlaceField } from './enterprises.ts'
import { NotifyCard } from './recipients/NotifyCard.tsx'
import { EventConflictPanel } from './EventConflictPanel.tsx'
import { useEnterprises } from './useEnterprises.ts'
import { useConfirmRecipients } from './recipients/useConfirmRecipients.tsx'

/** Edit form of an event. After a version conflict the typed values stay, and the saved values are shown beside them. */
export default function EventEdit({
  event,
  notifications,
  scope,
  head,
  leave,
}: {
  event: EventDetails
  /** Notification settings before the change. */
  notifications: readonly ActionConfiguration[]
  scope: EventScope
  head: (actions: ReactNode) => ReactNode
  leave: () => void
}) {
  const t = useText()
  // Base of the three-way merge: the event when the form opened, later the version of another user.
  const [base, setBase] = useState(event)
  const companies = useEnterprises(!scope.isHelpdesk)
  const { isSure, warn } = useConfirmRecipients()
  const { form, dirty, submit, ref, rebase } = useEditForm<EventFormValues>({
    initial: toFormValues(event, notifications),
    validate: values => {
      const lacking = scope.isHelpdesk ? undefined : missingPlaceField(companies, values)
      return validate(values, { event: base, missingPlace: lacking, now: clock.now() }, t)
    },
    fieldOf: toFormField,
    refusedAt: { EVENT_DATE_GTE_LAST_ANI_MOV_DATE: 'openDate' },
    save: async values => {
      const actions = activeActions(values.actions)
      if (!(await isSure(actions, t(scope.isHelpdesk ? 'helpdesk.saveAsk' : 'event.saveAsk')))) return false
      const saved = await editEvent(event.id, toUpdateRequest(values, base), values.files)
      queryClient.setQueryData(detailsQuery(event.id).queryKey, saved)
      await eventsChanged()
      toast(t('state.saved'), saved.title)
      await warn(saved, scope.isHelpdesk ? 'helpdesk.isSaved' : 'event.isSaved')
      leave()
      return undefined
    },
  })
  const { busy, save, latest } = useSave({
    submit: async () => {
      // An unreadable time is an error outside the form values: show the other errors with it.
      if (hasUnreadableTime(ref.current)) form.validate()
      else await submit()
    },
    fetchLatest: () => queryClient.fetchQuery({ ...detailsQuery(event.id), staleTime: 0 }),
    onConflict: now => {
      const mine = form.getValues()
      setBase(now)
      // A batch chosen for a new place stays.
      rebase({ ...toFormValues(now, notifications), ...(isMoved(mine, base) && { batchId: mine.batchId }) })
    },
    what: t(scope.isHelpdesk ? 'helpdesk.editFailed' : 'event.editFailed'),
  })
  const set = createFieldSetter(form)
  return (
    <EditForm head={head} dirty={dirty} busy={busy} save={save} leave={leave} formRef={ref}>
      {latest && <EventConflictPanel base={event} latest={latest} form={form} />}
      <Card title={t('ui.details')}>
        <EventEntries values={form.values} scope={scope} event={base} errors={form.errors} set={set} />
      </Card>
      <AttachmentsField
        values={form.values}
        attachments={base.attachments}
        limits={eventFileLimits}
        errors={form.errors}
        set={set}
      />
      <NotifyCard values={form.values} scope={scope} errors={form.errors} set={set} />
    </EditForm>
  )
}
