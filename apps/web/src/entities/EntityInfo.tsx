import type { Entity } from '@steading/contract/entities'
import { isTenant } from '@steading/contract/entities'
import { type ReactNode, useMemo } from 'react'
import { WasRefused } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'
import { useText } from '../platform/texts.tsx'
import { EditForm } from '../ui/form/EditForm.tsx'
import { Entries } from '../ui/form/Entries.tsx'
import { atPicture } from '../ui/dropzone/atPicture.ts'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { useSave } from '../ui/form/useSave.ts'
import { confirm } from '../ui/overlay/dialogs.ts'
import { toast } from '../ui/overlay/toast.ts'
import { Card } from '../ui/page/Card.tsx'
import { BillingEntries } from './BillingEntries.tsx'
import { Children } from './Children.tsx'
import { DetailsEntries } from './DetailsEntries.tsx'
import { type EnteredEdit, editSchema, enteredOf, wishOf } from './entered.ts'
import { calls, entityQuery } from './entities.queries.ts'
import { entitiesChanged } from './pages.queries.ts'
import { PictureCard } from './PictureCard.tsx'
import { PlaceCard } from './PlaceCard.tsx'
import { TagsButton } from './TagsButton.tsx'
import { Theirs } from './Theirs.tsx'

/**
 * The cards of an entity, to look at or to change. A save that meets somebody else's keeps what was typed and shows theirs; one
 * that disables what others depend on asks first.
 */
export function EntityInfo({
  of,
  mode,
  head,
  leave,
}: {
  of: Entity
  mode: 'view' | 'edit'
  /** The head of the page while one changes it, around save and cancel. */
  head: (actions: ReactNode) => ReactNode
  leave: () => void
}) {
  const t = useText()
  const schema = useMemo(() => editSchema(of.type), [of.type])
  const { form, dirty, submit, ref, meet } = useEditForm<EnteredEdit>({
    initial: enteredOf(of),
    schema,
    together: [['latitude', 'longitude']],
    fieldOf: atPicture,
    refusedAt: { ENTITY_CODE_IN_USE: 'code' },
    save: async values => {
      const confirmed = { confirm: false, confirmTimeZone: false }
      const send = () => calls.edit({ params: { id: of.id }, query: confirmed, ...wishOf(values) })
      let answer = await send()
      if ('refused' in answer && answer.refused === 'CONFIRM_INACTIVATE_ENTITY_WITH_DEPENDENCIES') {
        const isSure = await confirm({
          title: t('confirm.disableEntity', { name: of.name }),
          text: t('confirm.disableEntityHint'),
          yes: t('entity.disable'),
          no: t('ui.cancel'),
          danger: true,
        })
        if (!isSure) throw new Stopped()
        confirmed.confirm = true
        answer = await send()
      }
      if ('refused' in answer && answer.refused === 'CONFIRM_TIME_ZONE_WITH_RULES') {
        const isSure = await confirm({
          title: t('confirm.timeZone', { name: of.name }),
          text: answer.message,
          yes: t('entity.changeTimeZone'),
          no: t('ui.cancel'),
        })
        if (!isSure) throw new Stopped()
        confirmed.confirmTimeZone = true
        answer = await send()
      }
      if ('refused' in answer) throw new WasRefused(answer.refused, answer.message)
      queryClient.setQueryData(entityQuery(of.id).queryKey, answer.data)
      await entitiesChanged()
      toast(t('state.saved'), answer.data.displayName)
      leave()
    },
  })
  const { busy, save, theirs } = useSave({
    submit: () => submit().catch(backedOut),
    fresh: async () => {
      const now = await queryClient.fetchQuery({ ...entityQuery(of.id), staleTime: 0 })
      // The tree beside it says what the others saved, too.
      void entitiesChanged(of.id)
      return now
    },
    over: now => meet(enteredOf(now)),
  })
  const cards = (
    <div className="stack">
      {theirs && (
        <Theirs seen={of} theirs={theirs} mine={form.values} take={(field, value) => form.setFieldValue(field, value)} />
      )}
      <Card title={t('ui.details')} actions={mode === 'view' && <TagsButton of={of} />}>
        <Entries mode={mode}>
          <DetailsEntries form={form} type={of.type} of={of} tagsAt={of.id} />
        </Entries>
      </Card>
      {isTenant(of.type) && (mode === 'edit' || of.billingInformation) && (
        <Card title={t('entity.billing')}>
          <Entries mode={mode}>
            <BillingEntries form={form} />
          </Entries>
        </Card>
      )}
      <PlaceCard form={form} mode={mode} name={of.name} of={of} near={of.parent?.id ?? null} />
      <PictureCard
        form={form}
        of={of}
        editing={mode === 'edit'}
        removed={form.values.removeImage}
        onRemove={removed => form.setFieldValue('removeImage', removed)}
      />
      {mode === 'view' && <Children of={of} />}
    </div>
  )
  if (mode === 'view') return cards
  return (
    <EditForm head={head} dirty={dirty} busy={busy} save={save} leave={leave} formRef={ref}>
      {cards}
    </EditForm>
  )
}

/** The person backed out: nothing failed. */
class Stopped extends Error {}
const backedOut = (error: unknown) => {
  if (!(error instanceof Stopped)) throw error
}
