import { type Notification, SENDING_STATES } from '@steading/contract/events/outbox'
import { age, dateTime } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { IconMailOff } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { useNow } from '../platform/page/clock.ts'
import { parseSearch, writeSearch } from '../platform/navigation/search.ts'
import { useZone } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { type Column, DataList } from '../ui/list/table/DataList.tsx'
import { ChoiceFilter, EmptyFiltered, Filters } from '../ui/list/filter/Filters.tsx'
import { useList } from '../ui/list/useList.ts'
import { useListState } from '../ui/list/useListState.ts'
import { useGo } from '../ui/Link.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Note } from '../ui/page/Note.tsx'
import { PageHead } from '../ui/page/head/PageHead.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { Message } from './Message.tsx'
import { listSchema, searchOutbox } from './outbox.queries.ts'
import { SendingState } from './SendingState.tsx'
import { channelIcon, channelWord, channels, keptOn, stateWord } from './words.ts'
import './outbox.css'

const columnsOf = (t: Translate, zone: string, now: number): readonly Column<Notification>[] => [
  { key: 'lead', only: 'card', card: 'lead', cell: row => <ChannelMark row={row} t={t} /> },
  {
    key: 'subject',
    head: t('outbox.subjectAndRecipient'),
    card: 'hide',
    cell: row => (
      <span className="title-cell">
        <ChannelMark row={row} t={t} />
        <span className="two">
          <span className="row-link">{row.subject}</span>
          <span className="address">{row.recipient}</span>
        </span>
      </span>
    ),
  },
  { key: 'name', only: 'card', card: 'title', cell: row => row.subject },
  { key: 'recipient', only: 'card', card: 'meta', cell: row => <span className="address">{row.recipient}</span> },
  {
    key: 'created',
    head: t('outbox.created'),
    sort: 'createdUtc',
    card: 'hide',
    cell: row => <span className="num">{dateTime(row.createdUtc, zone, t)}</span>,
  },
  { key: 'state', head: t('event.status.label'), card: 'meta', cell: row => <SendingState of={row} /> },
  { key: 'age', only: 'card', card: 'end', right: true, cell: row => age(row.createdUtc, now, t) },
]

function ChannelMark({ row, t }: { row: Notification; t: Translate }) {
  const Icon = channelIcon[row.channel]
  return (
    <span className="channel-mark" title={t(channelWord[row.channel])}>
      <Icon size={17} stroke={1.7} aria-hidden />
      <span className="vh">{t(channelWord[row.channel])}</span>
    </span>
  )
}

/** What went out to people, or would have gone out where no provider is configured. */
export default function OutboxList() {
  const t = useText()
  const zone = useZone()
  const now = useNow()
  const go = useGo()
  const state = useListState(listSchema)
  const list = useList('outbox', state.query, searchOutbox)
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location })
  const search = parseSearch(searchStr)
  const { message, ...without } = search
  const rows = list.page?.content ?? []
  const { channel, state: sending, eventId } = state.query
  const keptRows = keptOn(rows)
  return (
    <>
      <PageHead title={t('nav.outbox')} />
      <Filters label={t('ui.filters')}>
        <ChoiceFilter
          name={t('outbox.channel')}
          choices={channels.map(value => ({ value, label: t(channelWord[value]) }))}
          value={channel ? [channel] : []}
          onChange={([chosen]) => state.set({ channel: channels.find(one => one === chosen) })}
        />
        <ChoiceFilter
          name={t('event.status.label')}
          choices={SENDING_STATES.map(value => ({ value, label: t(stateWord[value]) }))}
          value={sending ? [sending] : []}
          onChange={([chosen]) => state.set({ state: SENDING_STATES.find(one => one === chosen) })}
        />
        {eventId && (
          <ChoiceFilter
            name={t('event.one')}
            choices={[{ value: eventId, label: eventId }]}
            value={[eventId]}
            onChange={([chosen]) => state.set({ eventId: chosen })}
          />
        )}
      </Filters>
      {keptRows.length > 0 && (
        <div className="outbox-note">
          <Note>
            {t('outbox.keptHint', { channels: new Intl.ListFormat(t.language).format(keptRows.map(one => t(channelWord[one]))) })}
          </Note>
        </div>
      )}
      <Card flush className="outbox">
        <DataList
          label={t('nav.outbox')}
          list={list}
          state={state}
          columns={columnsOf(t, zone, now)}
          name={row => row.subject}
          href={row => pathname + writeSearch({ ...without, message: row.id })}
          empty={
            <Empty icon={<IconMailOff size={30} stroke={1.4} />} title={t('outbox.empty')}>
              {t('outbox.emptyHint')}
            </Empty>
          }
          emptyFiltered={<EmptyFiltered filters={state.filters} reset={state.reset} />}
        />
      </Card>
      {typeof message === 'string' && (
        <Message id={message} close={() => go(pathname + writeSearch(without), { replace: true })} />
      )}
    </>
  )
}
