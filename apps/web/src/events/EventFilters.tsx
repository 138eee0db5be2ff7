import { CAUSES, EVENT_CAUSES, EVENT_STATUSES } from '@steading/contract/events'
import type { TextKey } from '@steading/locales/text'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { EntityFilter } from '../entities/index.ts'
import { everybody } from '../outbox/index.ts'
import { brand } from '../platform/brand.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import type { SearchField } from '../theme/brand.ts'
import { severityWord } from '../ui/marks/SeverityMark.tsx'
import { FoundFilter } from '../ui/list/FoundFilter.tsx'
import { ChoiceFilter, Filters, SearchFilter } from '../ui/list/Filters.tsx'
import { PeriodFilter } from '../ui/list/PeriodFilter.tsx'
import type { ListState } from '../ui/list/useListState.ts'
import { batchesAt } from './batch.queries.ts'
import {
  type EventQuery,
  batchTimes,
  boundsClosedOnly,
  lastTimes,
  origins,
  severityLevels,
  standardOf,
} from './events.queries.ts'
import { DatesFilter } from './DatesFilter.tsx'
import { type Desk, categoriesOf } from './desk.ts'
import { TextFilter } from './TextFilter.tsx'
import { categoryWord, causeWord, lastTimeWord, originWord, statusWord } from './words.ts'

const only = <V extends string>(all: readonly V[], chosen: readonly string[]): V[] | undefined => {
  const kept = all.filter(one => chosen.includes(one))
  return kept.length > 0 ? kept : undefined
}

/** Some brands' people don't see all of them. */
const shows = (field: SearchField) => !brand.hiddenSearchFields.includes(field)

/** What an event list is narrowed by. */
export function EventFilters({ state: { query, set }, desk }: { state: ListState<EventQuery>; desk: Desk }) {
  const t = useText()
  const [isOpen, open] = useState(false)
  const { title, severityLevel, status, category, entity } = query
  const categories = categoriesOf(desk)
  const ofBatch = desk.batchId !== null
  const presetLabel = (period: TextKey) =>
    boundsClosedOnly(status) ? t('event.periodAndNotClosed', { period: t(period) }) : t(period)
  return (
    <Filters label={t('ui.filters')}>
      {shows('title') && (
        <SearchFilter label={t('event.searchTitle')} value={title ?? ''} onChange={text => set({ title: text || undefined })} />
      )}
      {shows('lastTime') && (
        <PeriodFilter
          name={t('period.label')}
          presets={(ofBatch ? batchTimes : lastTimes).map(value => ({ value, label: presetLabel(lastTimeWord[value]) }))}
          standard={standardOf(status, ofBatch)}
          value={query}
          onChange={set}
        />
      )}
      {shows('severityLevel') && (
        <ChoiceFilter
          name={t('event.severity.label')}
          many
          choices={severityLevels.map(value => ({ value, label: t(severityWord[value]) }))}
          value={severityLevel ?? []}
          onChange={chosen => set({ severityLevel: only(severityLevels, chosen) })}
        />
      )}
      {shows('status') && (
        <ChoiceFilter
          name={t('event.status.label')}
          many
          choices={EVENT_STATUSES.map(value => ({ value, label: t(statusWord[value]) }))}
          value={status ?? []}
          onChange={chosen => set({ status: only(EVENT_STATUSES, chosen) })}
        />
      )}
      {shows('category') && (
        <ChoiceFilter
          name={t('event.category.label')}
          many
          choices={categories.map(value => ({ value, label: t(categoryWord[value]) }))}
          value={category ?? []}
          onChange={chosen => set({ category: only(categories, chosen) })}
        />
      )}
      {!ofBatch && shows('entity') && <EntityFilter value={entity} onChange={chosen => set({ entity: chosen })} />}
      <button type="button" className="filter filter-add" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        {isOpen ? <IconMinus size={14} aria-hidden /> : <IconPlus size={14} aria-hidden />}
        {t('list.addFilter')}
      </button>
      <More query={query} set={set} desk={desk} isOpen={isOpen} />
    </Filters>
  )
}

const company = ['ENTERPRISE'] as const
const batches = batchesAt()

/** What people narrow a list by less often: shown once asked for, or set. */
function More({
  query,
  set,
  desk,
  isOpen,
}: Pick<ListState<EventQuery>, 'query' | 'set'> & { readonly desk: Desk; readonly isOpen: boolean }) {
  const t = useText()
  const may = useMay()
  const { cause, origin, enterpriseId, batchId, user, contact, closeDateFrom, closeDateTo } = query
  const isShown = (field: SearchField, value: unknown) => shows(field) && (isOpen || value !== undefined)
  const ofBatch = desk.batchId !== null
  const causes = EVENT_CAUSES.filter(one => CAUSES[one][desk.isHelpdesk ? 'isHelpdesk' : 'isEvent'])
  return (
    <>
      {isShown('cause', cause) && (
        <ChoiceFilter
          name={t('event.cause.label')}
          many
          choices={causes.map(value => ({ value, label: t(causeWord[value]) }))}
          value={cause ?? []}
          onChange={chosen => set({ cause: only(causes, chosen) })}
        />
      )}
      {!desk.isHelpdesk && isShown('origin', origin) && (
        <ChoiceFilter
          name={t('event.origin.label')}
          choices={origins.map(value => ({ value, label: t(originWord[value]) }))}
          value={origin ? [origin] : []}
          onChange={([chosen]) => set({ origin: origins.find(one => one === chosen) })}
        />
      )}
      {!ofBatch && isShown('enterpriseId', enterpriseId) && (
        <EntityFilter
          name={t('entity.enterprise')}
          types={company}
          value={enterpriseId}
          onChange={chosen => set({ enterpriseId: chosen })}
        />
      )}
      {!ofBatch && !desk.isHelpdesk && may('batches.read') && isShown('batchId', batchId) && (
        <FoundFilter name={t('batch.one')} source={batches} value={batchId} onChange={chosen => set({ batchId: chosen })} />
      )}
      {isShown('user', user) && (
        <FoundFilter name={t('user.one')} source={everybody} value={user} onChange={chosen => set({ user: chosen })} />
      )}
      {isShown('contact', contact) && (
        <TextFilter name={t('event.filter.contact')} value={contact} onChange={text => set({ contact: text })} />
      )}
      {(isShown('closeDateFrom', closeDateFrom) || isShown('closeDateTo', closeDateTo)) && (
        <DatesFilter
          name={t('event.closed')}
          from={closeDateFrom}
          to={closeDateTo}
          onChange={(from, to) => set({ closeDateFrom: from, closeDateTo: to })}
        />
      )}
    </>
  )
}
