import { Button } from '@mantine/core'
import { categoryKey } from '@steading/contract/categories'
import type { Entity } from '@steading/contract/entities'
import { DEFAULT_CATEGORIES } from '@steading/contract/interface-shapes'
import { interfaces } from '@steading/contract/interfaces'
import type { TextKey } from '@steading/locales/text'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { to } from '../app/index.ts'
import { api, data } from '../platform/api.ts'
import { isConflict } from '../platform/failures.ts'
import { queryClient } from '../platform/queries.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Entries, Shown, useFormMode } from '../ui/form/Entries.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { Link } from '../ui/Link.tsx'
import { toast } from '../ui/overlay/toast.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { Card } from '../ui/page/Card.tsx'
import { Note } from '../ui/page/Note.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import { entitiesChanged } from './pages.queries.ts'

const calls = api(interfaces)
type Category = (typeof DEFAULT_CATEGORIES)[number]
type Chosen = Readonly<Partial<Record<Category, string>>>

const defaultsQuery = (id: string) =>
  queryOptions({
    queryKey: ['entities', 'defaults', id],
    queryFn: ({ signal }) => data(calls.defaults({ params: { id } }, { signal })),
  })

/** The sensors and devices that stand for an entity, one of each category, at it or below it. */
export default function DefaultInterfaces({ of }: { of: Entity }) {
  const t = useText()
  const may = useMay()
  const { busy, act } = useAct(t('form.saveFailed'))
  const { data: found, error, refetch } = useQuery(defaultsQuery(of.id))
  const [editing, edit] = useState<{ chosen: Chosen; version: number }>()
  const [conflict, meet] = useState(false)
  if (!found)
    return error ? <Failed what={t('failed.list')} error={error} retry={() => void refetch()} /> : <Skeletons rows={6} />
  const now: Chosen = Object.fromEntries(found.defaults.map(one => [one.category, one.interface.id]))
  const nameOf = (category: Category) => found.defaults.find(one => one.category === category)?.interface
  const leave = () => {
    edit(undefined)
    meet(false)
    void refetch()
  }
  const save = () =>
    act(async () => {
      if (!editing) return
      try {
        const interfaceIds = Object.values(editing.chosen)
        const saved = await data(calls.setDefaults({ params: { id: of.id }, body: { interfaceIds, version: editing.version } }))
        queryClient.setQueryData(defaultsQuery(of.id).queryKey, saved)
        await entitiesChanged()
        toast(t('state.saved'), of.displayName)
        leave()
      } catch (failure) {
        if (!isConflict(failure)) throw failure
        const { version } = await queryClient.fetchQuery({ ...defaultsQuery(of.id), staleTime: 0 })
        edit({ ...editing, version })
        meet(true)
      }
    })
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <Card
        title={t('entity.defaults')}
        actions={
          editing ? (
            <>
              <Button variant="default" size="xs" onClick={leave}>
                {t('ui.cancel')}
              </Button>
              <Button size="xs" type="submit" data-busy={busy || undefined}>
                {t('ui.save')}
              </Button>
            </>
          ) : (
            may('entities.update') && (
              <Button
                size="xs"
                onClick={event => {
                  // The same place holds the save button next.
                  event.preventDefault()
                  edit({ chosen: now, version: found.version })
                }}
              >
                {t('ui.edit')}
              </Button>
            )
          )
        }
      >
        <div className="stack">
          {conflict && <Note>{t('failures.VERSION_CONFLICT')}</Note>}
          <Entries mode={editing ? 'edit' : 'view'}>
            {DEFAULT_CATEGORIES.map(category => (
              <DefaultOf
                key={category}
                at={of.id}
                category={category}
                shown={nameOf(category)}
                value={(editing?.chosen ?? now)[category]}
                onChange={id => {
                  const { [category]: _, ...others } = editing?.chosen ?? {}
                  if (editing) edit({ ...editing, chosen: id ? { ...others, [category]: id } : others })
                }}
              />
            ))}
          </Entries>
        </div>
      </Card>
    </form>
  )
}

function DefaultOf({
  at,
  category,
  shown,
  value,
  onChange,
}: {
  at: string
  category: Category
  shown: { readonly id: string; readonly displayName: string } | undefined
  value: string | undefined
  onChange: (id: string | null) => void
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
      onChange={onChange}
      hint={error && !found ? t('failed.lookup') : found?.length === 0 ? t('ui.noData') : undefined}
    />
  )
}
