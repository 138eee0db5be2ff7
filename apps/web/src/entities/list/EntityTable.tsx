import { Button } from '@mantine/core'
import { ENTITY_STATUSES, type EntityRow, type EntityType, entities, entityTypes } from '@steading/contract/entities/entities'
import type { Language } from '@steading/contract/users/languages'
import type { Translate } from '@steading/locales/text'
import { IconSitemap } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import { to } from '../../platform/navigation/paths.ts'
import { data } from '../../platform/api/api.ts'
import { useMay } from '../../platform/session/session.ts'
import { useLanguage, useText } from '../../platform/texts.tsx'
import { useGo } from '../../ui/Link.tsx'
import { type Column, DataList } from '../../ui/list/table/DataList.tsx'
import { ChoiceFilter, EmptyFiltered, Filters, SearchFilter } from '../../ui/list/filter/Filters.tsx'
import { nameColumns } from '../../ui/list/table/nameColumns.tsx'
import { useList } from '../../ui/list/useList.ts'
import type { ListState } from '../../ui/list/useListState.ts'
import { Card } from '../../ui/page/Card.tsx'
import { Empty } from '../../ui/state/Empty.tsx'
import { EntityFilter } from '../EntityFilter.tsx'
import { allTagsQuery } from '../choices.queries.ts'
import { calls } from '../entities.queries.ts'
import { EntityStatusPill, TagList, TypeIcon, statusStates, tagName, typeWord, wayOf } from '../words.tsx'

export type EntityQuery = z.output<typeof entities.search.query>

const columnsOf = (t: Translate, language: Language): Column<EntityRow>[] => [
  { key: 'icon', only: 'card', card: 'lead', cell: entity => <TypeIcon type={entity.type} size={18} /> },
  ...nameColumns<EntityRow>(t('ui.name'), entity => wayOf(entity.above.slice(1)) || wayOf(entity.above)),
  { key: 'type', head: t('entity.type'), sort: 'type', card: 'meta', cell: entity => t(typeWord[entity.type]) },
  { key: 'code', head: t('entity.code'), sort: 'code', card: 'end', cell: entity => entity.code },
  {
    key: 'status',
    head: t('entity.status.label'),
    sort: 'status',
    only: 'table',
    card: 'hide',
    cell: entity => <EntityStatusPill status={entity.status} />,
  },
  // What is as it should be needs no line on a card.
  {
    key: 'off',
    only: 'card',
    card: 'meta',
    cell: entity => entity.status !== 'ACTIVE' && <EntityStatusPill status={entity.status} />,
  },
  { key: 'parent', head: t('entity.parent'), wide: true, card: 'hide', cell: entity => entity.above.at(-1) },
  {
    key: 'tags',
    head: t('tag.many'),
    wide: true,
    card: 'hide',
    cell: entity => <TagList of={entity.tags} language={language} />,
  },
]

/** Entities in the generic list. */
export function EntityTable({ state }: { state: ListState<EntityQuery> }) {
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
          choices={entityTypes.map(type => ({ value: type, label: t(typeWord[type]) }))}
          value={query.entityTypeNames ?? []}
          onChange={types =>
            state.set({
              entityTypeNames: types.length > 0 ? entityTypes.filter((type: EntityType) => types.includes(type)) : undefined,
            })
          }
        />
        <ChoiceFilter
          name={t('entity.status.label')}
          choices={ENTITY_STATUSES.map(status => ({ value: status, label: t(statusStates[status].word) }))}
          value={query.entityStatus ? [query.entityStatus] : []}
          onChange={([item]) => state.set({ entityStatus: ENTITY_STATUSES.find(status => status === item) })}
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
          name={entity => entity.displayName}
          href={entity => to('/system/entities/{entityid}/details', { entityid: entity.id })}
          tone={entity => (entity.status === 'ACTIVE' ? undefined : 'done')}
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
