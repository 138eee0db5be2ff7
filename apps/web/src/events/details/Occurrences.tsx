import type { EventDetails } from '@steading/contract/events/events'
import { limitWords } from '@steading/locales/condition'
import { dateTime, missing } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { channelIcon, channelWord, channels } from '../../outbox/index.ts'
import { type Column, DataList } from '../../ui/list/table/DataList.tsx'
import { useList } from '../../ui/list/useList.ts'
import { useInnerList } from '../../ui/list/useListState.ts'
import { Card } from '../../ui/page/Card.tsx'
import { Empty } from '../../ui/state/Empty.tsx'
import { type Occurrence, occurrenceSchema, occurrenceSizes, searchOccurrences } from '../events.queries.ts'
import { hasLimit, comparedValueWords } from './causeWords.ts'
import { withDistinctName } from './sensorNames.ts'

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
          <span>{withDistinctName(cause, event).interfaceName}</span> <b className="num">{comparedValueWords(cause, t)}</b>
          {hasLimit(cause) && <span className="dim"> ({limitWords(cause, t)})</span>}
        </span>
      ) : (
        <span className="dim">{missing}</span>
      ),
  },
  { key: 'told', head: t('notification.recipients'), card: 'end', cell: row => <Recipients actions={row.actions} t={t} /> },
]

/** Notified occurrences of the condition, with the number of recipients by channel. */
export function Occurrences({ event }: { event: EventDetails }) {
  const t = useText()
  const zone = useZone()
  const state = useInnerList(occurrenceSchema)
  const list = useList('events', { id: event.id, ...state.query }, searchOccurrences)
  // What people wrote was never measured.
  const isMeasured = list.page?.content.some(occurrence => occurrence.cause) ?? false
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
  const used = channels.filter(channel => actions[channel] > 0)
  if (used.length === 0) return <span className="dim">{t('event.told.none')}</span>
  return (
    <span className="channels">
      {used.map(channel => {
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
