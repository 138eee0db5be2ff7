import { EVENT_CATEGORIES, EVENT_STATUSES } from '@steading/contract/events'
import { EntityFilter } from '../entities/index.ts'
import { brand } from '../platform/brand.ts'
import { useText } from '../platform/texts.tsx'
import type { SearchField } from '../theme/brand.ts'
import { severityWord } from '../ui/marks/SeverityMark.tsx'
import { ChoiceFilter, Filters, SearchFilter } from '../ui/list/Filters.tsx'
import { PeriodFilter } from '../ui/list/PeriodFilter.tsx'
import type { ListState } from '../ui/list/useListState.ts'
import { type EventQuery, lastTimes, origins, severityLevels, standardOf } from './events.queries.ts'
import { categoryWord, lastTimeWord, originWord, statusWord } from './words.ts'

const only = <V extends string>(all: readonly V[], chosen: readonly string[]): V[] | undefined => {
  const kept = all.filter(one => chosen.includes(one))
  return kept.length > 0 ? kept : undefined
}

/** Some brands' people don't see all of them. */
const shows = (field: SearchField) => !brand.hiddenSearchFields.includes(field)

/** What an event list is narrowed by. */
export function EventFilters({ state: { query, set } }: { state: ListState<EventQuery> }) {
  const t = useText()
  const { title, severityLevel, status, category, origin, entity } = query
  return (
    <Filters label={t('ui.filters')}>
      <SearchFilter label={t('event.searchTitle')} value={title ?? ''} onChange={text => set({ title: text || undefined })} />
      <PeriodFilter
        name={t('period.label')}
        presets={lastTimes.map(value => ({ value, label: t(lastTimeWord[value]) }))}
        standard={standardOf(status)}
        value={query}
        onChange={set}
      />
      <ChoiceFilter
        name={t('event.severity.label')}
        many
        choices={severityLevels.map(value => ({ value, label: t(severityWord[value]) }))}
        value={severityLevel ?? []}
        onChange={chosen => set({ severityLevel: only(severityLevels, chosen) })}
      />
      <ChoiceFilter
        name={t('event.status.label')}
        many
        choices={EVENT_STATUSES.map(value => ({ value, label: t(statusWord[value]) }))}
        value={status ?? []}
        onChange={chosen => set({ status: only(EVENT_STATUSES, chosen) })}
      />
      {shows('category') && (
        <ChoiceFilter
          name={t('event.category.label')}
          many
          choices={EVENT_CATEGORIES.map(value => ({ value, label: t(categoryWord[value]) }))}
          value={category ?? []}
          onChange={chosen => set({ category: only(EVENT_CATEGORIES, chosen) })}
        />
      )}
      {shows('origin') && (
        <ChoiceFilter
          name={t('event.origin.label')}
          choices={origins.map(value => ({ value, label: t(originWord[value]) }))}
          value={origin ? [origin] : []}
          onChange={([chosen]) => set({ origin: origins.find(one => one === chosen) })}
        />
      )}
      {shows('entity') && <EntityFilter value={entity} onChange={chosen => set({ entity: chosen })} />}
    </Filters>
  )
}
