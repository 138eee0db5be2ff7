import { AUDIT_ACTIONS, AUDIT_OBJECTS, AUDIT_RESULTS, type AuditEntry } from '@steading/contract/users/audit'
import { isBackwards } from '@steading/contract/http/period'
import { actionWord, actorWord, objectWord, resultWord } from '@steading/locales/audit'
import { age, dateTime } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { IconListSearch } from '@tabler/icons-react'
import { useMemo } from 'react'
import { to } from '../platform/navigation/paths.ts'
import { EntityFilter } from '../entities/index.ts'
import { useNow } from '../platform/page/clock.ts'
import { useZone } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { type Column, DataList } from '../ui/list/table/DataList.tsx'
import { ChoiceFilter, EmptyFiltered, Filters, SearchFilter } from '../ui/list/filter/Filters.tsx'
import { PeriodFilter } from '../ui/list/filter/PeriodFilter.tsx'
import { useList } from '../ui/list/useList.ts'
import { useListState } from '../ui/list/useListState.ts'
import { Card } from '../ui/page/Card.tsx'
import { PageHead } from '../ui/page/head/PageHead.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { listSchema, searchAudit } from './audit.queries.ts'
import { ExportAudit } from './ExportAudit.tsx'
import { ResultPill } from './result.tsx'

/** What it was done to, with its name where it has one. */
const subject = ({ objectType, objectName, objectId }: AuditEntry, t: Translate) =>
  [objectWord(objectType, t), objectName ?? objectId].filter(Boolean).join(' ')

const columnsOf = (t: Translate, zone: string, now: number): readonly Column<AuditEntry>[] => [
  {
    key: 'when',
    head: t('audit.when'),
    sort: 'timestampUtc',
    card: 'hide',
    cell: row => <span className="num">{dateTime(row.timestampUtc, zone, t)}</span>,
  },
  { key: 'who', head: t('audit.who'), card: 'meta', cell: row => actorWord(row, t) },
  {
    key: 'action',
    head: t('audit.action'),
    card: 'hide',
    cell: row => <span className="row-link">{actionWord(row.action, t)}</span>,
  },
  { key: 'subject', head: t('audit.object'), card: 'hide', cell: row => subject(row, t) },
  { key: 'title', only: 'card', card: 'title', cell: row => `${actionWord(row.action, t)}: ${subject(row, t)}` },
  { key: 'place', head: t('audit.place'), card: 'meta', wide: true, cell: row => row.entity?.displayName },
  { key: 'result', head: t('audit.result'), card: 'meta', cell: row => <ResultPill result={row.result} /> },
  { key: 'age', only: 'card', card: 'end', right: true, cell: row => age(row.timestampUtc, now, t) },
]

/** Who did what, when and with which result, below one's own root. */
export default function AuditList() {
  const t = useText()
  const zone = useZone()
  const now = useNow()
  const state = useListState(listSchema)
  const { query, set } = state
  const list = useList('audit', query, searchAudit)
  const columns = useMemo(() => columnsOf(t, zone, now), [t, zone, now])
  return (
    <>
      <PageHead title={t('audit.title')} actions={<ExportAudit query={query} />} />
      <Filters label={t('ui.filters')}>
        <SearchFilter
          label={t('audit.search')}
          value={query.search ?? ''}
          onChange={text => set({ search: text || undefined })}
        />
        <PeriodFilter name={t('period.label')} presets={[]} standard={undefined} value={query} onChange={set} />
        <ChoiceFilter
          name={t('audit.action')}
          choices={AUDIT_ACTIONS.map(value => ({ value, label: actionWord(value, t) }))}
          value={query.action ? [query.action] : []}
          onChange={([chosen]) => set({ action: AUDIT_ACTIONS.find(one => one === chosen) })}
        />
        <ChoiceFilter
          name={t('audit.object')}
          choices={AUDIT_OBJECTS.map(value => ({ value, label: objectWord(value, t) }))}
          value={query.objectType ? [query.objectType] : []}
          onChange={([chosen]) => set({ objectType: AUDIT_OBJECTS.find(one => one === chosen) })}
        />
        <ChoiceFilter
          name={t('audit.result')}
          choices={AUDIT_RESULTS.map(value => ({ value, label: resultWord(value, t) }))}
          value={query.result ? [query.result] : []}
          onChange={([chosen]) => set({ result: AUDIT_RESULTS.find(one => one === chosen) })}
        />
        <EntityFilter value={query.entityId} onChange={entityId => set({ entityId })} />
      </Filters>
      <Card flush>
        <DataList
          label={t('audit.title')}
          list={list}
          state={state}
          columns={columns}
          name={row => `${actionWord(row.action, t)}: ${subject(row, t)}`}
          href={row => to('/system/audit/{auditid}', { auditid: row.id })}
          empty={<Empty icon={<IconListSearch size={30} stroke={1.4} />} title={t('audit.empty')} />}
          emptyFiltered={
            <EmptyFiltered
              filters={state.filters}
              title={isBackwards(query) ? t('invalid.endBeforeStart') : undefined}
              reset={state.reset}
            />
          }
        />
      </Card>
    </>
  )
}
