import { dateTime, number } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { useMemo } from 'react'
import { useZone } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { type Column, DataList } from '../ui/list/table/DataList.tsx'
import { useList } from '../ui/list/useList.ts'
import { useInnerList } from '../ui/list/useListState.ts'
import { Card } from '../ui/page/Card.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { type Run, runSchema, searchRuns } from './ledger.queries.ts'
import './ledger.css'

/** What a box has run, and when. */
export default function Runs({ terminalId }: { terminalId: string }) {
  const t = useText()
  const zone = useZone()
  const state = useInnerList(runSchema)
  const list = useList('rules', { terminalId, ...state.query }, searchRuns)
  const columns = useMemo(() => columnsOf(t, zone), [t, zone])
  return (
    <Card title={t('ledger.runs')} flush>
      <DataList
        label={t('ledger.runs')}
        list={list}
        state={state}
        columns={columns}
        name={run => run.rule.displayName}
        empty={<Empty title={t('ledger.none')} />}
      />
    </Card>
  )
}

const columnsOf = (t: Translate, zone: string): readonly Column<Run>[] => [
  { key: 'rule', head: t('rule.one'), card: 'title', cell: run => run.rule.displayName },
  {
    key: 'version',
    head: t('rule.version'),
    card: 'meta',
    cell: run => <span className="num">{number(run.ruleVersion, t)}</span>,
  },
  {
    key: 'from',
    head: t('ledger.from'),
    sort: 'fromUtc',
    card: 'meta',
    cell: run => <span className="num">{dateTime(run.fromUtc, zone, t)}</span>,
  },
  {
    key: 'until',
    head: t('ledger.until'),
    card: 'meta',
    cell: run => <span className="num">{run.untilUtc === null ? t('ledger.stillRuns') : dateTime(run.untilUtc, zone, t)}</span>,
  },
]
