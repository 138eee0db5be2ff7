import type { EventDetails } from '@steading/contract/events'
import { limitWords } from '@steading/locales/condition'
import { dateTime, missing } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { channelIcon, channelWord, channels } from '../outbox/index.ts'
import { type Column, DataList } from '../ui/list/DataList.tsx'
import { useList } from '../ui/list/useList.ts'
import { useInnerList } from '../ui/list/useListState.ts'
import { Card } from '../ui/page/Card.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { type Occurrence, occurrenceSchema, occurrenceSizes, searchOccurrences } from './events.queries.ts'
import { hasLimit, measuredWords } from './measured.ts'
import { placedAmong } from './placed.ts'

const columnsOf = (event: EventDetails, t: Translate, zone: string): readonly Column<Occurrence>[] => [
  {
    key: 'at',
    head: t('event.occurrence.at'),
    sort: 'occurrenceTimestampUtc',
    card: 'title',
    cell: row => <span className="num">{dateTime(row.occurrenceTimestampUtc, zone, t)}</span>,
  },
  {
    key: 'value',
    head: t('event.occurrence.value'),
    card: 'meta',
    cell: ({ cause }) =>
      cause ? (
        <span className="occurrence-value">
          <span>{placedAmong(cause, event).interfaceName}</span> <b className="num">{measuredWords(cause, t)}</b>
          {hasLimit(cause) && <span className="dim"> ({limitWords(cause, t)})</span>}
        </span>
      ) : (
        <span className="dim">{missing}</span>
      ),
  },
  { key: 'told', head: t('notification.recipients'), card: 'end', cell: row => <Recipients actions={row.actions} t={t} /> },
]

/** Each time the condition was told, and to how many on which channel. */
export function Occurrences({ event }: { event: EventDetails }) {
  const t = useText()
  const zone = useZone()
  const state = useInnerList(occurrenceSchema)
  const list = useList('events', { id: event.id, ...state.query }, searchOccurrences)
  // What people wrote was never measured.
  const isMeasured = list.page?.content.some(one => one.cause) ?? false
  const columns = columnsOf(event, t, zone).filter(({ key }) => isMeasured || key !== 'value')
  return (
    <Card title={t('event.occurrences')} flush>
      <DataList
        label={t('event.occurrences')}
        list={list}
        state={state}
        sizes={occurrenceSizes}
        columns={columns}
        name={row => dateTime(row.occurrenceTimestampUtc, zone, t)}
        empty={<Empty title={t('event.occurrences.none')} />}
      />
    </Card>
  )
}

function Recipients({ actions, t }: { actions: Occurrence['actions']; t: Translate }) {
  const told = channels.filter(channel => actions[channel] > 0)
  if (told.length === 0) return <span className="dim">{t('event.told.none')}</span>
  return (
    <span className="channels">
      {told.map(channel => {
        const Icon = channelIcon[channel]
        return (
          <span key={channel} className="num" title={t(channelWord[channel])}>
            <Icon size={15} aria-hidden />
            <span className="vh">{t(channelWord[channel])}</span> {actions[channel]}
          </span>
        )
      })}
    </span>
  )
}
