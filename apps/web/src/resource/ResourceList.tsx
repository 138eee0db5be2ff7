import { Button } from '@mantine/core'
import { BOOK_STATUSES } from '@steading/contract/entities/book'
import type { PageQuery } from '@steading/contract/http/paging'
import type { Translate } from '@steading/locales/text'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { EntityFilter } from '../entities/index.ts'
import { useMay } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { useGo } from '../ui/Link.tsx'
import { ExportRows } from '../ui/list/export/ExportRows.tsx'
import { ChoiceFilter, EmptyFiltered, Filters, SearchFilter } from '../ui/list/filter/Filters.tsx'
import { DataList } from '../ui/list/table/DataList.tsx'
import type { Column } from '../ui/list/table/DataList.tsx'
import { useList } from '../ui/list/useList.ts'
import { useListState } from '../ui/list/useListState.ts'
import { StatusPill } from '../ui/marks/StatusPill.tsx'
import { Card } from '../ui/page/Card.tsx'
import { PageHead } from '../ui/page/head/PageHead.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { searchEntries } from './queries.ts'
import { nameOf } from '@steading/locales/production'
import { valueOf } from './resource.tsx'
import type { Entry, Resource, ResourceField, Values } from './resource.tsx'

export const statusKey = { ACTIVE: 'book.active', INACTIVE: 'book.inactive' } as const

export const EntryStatus = ({ status }: Pick<Entry, 'status'>) => {
  const t = useText()
  return <StatusPill tone={status === 'ACTIVE' ? 'ok' : 'idle'}>{t(statusKey[status])}</StatusPill>
}

const madeAt = (entry: Entry, t: Translate) =>
  entry.isSystem ? t('book.product') : (entry.entity?.displayName ?? t('role.above'))

const fieldColumn = (field: ResourceField, t: Translate): Column<Entry> => ({
  key: field.key,
  head: t(field.label),
  card: field.column === 'wide' ? 'hide' : 'meta',
  ...(field.column === 'wide' && { wide: true }),
  ...(field.isSorted && { sort: field.key }),
  ...(field.isRight && { right: true }),
  cell: entry => field.shown(valueOf(entry, field), t),
})

const columnsOf = ({ fields, words }: Resource, t: Translate): readonly Column<Entry>[] => [
  { key: 'title', only: 'card', card: 'title', cell: entry => nameOf(entry, t.language) },
  ...fields
    .filter(({ key, column }) => key === 'code' && column)
    .map(field => ({ ...fieldColumn(field, t), card: 'meta' as const })),
  {
    key: 'displayName',
    head: t('ui.name'),
    sort: 'displayName',
    only: 'table',
    card: 'hide',
    cell: entry => <span className="row-link">{nameOf(entry, t.language)}</span>,
  },
  ...fields.filter(({ key, column }) => key !== 'displayName' && key !== 'code' && column).map(field => fieldColumn(field, t)),
  { key: 'entity', head: t(words.place ?? 'role.madeAt'), card: 'meta', wide: true, cell: entry => madeAt(entry, t) },
  { key: 'status', head: t('book.status'), card: 'end', cell: entry => <EntryStatus status={entry.status} /> },
]

/** The entries of a resource, paged, sorted and filtered by the server. */
export function ResourceList({ of: resource }: { of: Resource }) {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const state = useListState(resource.schemas.search)
  const query = state.query as PageQuery & Values // safe: a query is an object
  const set = (patch: Values) => state.set(patch)
  const list = useList(resource.name, query, (asked, signal) => searchEntries(resource, asked, signal))
  const columns = useMemo(() => columnsOf(resource, t), [resource, t])
  const mayCreate = may(resource.permissions.create)
  const create = () => go(resource.paths.create)
  const { fields } = resource
  return (
    <>
      <PageHead
        title={t(resource.words.many)}
        actions={
          <>
            <ExportRows
              name={t(resource.words.many)}
              fetch={async paging => {
                const page = await searchEntries(resource, { ...query, ...paging })
                for (const field of fields) await field.prepare?.(page.content.map(entry => valueOf(entry, field)))
                return page
              }}
              cells={rows => [
                [...fields.map(field => t(field.label)), t(resource.words.place ?? 'role.madeAt'), t('book.status')],
                ...rows.map(entry => [
                  ...fields.map(field =>
                    field.key === 'displayName' ? nameOf(entry, t.language) : field.cell(valueOf(entry, field), t),
                  ),
                  madeAt(entry, t),
                  t(statusKey[entry.status]),
                ]),
              ]}
            />
            {mayCreate && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={create}>
                {t('ui.new')}
              </Button>
            )}
          </>
        }
      />
      <Filters label={t('ui.filters')}>
        <SearchFilter
          label={t('book.search')}
          value={typeof query.search === 'string' ? query.search : ''}
          onChange={search => set({ search: search || undefined })}
        />
        {fields.map(
          field =>
            field.filter && (
              <span key={field.key}>
                {field.filter({ value: query[field.key], onChange: value => set({ [field.key]: value }) })}
              </span>
            ),
        )}
        <ChoiceFilter
          name={t('book.status')}
          choices={BOOK_STATUSES.map(value => ({ value, label: t(statusKey[value]) }))}
          value={Array.isArray(query.status) ? query.status : []}
          onChange={chosen => set({ status: chosen.length > 0 ? chosen : undefined })}
        />
        {may('entities.read') && (
          <EntityFilter
            value={typeof query.entityId === 'string' ? query.entityId : undefined}
            onChange={entityId => set({ entityId })}
          />
        )}
      </Filters>
      <Card flush>
        <DataList
          label={t(resource.words.many)}
          list={list}
          state={state}
          columns={columns}
          name={entry => nameOf(entry, t.language)}
          href={entry => resource.paths.details(entry.id)}
          tone={entry => (entry.status === 'INACTIVE' ? 'done' : undefined)}
          empty={
            <Empty
              icon={resource.icon}
              title={t(resource.words.none)}
              action={
                mayCreate && (
                  <Button size="xs" onClick={create}>
                    {t(resource.words.new)}
                  </Button>
                )
              }
            >
              {t(resource.words.noneHint)}
            </Empty>
          }
          emptyFiltered={<EmptyFiltered filters={state.filters} reset={state.reset} />}
        />
      </Card>
    </>
  )
}
