import { CAUSES, EVENT_CAUSES, EVENT_STATUSES, FINDINGS } from '@steading/contract/events/events'
import { FINDING_WORDS } from '@steading/locales/events/findingWords'
import type { TextKey } from '@steading/locales/text'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { EntityFilter, PlacesFilter } from '../../entities/index.ts'
import { everybody } from '../../outbox/index.ts'
import { brand } from '../../platform/page/brand.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import type { SearchField } from '../../theme/brand.ts'
import { severityWord } from '../../ui/marks/SeverityMark.tsx'
import { FoundFilter } from '../../ui/list/filter/AsyncSelectFilter.tsx'
import { ChoiceFilter, Filters, SearchFilter } from '../../ui/list/filter/Filters.tsx'
import { PeriodFilter } from '../../ui/list/filter/PeriodFilter.tsx'
import type { ListState } from '../../ui/list/useListState.ts'
import { batchesAt } from '../../batches/index.ts'
import {
  type EventQuery,
  batchTimes,
  boundsClosedOnly,
  lastTimes,
  origins,
  severityLevels,
  defaultLastTime,
} from '../events.queries.ts'
import { DatesFilter } from '../../ui/list/filter/DatesFilter.tsx'
import { type EventScope, categoriesOf } from '../eventScope.ts'
import { TextFilter } from './TextFilter.tsx'
import { categoryWord, causeWord, lastTimeWord, originWord, statusWord } from '../words.ts'

const selected = <V extends string>(all: readonly V[], chosen: readonly string[]): V[] | undefined => {
  const values = all.filter(item => chosen.includes(item))
  return values.length > 0 ? values : undefined
}

/** A brand can hide filters. */
const isVisible = (field: SearchField) => !brand.hiddenSearchFields.includes(field)

/** What an event list is narrowed by. */
export function EventFilters({ state: { query, set }, scope }: { state: ListState<EventQuery>; scope: EventScope }) {
  const t = useText()
  const [isOpen, open] = useState(false)
  const { title, severityLevel, status, category, entity } = query
  const categories = categoriesOf(scope)
  const ofBatch = scope.batchId !== null
  const presetLabel = (period: TextKey) =>
    boundsClosedOnly(status) ? t('event.periodAndNotClosed', { period: t(period) }) : t(period)
  return (
    <Filters label={t('ui.filters')}>
      {isVisible('title') && (
        <SearchFilter label={t('event.searchTitle')} value={title ?? ''} onChange={text => set({ title: text || undefined })} />
      )}
      {isVisible('lastTime') && (
        <PeriodFilter
          name={t('period.label')}
          presets={(ofBatch ? batchTimes : lastTimes).map(value => ({ value, label: presetLabel(lastTimeWord[value]) }))}
          standard={defaultLastTime(status, ofBatch)}
          value={query}
          onChange={set}
        />
      )}
      {isVisible('severityLevel') && (
        <ChoiceFilter
          name={t('event.severity.label')}
          many
          choices={severityLevels.map(value => ({ value, label: t(severityWord[value]) }))}
          value={severityLevel ?? []}
          onChange={chosen => set({ severityLevel: selected(severityLevels, chosen) })}
        />
      )}
      {isVisible('status') && (
        <ChoiceFilter
          name={t('event.status.label')}
          many
          choices={EVENT_STATUSES.map(value => ({ value, label: t(statusWord[value]) }))}
          value={status ?? []}
          onChange={chosen => set({ status: selected(EVENT_STATUSES, chosen) })}
        />
      )}
      {isVisible('category') && (
        <ChoiceFilter
          name={t('event.category.label')}
          many
          choices={categories.map(value => ({ value, label: t(categoryWord[value]) }))}
          value={category ?? []}
          onChange={chosen => set({ category: selected(categories, chosen) })}
        />
      )}
      <PlacesFilter value={query.entities} clear={() => set({ entities: undefined })} />
      {!ofBatch && isVisible('entity') && <EntityFilter value={entity} onChange={chosen => set({ entity: chosen })} />}
      <button type="button" className="filter filter-add" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        {isOpen ? <IconMinus size={14} aria-hidden /> : <IconPlus size={14} aria-hidden />}
        {t('list.addFilter')}
      </button>
      <ExtraFilters query={query} set={set} scope={scope} isOpen={isOpen} />
    </Filters>
  )
}

const company = ['ENTERPRISE'] as const
const batches = batchesAt()

/** Less common filters: shown on request or when set. */
function ExtraFilters({
  query,
  set,
  scope,
  isOpen,
}: Pick<ListState<EventQuery>, 'query' | 'set'> & { readonly scope: EventScope; readonly isOpen: boolean }) {
  const t = useText()
  const may = useMay()
  const { cause, finding, origin, enterpriseId, batchId, user, contact, closeDateFrom, closeDateTo } = query
  const isShown = (field: SearchField, value: unknown) => isVisible(field) && (isOpen || value !== undefined)
  const ofBatch = scope.batchId !== null
  const causes = EVENT_CAUSES.filter(cause => CAUSES[cause][scope.isHelpdesk ? 'isHelpdesk' : 'isEvent'])
  return (
    <>
      {isShown('cause', cause) && (
        <ChoiceFilter
          name={t('event.cause.label')}
          many
          choices={causes.map(value => ({ value, label: t(causeWord[value]) }))}
          value={cause ?? []}
          onChange={chosen => set({ cause: selected(causes, chosen) })}
        />
      )}
      {!scope.isHelpdesk && (isOpen || finding !== undefined) && (
        <ChoiceFilter
          name={t('event.finding.label')}
          many
          choices={FINDINGS.map(value => ({ value, label: t(FINDING_WORDS[value]) }))}
          value={finding ?? []}
          onChange={chosen => set({ finding: selected(FINDINGS, chosen) })}
        />
      )}
      {!scope.isHelpdesk && isShown('origin', origin) && (
        <ChoiceFilter
          name={t('event.origin.label')}
          choices={origins.map(value => ({ value, label: t(originWord[value]) }))}
          value={origin ? [origin] : []}
          onChange={([chosen]) => set({ origin: origins.find(origin => origin === chosen) })}
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
      {!ofBatch && !scope.isHelpdesk && may('batches.read') && isShown('batchId', batchId) && (
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
