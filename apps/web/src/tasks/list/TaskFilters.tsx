import { SEVERITIES } from '@steading/contract/events/kinds'
import { TASK_STATUSES } from '@steading/contract/tasks/transitions'
import { batchesAt } from '../../batches/index.ts'
import { EntityFilter } from '../../entities/index.ts'
import { everybody } from '../../outbox/index.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { FoundFilter } from '../../ui/list/filter/AsyncSelectFilter.tsx'
import { DatesFilter } from '../../ui/list/filter/DatesFilter.tsx'
import { ChoiceFilter, Filters, SearchFilter } from '../../ui/list/filter/Filters.tsx'
import type { ListState } from '../../ui/list/useListState.ts'
import { severityWord } from '../../ui/marks/SeverityMark.tsx'
import type { BoardQuery, TaskQuery } from '../tasks.queries.ts'
import { statusWord } from '../taskWords.ts'

const batches = batchesAt()

/** Filters that list and board share: people, place and batch. */
export function WhoAndWhereFilters({
  query,
  set,
  isScoped = false,
}: {
  query: BoardQuery
  set: (change: BoardQuery) => void
  /** The list is of one batch. */
  isScoped?: boolean
}) {
  const t = useText()
  const may = useMay()
  return (
    <>
      <FoundFilter
        name={t('task.assignee')}
        source={everybody}
        value={query.assigneeId}
        onChange={assigneeId => set({ assigneeId })}
      />
      {!isScoped && may('entities.read') && <EntityFilter value={query.entityId} onChange={entityId => set({ entityId })} />}
      {!isScoped && may('batches.read') && (
        <FoundFilter name={t('batch.one')} source={batches} value={query.batchId} onChange={batchId => set({ batchId })} />
      )}
    </>
  )
}

const someOf = <V extends string>(all: readonly V[], chosen: readonly string[]): V[] | undefined => {
  const found = all.filter(value => chosen.includes(value))
  return found.length > 0 ? found : undefined
}

/** The filters of a list of tasks. */
export function TaskFilters({ state, isScoped }: { state: ListState<TaskQuery>; isScoped: boolean }) {
  const t = useText()
  const { query, set } = state
  return (
    <Filters label={t('ui.filters')}>
      <SearchFilter label={t('task.search')} value={query.search ?? ''} onChange={text => set({ search: text || undefined })} />
      <ChoiceFilter
        many
        name={t('event.status.label')}
        choices={TASK_STATUSES.map(value => ({ value, label: t(statusWord[value]) }))}
        value={query.status ?? []}
        onChange={chosen => set({ status: someOf(TASK_STATUSES, chosen) })}
      />
      <ChoiceFilter
        name={t('task.overdue')}
        choices={[
          { value: 'true', label: t('ui.yes') },
          { value: 'false', label: t('ui.no') },
        ]}
        value={query.overdue === undefined ? [] : [String(query.overdue)]}
        onChange={([chosen]) => set({ overdue: chosen === undefined ? undefined : chosen === 'true' })}
      />
      <WhoAndWhereFilters query={query} set={set} isScoped={isScoped} />
      <ChoiceFilter
        many
        name={t('task.priority')}
        choices={SEVERITIES.toReversed().map(value => ({ value, label: t(severityWord[value]) }))}
        value={query.priority ?? []}
        onChange={chosen => set({ priority: someOf(SEVERITIES, chosen) })}
      />
      <DatesFilter
        name={t('task.dueDate')}
        from={query.fromDate}
        to={query.toDate}
        onChange={(fromDate, toDate) => set({ fromDate, toDate })}
      />
    </Filters>
  )
}
