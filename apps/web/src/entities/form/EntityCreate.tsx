import { errorFor } from '../../ui/form/edit/errorFor.ts'
import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { CreateEntity, EntityType, childTypesOf, mayStandBelow } from '@steading/contract/entities/entities'
import type { TextKey } from '@steading/locales/text'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { data } from '../../platform/api/api.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { parseSearch } from '../../platform/navigation/search.ts'
import { useText } from '../../platform/texts.tsx'
import { CreateForm } from '../../ui/form/edit/CreateForm.tsx'
import { Entries } from '../../ui/form/edit/FormFields.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { atPicture } from '../../ui/dropzone/atPicture.ts'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useGo } from '../../ui/Link.tsx'
import { listHref } from '../../ui/list/useListState.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { Card } from '../../ui/page/Card.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { BillingEntries } from './BillingEntries.tsx'
import { DetailsEntries } from './DetailsEntries.tsx'
import { type NewEntityValues, nextValues, toBillingValues, emptyValues, newSchema, toRequest } from './entityForm.ts'
import { calls, entityQuery } from '../entities.queries.ts'
import { entitiesChanged } from '../pages.queries.ts'
import { PictureCard } from './PictureCard.tsx'
import { PlaceCard } from './PlaceCard.tsx'
import { PlaceField } from '../tree/PlaceField.tsx'
import { useStart } from '../useStart.ts'
import { kindWord, newEntity } from '../words.tsx'

const one = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** What is to be chosen first, of kinds that stand in one kind of place. */
const chooseParent: Partial<Record<EntityType, TextKey>> = {
  FARM: 'entity.chooseParent.farm',
  SECTOR: 'entity.chooseParent.sector',
}

/** A new entity. `?parentId=` says where it stands, `?type=` what it is. */
export default function EntityCreate() {
  const search = parseSearch(useRouterState({ select: state => state.location.searchStr }))
  const wished = one(search['parentId'])
  const start = useStart()
  if (start === undefined && wished === undefined) return <Skeletons rows={8} />
  return <NewEntity kind={EntityType.safeParse(one(search['type'])).data ?? null} at={wished ?? start?.id ?? null} />
}

function NewEntity({ kind, at }: { kind: EntityType | null; at: string | null }) {
  const sendCreate = useWrite(['entities', 'create'], calls.create)
  const t = useText()
  const go = useGo()
  const [createAnother, setCreateAnother] = useState(false)
  const [createdCount, setCreatedCount] = useState(0)
  const { form, resetTo, submit, ref } = useEditForm<NewEntityValues>({
    initial: emptyValues(kind, at),
    schema: newSchema,
    fieldOf: atPicture,
    refusedAt: { ENTITY_CODE_IN_USE: 'code' },
    save: async values => {
      const { body, files } = toRequest(values)
      const fresh = await data(sendCreate({ body: CreateEntity.parse(body), files }))
      await entitiesChanged()
      toast(t('entity.created'), fresh.displayName)
      if (createAnother) {
        resetTo(nextValues(values))
        setCreatedCount(createdCount + 1)
      } else go(to('/system/entities/{entityid}/details', { entityid: fresh.id }))
    },
  })
  const { type, parentId } = form.values
  const { data: parent } = useQuery({ ...entityQuery(parentId ?? ''), enabled: parentId !== null })
  // What was wished is known before its place is.
  const types = parent ? childTypesOf(parent.type) : kind ? [kind] : []
  const fits = type !== null && types.includes(type)
  const only = types.length === 1 ? types[0] : undefined
  const setType = (next: EntityType | null) => {
    form.setFieldValue('type', next)
    form.setFieldValue('code', '')
    form.setFieldValue('billingInformation', toBillingValues(next))
  }
  // A place decides what may stand there; what was wished does not: where the start cannot take it, another one is chosen.
  useEffect(() => {
    if (!parent || fits) return
    const isUntouched = !form.isDirty()
    if (kind && type === kind) form.setFieldValue('parentId', null)
    else setType(only ?? null)
    // What the form chose by itself is nobody's work, and nobody is asked whether to lose it.
    if (isUntouched) form.resetDirty(form.getValues())
    // The form is another value after each key, and the same form.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [parent, fits, only])
  const words = types.map(value => ({ value, label: t(kindWord(value, parent?.type)) }))
  return (
    <CreateForm
      key={createdCount}
      title={kind ? newEntity(type ?? kind, t, parent?.type) : t('entity.new')}
      back={{
        href: parentId ? to('/system/entities/{entityid}/details', { entityid: parentId }) : listHref('/system/entities'),
        label: parent?.displayName ?? t('nav.organization'),
      }}
      form={{ submit, ref }}
    >
      <div className="stack">
        <Card title={t('ui.details')}>
          <Entries mode="create">
            <PlaceField
              label={t('entity.parent')}
              value={parent}
              empty={t((kind && chooseParent[kind]) ?? 'entity.chooseParent')}
              isDisabled={kind ? place => !mayStandBelow(type ?? kind, place.type) : undefined}
              error={errorFor(form.errors, 'parentId')}
              onChange={chosen => {
                form.setFieldValue('parentId', chosen.id)
                form.setFieldValue('tagIds', [])
              }}
            />
            <SelectField
              label={t('entity.type')}
              required
              options={words}
              {...form.getInputProps('type')}
              value={fits ? type : null}
              onChange={setType}
            />
            <DetailsEntries form={form} type={fits ? type : null} tagsAt={parentId} />
          </Entries>
        </Card>
        {form.values.billingInformation && (
          <Card title={t('entity.billing')}>
            <Entries mode="create">
              <BillingEntries form={form} />
            </Entries>
          </Card>
        )}
        <PlaceCard form={form} mode="create" name={form.values.name || t('entity.new')} near={parentId} />
        <PictureCard form={form} editing />
        <Checkbox
          label={t('ui.createAnother')}
          checked={createAnother}
          onChange={event => setCreateAnother(event.currentTarget.checked)}
          className="create-another"
        />
      </div>
    </CreateForm>
  )
}
