import type { EventDetails } from '@steading/contract/events'
import type { ActionConfiguration } from '@steading/contract/outbox'
import { type ReactNode, useState } from 'react'
import { clock } from '../platform/clock.ts'
import { queryClient } from '../platform/queries.ts'
import { useText } from '../platform/texts.tsx'
import { EditForm } from '../ui/form/EditForm.tsx'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { useSave } from '../ui/form/useSave.ts'
import { toast } from '../ui/overlay/toast.ts'
import { Card } from '../ui/page/Card.tsx'
import type { Desk } from './desk.ts'
import { type Entered, activeOf, editWish, enteredOf, fieldOf, isElsewhere, wrongIn } from './entered.ts'
import { EventEntries } from './EventEntries.tsx'
import { detailsQuery, editEvent, eventsChanged } from './events.queries.ts'
import { FilesCard } from './FilesCard.tsx'
import { filling, isUnread } from './filling.ts'
import { placeLacking } from './places.ts'
import { TellCard } from './TellCard.tsx'
import { TheirEvent } from './TheirEvent.tsx'
import { useCompanies } from './useCompanies.ts'
import { useTelling } from './useTelling.tsx'

/** An event while somebody changes it. A save that meets somebody else's keeps what was typed and shows theirs. */
export function EventEdit({
  of,
  told,
  desk,
  head,
  leave,
}: {
  of: EventDetails
  /** Whom it told before. */
  told: readonly ActionConfiguration[]
  desk: Desk
  head: (actions: ReactNode) => ReactNode
  leave: () => void
}) {
  const t = useText()
  // What a save is compared with: as it was when one began, and later what somebody else saved.
  const [base, rebase] = useState(of)
  const companies = useCompanies(!desk.isHelpdesk)
  const { isSure, warn } = useTelling()
  const { form, dirty, submit, ref, meet } = useEditForm<Entered>({
    initial: enteredOf(of, told),
    wrongIn: values => {
      const lacking = desk.isHelpdesk ? undefined : placeLacking(companies, values)
      return wrongIn(values, { event: base, lacking, now: clock.now() }, t)
    },
    fieldOf,
    refusedAt: { EVENT_DATE_GTE_LAST_ANI_MOV_DATE: 'openDate' },
    save: async values => {
      const actions = activeOf(values.actions)
      if (!(await isSure(actions, t(desk.isHelpdesk ? 'helpdesk.saveAsk' : 'event.saveAsk')))) return false
      const saved = await editEvent(of.id, editWish(values, base), values.files)
      queryClient.setQueryData(detailsQuery(of.id).queryKey, saved)
      await eventsChanged()
      toast(t('state.saved'), saved.title)
      await warn(saved, desk.isHelpdesk ? 'helpdesk.isSaved' : 'event.isSaved')
      leave()
      return undefined
    },
  })
  const { busy, save, theirs } = useSave({
    submit: async () => {
      // A time that cannot be read is one of the things that are wrong: the others are said with it.
      if (isUnread(ref.current)) form.validate()
      else await submit()
    },
    fresh: () => queryClient.fetchQuery({ ...detailsQuery(of.id), staleTime: 0 }),
    over: now => {
      const mine = form.getValues()
      rebase(now)
      // Of which batch it is was said of the place that it was moved to.
      meet({ ...enteredOf(now, told), ...(isElsewhere(mine, base) && { batchId: mine.batchId }) })
    },
    what: t(desk.isHelpdesk ? 'helpdesk.editFailed' : 'event.editFailed'),
  })
  const set = filling(form)
  return (
    <EditForm head={head} dirty={dirty} busy={busy} save={save} leave={leave} formRef={ref}>
      {theirs && <TheirEvent seen={of} theirs={theirs} form={form} />}
      <Card title={t('ui.details')}>
        <EventEntries of={form.values} desk={desk} event={base} mode="edit" errors={form.errors} set={set} />
      </Card>
      <FilesCard of={form.values} event={base} errors={form.errors} set={set} />
      <TellCard of={form.values} desk={desk} errors={form.errors} set={set} />
    </EditForm>
  )
}
