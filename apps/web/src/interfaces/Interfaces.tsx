import { Button } from '@mantine/core'
import { CATEGORY_IDS } from '@steading/contract/categories'
import { type Interface, interfaces } from '@steading/contract/interfaces'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { IconLayoutGrid, IconPlugConnectedX, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { to } from '../app/index.ts'
import { EntityFilter } from '../entities/index.ts'
import { data } from '../platform/api.ts'
import { useNow } from '../platform/clock.ts'
import { useLiveInterfaces } from '../platform/live.ts'
import { parseSearch, writeSearch } from '../platform/search.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { useGo } from '../ui/Link.tsx'
import { DataList } from '../ui/list/DataList.tsx'
import { ChoiceFilter, EmptyFiltered, Filters, SearchFilter } from '../ui/list/Filters.tsx'
import { useList } from '../ui/list/useList.ts'
import { useListState } from '../ui/list/useListState.ts'
import { Card } from '../ui/page/Card.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { columnsOf, courseHours, coursePoints } from './columns.tsx'
import { calls, seriesQuery } from './interfaces.queries.ts'
import { Overview } from './Overview.tsx'
import RetiredBoxes from './RetiredBoxes.tsx'
import { TerminalFilter } from './TerminalFilter.tsx'
import { categoryChoices } from './words.ts'

const schema = interfaces.search.query
const none: readonly Interface[] = []
/** Of the address, besides what narrows the list. */
export const keep = ['historyBack', 'hideFilters']
const fiveMinutes = 300
/** One box shows its own in the order in which they were added: house by house. */
const asAdded = { sortProperty: 'id', sortDirection: 'ASC' } as const

/** The interfaces of everybody's boxes, or of one, with their values as they come. To one out of service nothing is added. */
export default function Interfaces({ terminalId, inService = true }: { terminalId?: string; inService?: boolean }) {
  const t = useText()
  const go = useGo()
  const state = useListState(schema, terminalId === undefined ? undefined : asAdded, keep)
  // Who was led to one of them has no use for filters.
  const isLed = parseSearch(useRouterState({ select: at => at.location.searchStr }))['hideFilters'] === 'true'
  const query = useMemo(() => ({ ...state.query, ...(terminalId && { terminalId }) }), [state.query, terminalId])
  const list = useList('interfaces', query, (asked, signal) => data(calls.interfaces.search({ query: asked }, { signal })))
  const rows = useLiveInterfaces(list.page?.content ?? none)
  const to5 = useNow(fiveMinutes)
  const interfaceIds = useMemo(() => (list.page?.content ?? none).filter(hasCourse).map(one => one.id), [list.page])
  const { data: series } = useQuery(seriesQuery({ interfaceIds, hours: courseHours, to: to5, points: coursePoints }))
  const rules = useMemo(() => new Map(list.page?.content.map(one => [one.id, one])), [list.page])
  const columns = useMemo(
    () => columnsOf(t, { series, rules, ofOneBox: terminalId !== undefined }),
    [t, series, rules, terminalId],
  )
  return (
    <>
      {terminalId === undefined && <Overview entityId={query.entityId} />}
      {!isLed && (
        <Filters label={t('ui.filters')}>
          <SearchFilter label={t('interface.search')} value={query.search ?? ''} onChange={search => state.set({ search })} />
          <CategoryFilter value={query.category} onChange={category => state.set({ category })} />
          {terminalId === undefined && (
            <TerminalFilter
              value={query.terminalId}
              onChange={id => state.set({ terminalId: id })}
              known={rows.map(row => row.terminal)}
            />
          )}
          <EntityFilter value={query.entityId} onChange={entityId => state.set({ entityId })} />
          {terminalId !== undefined && inService && rows.length > 0 && (
            <span className="filters-end">
              <ValuesNow terminalId={terminalId} />
              <NewInterface terminalId={terminalId} />
            </span>
          )}
        </Filters>
      )}
      {terminalId === undefined && query.terminalId === undefined && !isLed && (
        <RetiredBoxes
          words="interface.retiredHidden"
          filter={{ entityId: query.entityId }}
          show={() => go(to('/system/terminals') + writeSearch({ provisionStatus: 'RETIRED', entityId: query.entityId }))}
        />
      )}
      <Card flush>
        <DataList
          label={t('interface.many')}
          list={{ ...list, page: list.page && { ...list.page, content: [...rows] } }}
          state={state}
          columns={columns}
          name={of => of.displayName}
          href={of => to('/system/interfaces/details/{interfaceId}', { interfaceId: of.id })}
          empty={
            <Empty
              icon={<IconPlugConnectedX size={30} stroke={1.4} />}
              title={t('interface.none')}
              action={inService && <NewInterface terminalId={terminalId} />}
            >
              {inService && t('interface.noneHint')}
            </Empty>
          }
          emptyFiltered={<EmptyFiltered filters={state.filters} reset={state.reset} />}
        />
      </Card>
    </>
  )
}

/** The way to what this box says now, side by side. */
function ValuesNow({ terminalId }: { terminalId: string }) {
  const t = useText()
  const go = useGo()
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconLayoutGrid size={14} aria-hidden />}
      onClick={() => go(to('/system/terminals/{terminalId}', { terminalId }))}
    >
      {t('terminal.values')}
    </Button>
  )
}

/** The way to a new one, on this box. */
function NewInterface({ terminalId }: { terminalId: string | undefined }) {
  const t = useText()
  const go = useGo()
  const may = useMay()
  if (!may('interfaces.create')) return null
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={() => go(to('/system/interfaces/create') + writeSearch({ terminalId }))}
    >
      {t('interface.new')}
    </Button>
  )
}

const hasCourse = (of: Interface) => of.terminalInterfaceType === 'IN' && of.unit !== null

function CategoryFilter({
  value,
  onChange,
}: {
  value: Interface['category'] | undefined
  onChange: (value: Interface['category'] | undefined) => void
}) {
  const t = useText()
  const choices = useMemo(() => categoryChoices(CATEGORY_IDS, t), [t])
  return (
    <ChoiceFilter
      name={t('interface.category')}
      choices={choices}
      value={value ? [value] : []}
      onChange={([one]) => onChange(CATEGORY_IDS.find(id => id === one))}
    />
  )
}
