import { Button } from '@mantine/core'
import { categoryKey } from '@steading/contract/categories'
import type { Entity } from '@steading/contract/entities'
import { DEFAULT_CATEGORIES } from '@steading/contract/interface-shapes'
import { interfaces } from '@steading/contract/interfaces'
import type { TextKey } from '@steading/locales/text'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { to } from '../app/index.ts'
import { api, data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Entries, Shown, useFormMode } from '../ui/form/Entries.tsx'
import { Form } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { Theirs } from '../ui/form/Theirs.tsx'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { useAskToDiscard } from '../ui/form/useGuard.ts'
import { useSave } from '../ui/form/useSave.ts'
import { wrongWith } from '../ui/form/wrongWith.ts'
import { Link } from '../ui/Link.tsx'
import { toast } from '../ui/overlay/toast.ts'
import { Card } from '../ui/page/Card.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import { entitiesChanged } from './pages.queries.ts'

const calls = api(interfaces)
type Category = (typeof DEFAULT_CATEGORIES)[number]
type Chosen = { [K in Category]?: string | undefined }
type Defaults = z.output<typeof interfaces.defaults.reply>

const defaultsQuery = (id: string) =>
  queryOptions({
    queryKey: ['entities', 'defaults', id],
    queryFn: ({ signal }) => data(calls.defaults({ params: { id } }, { signal })),
  })

/** The sensors and devices that stand for an entity, one of each category, at it or below it. */
export default function DefaultInterfaces({ of }: { of: Entity }) {
  const t = useText()
  const may = useMay()
  const { data: found, error, refetch } = useQuery(defaultsQuery(of.id))
  const [editing, edit] = useState<Defaults>()
  if (editing)
    return (
      <EditDefaults
        of={of}
        seen={editing}
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
          <DefaultOf key={category} at={of.id} category={category} shown={shownOf(found, category)} />
        ))}
      </Entries>
    </Card>
  )
}

const shownOf = (of: Defaults, category: Category) => of.defaults.find(one => one.category === category)?.interface
const chosenOf = (of: Defaults): Chosen =>
  Object.fromEntries(DEFAULT_CATEGORIES.map(category => [category, shownOf(of, category)?.id]))

/** The same while somebody chooses. A save that meets somebody else's keeps what was chosen and shows theirs. */
function EditDefaults({ of, seen, leave }: { of: Entity; seen: Defaults; leave: () => void }) {
  const t = useText()
  const ask = useAskToDiscard()
  const version = useRef(seen.version)
  const { form, dirty, submit, ref, meet } = useEditForm<Chosen>({
    initial: chosenOf(seen),
    wrongIn: () => ({}),
    // The server names them by their place among those that were sent.
    fieldOf: (field, values) => sentOf(values)[Number(/^interfaceIds\.(\d+)$/.exec(field)?.[1])]?.category ?? field,
    save: async values => {
      const interfaceIds = sentOf(values).map(one => one.id)
      const saved = await data(calls.setDefaults({ params: { id: of.id }, body: { interfaceIds, version: version.current } }))
      queryClient.setQueryData(defaultsQuery(of.id).queryKey, saved)
      await entitiesChanged()
      toast(t('state.saved'), of.displayName)
      leave()
    },
  })
  const { busy, save, theirs } = useSave({
    submit,
    fresh: () => queryClient.fetchQuery({ ...defaultsQuery(of.id), staleTime: 0 }),
    over: now => {
      version.current = now.version
      meet(chosenOf(now))
    },
  })
  const cancel = async () => {
    if (!dirty || (await ask())) leave()
  }
  const choose = (category: Category, id: string | undefined) => form.setFieldValue(category, id)
  return (
    <Form of={ref} onSubmit={() => void save()}>
      {theirs && (
        <Theirs
          who={undefined}
          entries={DEFAULT_CATEGORIES.filter(one => shownOf(theirs, one)?.id !== shownOf(seen, one)?.id).map(category => ({
            key: category,
            label: t(categoryKey(category) as TextKey), // safe: the texts' test has every category
            said: shownOf(theirs, category)?.displayName ?? '',
            taken: form.values[category] === shownOf(theirs, category)?.id,
            take: () => choose(category, shownOf(theirs, category)?.id),
          }))}
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
              at={of.id}
              category={category}
              shown={(theirs && shownOf(theirs, category)) ?? shownOf(seen, category)}
              value={form.values[category]}
              error={wrongWith(form.errors, category)}
              onChange={id => choose(category, id ?? undefined)}
            />
          ))}
        </Entries>
      </Card>
    </Form>
  )
}

const sentOf = (chosen: Chosen) =>
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
      <Shown label={label}>
        {shown && (
          <Link href={to('/system/interfaces/details/{interfaceId}', { interfaceId: shown.id })}>{shown.displayName}</Link>
        )}
      </Shown>
    )
  const options = (found ?? (shown ? [{ ...shown, entity: undefined }] : [])).map(one => ({
    value: one.id,
    label: one.entity ? `${one.displayName} · ${one.entity.displayName}` : one.displayName,
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
