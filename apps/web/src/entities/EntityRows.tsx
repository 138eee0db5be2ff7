import { Button } from '@mantine/core'
import { ENTITY_STATUSES, type EntityRow, type EntityType, entities, entityTypes } from '@steading/contract/entities'
import type { Language } from '@steading/contract/languages'
import type { Translate } from '@steading/locales/text'
import { IconSitemap } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import { to } from '../app/index.ts'
import { data } from '../platform/api.ts'
import { useMay } from '../platform/session.ts'
import { useLanguage, useText } from '../platform/texts.tsx'
import { useGo } from '../ui/Link.tsx'
import { type Column, DataList } from '../ui/list/DataList.tsx'
import { ChoiceFilter, EmptyFiltered, Filters, SearchFilter } from '../ui/list/Filters.tsx'
import { nameColumns } from '../ui/list/nameColumns.tsx'
import { useList } from '../ui/list/useList.ts'
import type { ListState } from '../ui/list/useListState.ts'
import { Card } from '../ui/page/Card.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { EntityFilter } from './EntityFilter.tsx'
import { allTagsQuery } from './choices.queries.ts'
import { calls } from './entities.queries.ts'
import { EntityStatusPill, Tags, TypeIcon, statusStates, tagName, typeWord, wayOf } from './words.tsx'

export type EntityQuery = z.output<typeof entities.search.query>

const columnsOf = (t: Translate, language: Language): Column<EntityRow>[] => [
  { key: 'icon', only: 'card', card: 'lead', cell: of => <TypeIcon type={of.type} size={18} /> },
  ...nameColumns<EntityRow>(t('ui.name'), of => wayOf(of.above.slice(1)) || wayOf(of.above)),
  { key: 'type', head: t('entity.type'), sort: 'type', card: 'meta', cell: of => t(typeWord[of.type]) },
  { key: 'code', head: t('entity.code'), sort: 'code', card: 'end', cell: of => of.code },
  {
    key: 'status',
    head: t('entity.status.label'),
    sort: 'status',
    only: 'table',
    card: 'hide',
    cell: of => <EntityStatusPill status={of.status} />,
  },
  // What is as it should be needs no line on a card.
  {
    key: 'off',
    only: 'card',
    card: 'meta',
    cell: of => of.status !== 'ACTIVE' && <EntityStatusPill status={of.status} />,
  },
  { key: 'parent', head: t('entity.parent'), wide: true, card: 'hide', cell: of => of.above.at(-1) },
  { key: 'tags', head: t('tag.many'), wide: true, card: 'hide', cell: of => <Tags of={of.tags} language={language} /> },
]

/** Entities in the generic list. */
export function EntityRows({ state }: { state: ListState<EntityQuery> }) {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const { language } = useLanguage()
  const { query } = state
  const list = useList('entities', query, (asked, signal) => data(calls.search({ query: asked }, { signal })))
  const columns = useMemo(() => columnsOf(t, language), [t, language])
  const mayTag = may('entities.tags.read')
  const { data: tags = [] } = useQuery({ ...allTagsQuery, enabled: mayTag })
  return (
    <>
      <Filters label={t('ui.filters')}>
        <SearchFilter label={t('entity.search')} value={query.search ?? ''} onChange={search => state.set({ search })} />
        <ChoiceFilter
          name={t('entity.type')}
          many
          choices={entityTypes.map(one => ({ value: one, label: t(typeWord[one]) }))}
          value={query.entityTypeNames ?? []}
          onChange={types =>
            state.set({
              entityTypeNames: types.length > 0 ? entityTypes.filter((one: EntityType) => types.includes(one)) : undefined,
            })
          }
        />
        <ChoiceFilter
          name={t('entity.status.label')}
          choices={ENTITY_STATUSES.map(one => ({ value: one, label: t(statusStates[one].word) }))}
          value={query.entityStatus ? [query.entityStatus] : []}
          onChange={([one]) => state.set({ entityStatus: ENTITY_STATUSES.find(status => status === one) })}
        />
        {mayTag && (
          <ChoiceFilter
            name={t('tag.many')}
            many
            choices={tags.map(tag => ({ value: tag.id, label: tagName(tag, language) }))}
            value={query.tagIds ?? []}
            onChange={tagIds => state.set({ tagIds: tagIds.length > 0 ? [...tagIds] : undefined })}
          />
        )}
        <EntityFilter value={query.entityId} onChange={entityId => state.set({ entityId })} />
      </Filters>
      <Card flush>
        <DataList
          label={t('entity.many')}
          list={list}
          state={state}
          columns={columns}
          name={of => of.displayName}
          href={of => to('/system/entities/{entityid}/details', { entityid: of.id })}
          tone={of => (of.status === 'ACTIVE' ? undefined : 'done')}
          empty={
            <Empty
              icon={<IconSitemap size={30} stroke={1.4} />}
              title={t('entity.none')}
              action={
                may('entities.create') && (
                  <Button size="xs" onClick={() => go(to('/system/entities/create'))}>
                    {t('entity.new')}
                  </Button>
                )
              }
            >
              {t('entity.noneHint')}
            </Empty>
          }
          emptyFiltered={<EmptyFiltered filters={state.filters} reset={state.reset} />}
        />
      </Card>
    </>
  )
}
