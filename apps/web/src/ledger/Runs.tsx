import { dateTime, number } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { useMemo } from 'react'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { type Column, DataList } from '../ui/list/DataList.tsx'
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
        name={of => of.rule.displayName}
        empty={<Empty title={t('ledger.none')} />}
      />
    </Card>
  )
}

const columnsOf = (t: Translate, zone: string): readonly Column<Run>[] => [
  { key: 'rule', head: t('rule.one'), card: 'title', cell: of => of.rule.displayName },
  { key: 'version', head: t('rule.version'), card: 'meta', cell: of => <span className="num">{number(of.ruleVersion, t)}</span> },
  {
    key: 'from',
    head: t('ledger.from'),
    sort: 'fromUtc',
    card: 'meta',
    cell: of => <span className="num">{dateTime(of.fromUtc, zone, t)}</span>,
  },
  {
    key: 'until',
    head: t('ledger.until'),
    card: 'meta',
    cell: of => <span className="num">{of.untilUtc === null ? t('ledger.stillRuns') : dateTime(of.untilUtc, zone, t)}</span>,
  },
]
