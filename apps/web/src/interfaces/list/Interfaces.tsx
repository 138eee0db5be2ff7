import { Button } from '@mantine/core'
import { CATEGORY_IDS } from '@steading/contract/devices/categories'
import { type Interface, interfaces } from '@steading/contract/devices/interfaces'
import { useRouterState } from '@tanstack/react-router'
import { IconLayoutGrid, IconPlugConnectedX, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { EntityFilter } from '../../entities/index.ts'
import { parseSearch, writeSearch } from '../../platform/navigation/search.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { useGo } from '../../ui/Link.tsx'
import { DataList } from '../../ui/list/table/DataList.tsx'
import { ChoiceFilter, EmptyFiltered, Filters, SearchFilter } from '../../ui/list/filter/Filters.tsx'
import { useListState } from '../../ui/list/useListState.ts'
import { Card } from '../../ui/page/Card.tsx'
import { Empty } from '../../ui/state/Empty.tsx'
import { Overview } from './Overview.tsx'
import RetiredBoxes from './RetiredBoxes.tsx'
import { TerminalFilter } from '../TerminalFilter.tsx'
import { categoryChoices } from '../words.ts'
import { useInterfaceTable } from './useInterfaceTable.ts'

const schema = interfaces.search.query
/** Of the address, besides what narrows the list. */
export const keep = ['historyBack', 'hideFilters']
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
  const { list, rows, columns } = useInterfaceTable(query, terminalId !== undefined)
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
              <ValuesNowLink terminalId={terminalId} />
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
          list={list}
          state={state}
          columns={columns}
          name={iface => iface.displayName}
          href={iface => to('/system/interfaces/details/{interfaceId}', { interfaceId: iface.id })}
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
function ValuesNowLink({ terminalId }: { terminalId: string }) {
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
      onChange={([item]) => onChange(CATEGORY_IDS.find(id => id === item))}
    />
  )
}
