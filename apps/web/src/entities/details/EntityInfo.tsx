import type { Entity } from '@steading/contract/entities/entities'
import { isTenant } from '@steading/contract/entities/entities'
import { type ReactNode, useMemo } from 'react'
import { WasRefused } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useText } from '../../platform/texts.tsx'
import { EditForm } from '../../ui/form/edit/EditForm.tsx'
import { Entries } from '../../ui/form/edit/FormFields.tsx'
import { atPicture } from '../../ui/dropzone/atPicture.ts'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useSave } from '../../ui/form/edit/useSave.ts'
import { confirmDialog } from '../../ui/overlay/dialogs.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { Card } from '../../ui/page/Card.tsx'
import { BillingEntries } from '../form/BillingEntries.tsx'
import { ChildEntities } from './ChildEntities.tsx'
import { DetailsEntries } from '../form/DetailsEntries.tsx'
import { type EditEntityValues, editSchema, toFormValues, toRequest } from '../form/entityForm.ts'
import { calls, entityQuery } from '../entities.queries.ts'
import { entitiesChanged } from '../pages.queries.ts'
import { PictureCard } from '../form/PictureCard.tsx'
import { PlaceCard } from '../form/PlaceCard.tsx'
import { TagsButton } from '../tags/TagsButton.tsx'
import { EntityConflictPanel } from '../form/EntityConflictPanel.tsx'

/**
 * The cards of an entity, to look at or to change. A save that meets somebody else's keeps what was typed and shows theirs; one
 * that disables what others depend on asks first.
 */
export function EntityInfo({
  entity,
  mode,
  head,
  leave,
}: {
  entity: Entity
  mode: 'view' | 'edit'
  /** The head of the page while one changes it, around save and cancel. */
  head: (actions: ReactNode) => ReactNode
  leave: () => void
}) {
  const sendEdit = useWrite(['entities', 'edit'], calls.edit)
  const t = useText()
  const schema = useMemo(() => editSchema(entity.type), [entity.type])
  const { form, dirty, submit, ref, rebase } = useEditForm<EditEntityValues>({
    initial: toFormValues(entity),
    schema,
    together: [['latitude', 'longitude']],
    fieldOf: atPicture,
    refusedAt: { ENTITY_CODE_IN_USE: 'code' },
    save: async values => {
      const confirmed = { confirm: false, confirmTimeZone: false }
      const send = () => sendEdit({ params: { id: entity.id }, query: confirmed, ...toRequest(values) })
      let answer = await send()
      if ('refused' in answer && answer.refused === 'CONFIRM_INACTIVATE_ENTITY_WITH_DEPENDENCIES') {
        const isSure = await confirmDialog({
          title: t('confirm.disableEntity', { name: entity.name }),
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
        const isSure = await confirmDialog({
          title: t('confirm.timeZone', { name: entity.name }),
          text: answer.message,
          yes: t('entity.changeTimeZone'),
          no: t('ui.cancel'),
        })
        if (!isSure) throw new Stopped()
        confirmed.confirmTimeZone = true
        answer = await send()
      }
      if ('refused' in answer) throw new WasRefused(answer.refused, answer.message)
      queryClient.setQueryData(entityQuery(entity.id).queryKey, answer.data)
      await entitiesChanged()
      toast(t('state.saved'), answer.data.displayName)
      leave()
    },
  })
  const { busy, save, latest } = useSave({
    submit: () => submit().catch(backedOut),
    fetchLatest: async () => {
      const now = await queryClient.fetchQuery({ ...entityQuery(entity.id), staleTime: 0 })
      // The tree beside it says what the others saved, too.
      void entitiesChanged(entity.id)
      return now
    },
    onConflict: now => rebase(toFormValues(now)),
  })
  const cards = (
    <div className="stack">
      {latest && (
        <EntityConflictPanel
          base={entity}
          latest={latest}
          mine={form.values}
          take={(field, value) => form.setFieldValue(field, value)}
        />
      )}
      <Card title={t('ui.details')} actions={mode === 'view' && <TagsButton entity={entity} />}>
        <Entries mode={mode}>
          <DetailsEntries form={form} type={entity.type} entity={entity} tagsAt={entity.id} />
        </Entries>
      </Card>
      {isTenant(entity.type) && (mode === 'edit' || entity.billingInformation) && (
        <Card title={t('entity.billing')}>
          <Entries mode={mode}>
            <BillingEntries form={form} />
          </Entries>
        </Card>
      )}
      <PlaceCard form={form} mode={mode} name={entity.name} entity={entity} near={entity.parent?.id ?? null} />
      <PictureCard
        form={form}
        entity={entity}
        editing={mode === 'edit'}
        removed={form.values.removeImage}
        onRemove={removed => form.setFieldValue('removeImage', removed)}
      />
      {mode === 'view' && <ChildEntities entity={entity} />}
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
