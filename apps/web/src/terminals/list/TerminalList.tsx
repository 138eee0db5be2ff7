import { Button } from '@mantine/core'
import { TERMINAL_STATUSES, terminals } from '@steading/contract/devices/terminals'
import { IconPlus, IconServerOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { EntityFilter } from '../../entities/index.ts'
import { RetiredBoxes } from '../../interfaces/index.ts'
import { data } from '../../platform/api/api.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { useGo } from '../../ui/Link.tsx'
import { DataList } from '../../ui/list/table/DataList.tsx'
import { ChoiceFilter, EmptyFiltered, Filters, SearchFilter } from '../../ui/list/filter/Filters.tsx'
import { useList } from '../../ui/list/useList.ts'
import { useListState } from '../../ui/list/useListState.ts'
import { Card } from '../../ui/page/Card.tsx'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { Empty } from '../../ui/state/Empty.tsx'
import { ExportTerminals } from './ExportTerminals.tsx'
import { columnsOf, useTerminalPage } from './terminalColumns.tsx'
import { provisionStates } from './terminalStatus.tsx'
import { calls } from '../terminals.queries.ts'

const schema = terminals.search.query

/** List of terminals with provisioning state, connection and last contact. */
export default function TerminalList() {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const state = useListState(schema)
  const { query } = state
  const list = useList('terminals', query, (asked, signal) => data(calls.search({ query: asked }, { signal })))
  const areRetired = query.provisionStatus === 'RETIRED'
  const columns = useMemo(() => columnsOf(t, areRetired), [t, areRetired])
  const create = to('/system/terminals/create')
  const page = useTerminalPage()
  const mayCreate = may('terminals.create')
  return (
    <>
      <PageHead
        title={t('terminal.many')}
        actions={
          <>
            <ExportTerminals query={query} />
            {mayCreate && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go(create)}>
                {t('ui.new')}
              </Button>
            )}
          </>
        }
      />
      <Filters label={t('ui.filters')}>
        <SearchFilter label={t('terminal.search')} value={query.search ?? ''} onChange={search => state.set({ search })} />
        <ChoiceFilter
          name={t('terminal.provision')}
          choices={TERMINAL_STATUSES.map(one => ({ value: one, label: t(provisionStates[one].word) }))}
          value={query.provisionStatus ? [query.provisionStatus] : []}
          onChange={([one]) => state.set({ provisionStatus: TERMINAL_STATUSES.find(status => status === one) })}
        />
        <ChoiceFilter
          name={t('terminal.connection')}
          choices={[
            { value: 'true', label: t('terminal.connected') },
            { value: 'false', label: t('terminal.notConnected') },
          ]}
          value={query.connected ? [query.connected] : []}
          onChange={([one]) => state.set({ connected: one === 'true' || one === 'false' ? one : undefined })}
        />
        <EntityFilter value={query.entityId} onChange={entityId => state.set({ entityId })} />
      </Filters>
      {query.provisionStatus === undefined && (
        <RetiredBoxes words="terminal.retiredHidden" filter={query} show={() => state.set({ provisionStatus: 'RETIRED' })} />
      )}
      <Card flush>
        <DataList
          label={t('terminal.many')}
          list={list}
          state={state}
          columns={columns}
          name={of => of.displayName}
          href={of => page(of.id)}
          empty={
            <Empty
              icon={<IconServerOff size={30} stroke={1.4} />}
              title={t('terminal.none')}
              action={
                mayCreate && (
                  <Button size="xs" onClick={() => go(create)}>
                    {t('terminal.new')}
                  </Button>
                )
              }
            >
              {t('terminal.noneHint')}
            </Empty>
          }
          emptyFiltered={<EmptyFiltered filters={state.filters} reset={state.reset} />}
        />
      </Card>
    </>
  )
}
