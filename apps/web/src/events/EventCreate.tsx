import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Batch } from '@steading/contract/batches'
import { to } from '../app/index.ts'
import { usePlaceKnown, useStart } from '../entities/index.ts'
import { clock } from '../platform/clock.ts'
import { parseSearch } from '../platform/search.ts'
import { useSignedIn } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { CreateForm } from '../ui/form/CreateForm.tsx'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { useGo } from '../ui/Link.tsx'
import { toast } from '../ui/overlay/toast.ts'
import { listHref } from '../ui/list/useListState.ts'
import { useTellError } from '../ui/overlay/useTellError.ts'
import { useHistoryBack } from '../ui/page/useHistoryBack.ts'
import { FailedPage } from '../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { useBatch } from './batch.queries.ts'
import type { Desk } from './desk.ts'
import { type Entered, activeOf, another, blank, createWish, fieldOf, wrongIn } from './entered.ts'
import { EventEntries } from './EventEntries.tsx'
import { Card } from '../ui/page/Card.tsx'
import { createEvent, eventsChanged } from './events.queries.ts'
import { FilesCard } from './FilesCard.tsx'
import { isPlace, placeLacking } from './places.ts'
import { TellCard } from './TellCard.tsx'
import { filling, isUnread } from './filling.ts'
import { useCompanies } from './useCompanies.ts'
import { useTelling } from './useTelling.tsx'

/** A new event, or a ticket. `?entityId=` says where; `?historyBack=true` leads back to where one came from. Of a batch: in its house. */
export function EventCreate({ desk }: { desk: Desk }) {
  const t = useText()
  const start = useStart()
  const { data: batch, error, refetch } = useBatch(desk.batchId)
  const { entityId: asked } = parseSearch(useRouterState({ select: state => state.location.searchStr }))
  const wished = usePlaceKnown(typeof asked === 'string' ? asked : null)
  if ((desk.isHelpdesk && start === undefined) || wished === undefined) return <SkeletonPage />
  if (desk.batchId !== null && !batch)
    return error ? (
      <FailedPage
        back={{ href: listHref(to('/production/batches')), label: t('batch.many') }}
        error={error}
        retry={() => void refetch()}
      />
    ) : (
      <SkeletonPage />
    )
  if (batch) return <New desk={desk} at={batch.entity.id} enterpriseId={null} batch={batch} />
  const at = desk.isHelpdesk ? (wished?.id ?? start?.id ?? null) : wished && isPlace(wished) ? wished.id : null
  return <New desk={desk} at={at} enterpriseId={wished?.type === 'ENTERPRISE' ? wished.id : null} />
}

/** `at`: where it is at first; null: that is chosen, perhaps in a company that is known. */
function New({ desk, at, enterpriseId, batch }: { desk: Desk; at: string | null; enterpriseId: string | null; batch?: Batch }) {
  const t = useText()
  const go = useGo()
  const router = useRouter()
  const { helpdeskEmail } = useSignedIn()
  const companies = useCompanies(!desk.isHelpdesk && !batch)
  const { isSure, warn } = useTelling()
  const tellError = useTellError()
  const failed = desk.isHelpdesk ? 'helpdesk.createFailed' : 'event.createFailed'
  const [again, setAgain] = useState(false)
  const [made, count] = useState(0)
  const back = useHistoryBack({ href: desk.back(), label: batch?.code ?? t(desk.title) })
  const { form, anew, submit, ref } = useEditForm<Entered>({
    initial: {
      ...blank({ isHelpdesk: desk.isHelpdesk, now: clock.now(), placeId: at, mail: helpdeskEmail, batch }),
      enterpriseId: desk.isHelpdesk ? null : enterpriseId,
    },
    wrongIn: values => {
      const lacking = batch
        ? undefined
        : desk.isHelpdesk
          ? values.entityId === null
            ? 'entityId'
            : undefined
          : placeLacking(companies, values)
      return wrongIn(values, { lacking, now: clock.now() }, t)
    },
    fieldOf,
    refusedAt: { EVENT_DATE_GTE_LAST_ANI_MOV_DATE: 'openDate' },
    save: async values => {
      const actions = activeOf(values.actions)
      const grave = !desk.isHelpdesk && values.severityLevel === 'CRITICAL' && values.status !== 'CLOSED'
      if (!(await isSure(actions, t(desk.isHelpdesk ? 'helpdesk.createAsk' : 'event.createAsk'), grave))) return false
      const saved = await createEvent(createWish(values), values.files)
      await eventsChanged()
      toast(t(desk.isHelpdesk ? 'helpdesk.created' : 'event.created'), saved.title)
      await warn(saved, desk.isHelpdesk ? 'helpdesk.isSaved' : 'event.isSaved')
      if (again) {
        anew(another(values))
        count(made + 1)
        return undefined
      }
      if (back.onClick) router.history.back()
      else go(back.href)
      return undefined
    },
  })
  // The next one begins at its title, the first field to write in.
  useEffect(() => {
    if (made > 0) ref.current?.querySelector<HTMLInputElement>('input:not([type=checkbox])')?.focus()
  }, [made, ref])
  const set = filling(form)
  const created = async () => {
    // A time that cannot be read is one of the things that are wrong: the others are said with it.
    if (isUnread(ref.current)) return void form.validate()
    await submit().catch((error: unknown) => tellError(error, t(failed, { title: form.getValues().title.trim() })))
  }
  return (
    <CreateForm
      key={made}
      title={t(desk.isHelpdesk ? 'helpdesk.new' : 'event.new')}
      back={back}
      form={{ submit: created, ref }}
      beside={
        <Checkbox
          label={t('ui.createAnother')}
          checked={again}
          onChange={event => setAgain(event.currentTarget.checked)}
          className="create-another"
        />
      }
    >
      <div className="stack">
        <Card title={t('ui.details')}>
          <EventEntries of={form.values} desk={desk} mode="create" errors={form.errors} set={set} />
        </Card>
        <FilesCard of={form.values} errors={form.errors} set={set} />
        <TellCard of={form.values} desk={desk} errors={form.errors} set={set} />
      </div>
    </CreateForm>
  )
}
