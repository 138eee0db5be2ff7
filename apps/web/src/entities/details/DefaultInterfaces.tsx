import { Button } from '@mantine/core'
import { categoryKey } from '@steading/contract/devices/categories'
import type { Entity } from '@steading/contract/entities/entities'
import { DEFAULT_CATEGORIES } from '@steading/contract/devices/interfaceShapes'
import { interfaces } from '@steading/contract/devices/interfaces'
import type { TextKey } from '@steading/locales/text'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { to } from '../../platform/navigation/paths.ts'
import { api, data } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Entries, ReadOnlyField, useFormMode } from '../../ui/form/edit/FormFields.tsx'
import { Form } from '../../ui/form/edit/Form.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { ConflictPanel } from '../../ui/form/edit/ConflictPanel.tsx'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useAskToDiscard } from '../../ui/form/edit/useAskToDiscard.ts'
import { useSave } from '../../ui/form/edit/useSave.ts'
import { errorFor } from '../../ui/form/edit/errorFor.ts'
import { Link } from '../../ui/Link.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Card } from '../../ui/page/Card.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { entitiesChanged } from '../pages.queries.ts'

const calls = api(interfaces)
type Category = (typeof DEFAULT_CATEGORIES)[number]
type DefaultsFormValues = { [K in Category]?: string | undefined }
type Defaults = z.output<typeof interfaces.defaults.reply>

const defaultsQuery = (id: string) =>
  queryOptions({
    queryKey: ['entities', 'defaults', id],
    queryFn: ({ signal }) => data(calls.defaults({ params: { id } }, { signal })),
  })

/** The sensors and devices that stand for an entity, one of each category, at it or below it. */
export default function DefaultInterfaces({ entity }: { entity: Entity }) {
  const t = useText()
  const may = useMay()
  const { data: found, error, refetch } = useQuery(defaultsQuery(entity.id))
  const [editing, edit] = useState<Defaults>()
  if (editing)
    return (
      <EditDefaults
        entity={entity}
        base={editing}
        leave={() => {
          edit(undefined)
          void refetch()
        }}
      />
    )
  if (!found)
    return error ? <Failed what={t('failed.list')} error={error} retry={() => void refetch()} /> : <Skeletons rows={6} />
  return (
    <Card
      title={t('entity.defaults')}
      actions={
        may('entities.update') && (
          <Button size="xs" onClick={() => edit(found)}>
            {t('ui.edit')}
          </Button>
        )
      }
    >
      <Entries mode="view">
        {DEFAULT_CATEGORIES.map(category => (
          <DefaultOf key={category} at={entity.id} category={category} shown={shownOf(found, category)} />
        ))}
      </Entries>
    </Card>
  )
}

const shownOf = (entity: Defaults, category: Category) => entity.defaults.find(item => item.category === category)?.interface
const chosenOf = (entity: Defaults): DefaultsFormValues =>
  Object.fromEntries(DEFAULT_CATEGORIES.map(category => [category, shownOf(entity, category)?.id]))

/** The same while somebody chooses. A save that meets somebody else's keeps what was chosen and shows theirs. */
function EditDefaults({ entity, base, leave }: { entity: Entity; base: Defaults; leave: () => void }) {
  const sendSetDefaults = useWrite(['entities', 'setDefaults'], calls.setDefaults)
  const t = useText()
  const ask = useAskToDiscard()
  const version = useRef(base.version)
  const { form, dirty, submit, ref, rebase } = useEditForm<DefaultsFormValues>({
    initial: chosenOf(base),
    validate: () => ({}),
    // The server names them by their place among those that were sent.
    fieldOf: (field, values) => sentOf(values)[Number(/^interfaceIds\.(\d+)$/.exec(field)?.[1])]?.category ?? field,
    save: async values => {
      const interfaceIds = sentOf(values).map(item => item.id)
      const saved = await data(sendSetDefaults({ params: { id: entity.id }, body: { interfaceIds, version: version.current } }))
      queryClient.setQueryData(defaultsQuery(entity.id).queryKey, saved)
      await entitiesChanged()
      toast(t('state.saved'), entity.displayName)
      leave()
    },
  })
  const { busy, save, latest } = useSave({
    submit,
    fetchLatest: () => queryClient.fetchQuery({ ...defaultsQuery(entity.id), staleTime: 0 }),
    onConflict: now => {
      version.current = now.version
      rebase(chosenOf(now))
    },
  })
  const cancel = async () => {
    if (!dirty || (await ask())) leave()
  }
  const choose = (category: Category, id: string | undefined) => form.setFieldValue(category, id)
  return (
    <Form of={ref} onSubmit={() => void save()}>
      {latest && (
        <ConflictPanel
          who={undefined}
          entries={DEFAULT_CATEGORIES.filter(category => shownOf(latest, category)?.id !== shownOf(base, category)?.id).map(
            category => ({
              key: category,
              label: t(categoryKey(category) as TextKey), // safe: the texts' test has every category
              value: shownOf(latest, category)?.displayName ?? '',
              isTaken: form.values[category] === shownOf(latest, category)?.id,
              take: () => choose(category, shownOf(latest, category)?.id),
            }),
          )}
        />
      )}
      <Card
        title={t('entity.defaults')}
        actions={
          <>
            <Button variant="default" size="xs" onClick={() => void cancel()}>
              {t('ui.cancel')}
            </Button>
            <Button size="xs" type="submit" data-busy={busy || undefined}>
              {t('ui.save')}
            </Button>
          </>
        }
      >
        <Entries mode="edit">
          {DEFAULT_CATEGORIES.map(category => (
            <DefaultOf
              key={category}
              at={entity.id}
              category={category}
              shown={(latest && shownOf(latest, category)) ?? shownOf(base, category)}
              value={form.values[category]}
              error={errorFor(form.errors, category)}
              onChange={id => choose(category, id ?? undefined)}
            />
          ))}
        </Entries>
      </Card>
    </Form>
  )
}

const sentOf = (chosen: DefaultsFormValues) =>
  DEFAULT_CATEGORIES.flatMap(category => {
    const id = chosen[category]
    return id === undefined ? [] : [{ category, id }]
  })

function DefaultOf({
  at,
  category,
  shown,
  value,
  onChange,
  error: wrong,
}: {
  at: string
  category: Category
  shown: { readonly id: string; readonly displayName: string } | undefined
  value?: string | undefined
  onChange?: (id: string | null) => void
  error?: string | undefined
}) {
  const t = useText()
  const mode = useFormMode()
  const label = t(categoryKey(category) as TextKey) // safe: the texts' test has every category
  const { data: found, error } = useQuery({
    queryKey: ['entities', 'interfaces', at, category],
    queryFn: ({ signal }) => data(calls.atEntity({ params: { id: at }, query: { category } }, { signal })),
    enabled: mode !== 'view',
  })
  if (mode === 'view')
    return (
      <ReadOnlyField label={label}>
        {shown && (
          <Link href={to('/system/interfaces/details/{interfaceId}', { interfaceId: shown.id })}>{shown.displayName}</Link>
        )}
      </ReadOnlyField>
    )
  const options = (found ?? (shown ? [{ ...shown, entity: undefined }] : [])).map(entity => ({
    value: entity.id,
    label: entity.entity ? `${entity.displayName} · ${entity.entity.displayName}` : entity.displayName,
  }))
  return (
    <SelectField
      label={label}
      options={options}
      value={value}
      {...(onChange && { onChange })}
      error={wrong}
      hint={error && !found ? t('failed.lookup') : found?.length === 0 ? t('ui.noData') : undefined}
    />
  )
}
