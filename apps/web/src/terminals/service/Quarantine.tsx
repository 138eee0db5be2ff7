import type { QuarantinedPayload } from '@steading/contract/devices/terminals'
import { dateTime, number } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { useMemo } from 'react'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { type Column, DataList } from '../../ui/list/table/DataList.tsx'
import { useList } from '../../ui/list/useList.ts'
import { useInnerList } from '../../ui/list/useListState.ts'
import { Card } from '../../ui/page/Card.tsx'
import { Empty } from '../../ui/state/Empty.tsx'
import { quarantineSchema, searchQuarantine } from '../terminals.queries.ts'

/** Quarantined messages of a terminal: time, reason and first characters. */
export function Quarantine({ terminalId }: { terminalId: string }) {
  const t = useText()
  const zone = useZone()
  const state = useInnerList(quarantineSchema)
  const list = useList('quarantine', { id: terminalId, ...state.query }, searchQuarantine)
  const columns = useMemo(() => columnsOf(t, zone), [t, zone])
  return (
    <Card title={t('quarantine.title')} flush>
      <DataList
        label={t('quarantine.title')}
        list={list}
        state={state}
        columns={columns}
        name={of => `${of.reason.text} ${dateTime(of.receivedUtc, zone, t)}`}
        empty={<Empty title={t('quarantine.none')} />}
      />
    </Card>
  )
}

const columnsOf = (t: Translate, zone: string): readonly Column<QuarantinedPayload>[] => [
  {
    key: 'received',
    head: t('quarantine.received'),
    sort: 'receivedUtc',
    card: 'meta',
    cell: of => <span className="num">{dateTime(of.receivedUtc, zone, t)}</span>,
  },
  {
    key: 'reason',
    head: t('quarantine.reason'),
    card: 'title',
    cell: of => (
      <span className="two">
        <span>{of.reason.text}</span>
        <span className="quarantine-detail">{of.reason.detail}</span>
      </span>
    ),
  },
  { key: 'detail', head: t('ui.details'), only: 'card', card: 'meta', cell: of => of.reason.detail },
  { key: 'topic', head: t('quarantine.topic'), card: 'meta', cell: of => of.topic },
  {
    key: 'size',
    head: t('quarantine.size'),
    right: true,
    card: 'hide',
    cell: of => <span className="num">{number(of.size, t)}</span>,
  },
  {
    key: 'payload',
    head: t('quarantine.payload'),
    card: 'meta',
    cell: of => <code className="quarantine-payload">{of.payload}</code>,
  },
]
