import type { PageQuery } from '@steading/contract/http/paging'
import type { ReactNode } from 'react'
import { batchesAt } from '../../batches/index.ts'
import { EntityFilter } from '../../entities/index.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { FoundFilter } from '../../ui/list/filter/AsyncSelectFilter.tsx'
import { DatesFilter } from '../../ui/list/filter/DatesFilter.tsx'
import { ChoiceFilter, Filters } from '../../ui/list/filter/Filters.tsx'
import type { ListState } from '../../ui/list/useListState.ts'

interface BatchDataQuery extends PageQuery {
  readonly entityId?: string | undefined
  readonly batchId?: string | undefined
  readonly pending?: boolean | undefined
  readonly fromDate?: string | undefined
  readonly toDate?: string | undefined
}

const batches = batchesAt()

/** What lists of a batch's records share: period, place, batch and whether they count; `children`: what each has besides. */
export function BatchDataFilters<Q extends BatchDataQuery>({
  state,
  isScoped,
  hasBatch = true,
  hasPending = false,
  children,
}: {
  state: ListState<Q>
  /** The list is of one batch. */
  isScoped: boolean
  hasBatch?: boolean
  hasPending?: boolean
  children?: ReactNode
}) {
  const t = useText()
  const may = useMay()
  const { query } = state
  const set = (patch: BatchDataPatch) => state.set(patch as Partial<Q>) // safe: Q has them
  return (
    <Filters label={t('ui.filters')}>
      {children}
      <DatesFilter
        name={t('period.label')}
        from={query.fromDate}
        to={query.toDate}
        onChange={(fromDate, toDate) => set({ fromDate, toDate })}
      />
      {hasPending && (
        <ChoiceFilter
          name={t('event.status.label')}
          choices={[
            { value: 'false', label: t('movement.effective') },
            { value: 'true', label: t('movement.pending') },
          ]}
          value={query.pending === undefined ? [] : [String(query.pending)]}
          onChange={([chosen]) => set({ pending: chosen === undefined ? undefined : chosen === 'true' })}
        />
      )}
      {!isScoped && hasBatch && may('batches.read') && (
        <FoundFilter name={t('batch.one')} source={batches} value={query.batchId} onChange={batchId => set({ batchId })} />
      )}
      {!isScoped && may('entities.read') && <EntityFilter value={query.entityId} onChange={entityId => set({ entityId })} />}
    </Filters>
  )
}
type BatchDataPatch = Partial<Omit<BatchDataQuery, keyof PageQuery>>
