import type { Event } from '@steading/contract/events/events'
import { age, dateTime, missing, since } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { PlaceLink } from '../../entities/index.ts'
import { IconBell } from '@tabler/icons-react'
import { EventState } from '../../ui/marks/EventState.tsx'
import { SeverityMark, severityWord } from '../../ui/marks/SeverityMark.tsx'
import type { Column } from '../../ui/list/table/DataList.tsx'
import { CategoryMark } from '../CategoryMark.tsx'
import type { EventScope } from '../eventScope.ts'
import { BatchLink } from '../BatchLink.tsx'
import { closerOf, openerOf, stateOf } from '../words.ts'

/** Hot is what is critical and not over; what is over loses weight. */
export const toneOf = ({ status, severityLevel, lasting }: Event): 'hot' | 'done' | undefined =>
  status === 'CLOSED' && !lasting ? 'done' : severityLevel === 'CRITICAL' ? 'hot' : undefined

const twoLines = (first: string, second: string) => (
  <span className="two num">
    <span>{first}</span>
    <span>{second}</span>
  </span>
)

interface ColumnContext {
  readonly zone: string
  /** ms UTC */
  readonly now: number
  /** Of tickets what they are about goes before how grave they are; those of one batch need not name it. */
  readonly scope: Pick<EventScope, 'isHelpdesk' | 'batchId'>
  readonly seesBatches: boolean
}

/** The columns of a list of events, or of tickets. */
export const columnsOf = (
  t: Translate,
  { zone, now, scope: { isHelpdesk, batchId }, seesBatches }: ColumnContext,
): readonly Column<Event>[] => [
  { key: 'lead', only: 'card', card: 'lead', cell: row => <SeverityMark level={row.severityLevel} /> },
  {
    key: 'title',
    head: t('event.title'),
    sort: 'title',
    card: 'hide',
    cell: row => (
      <span className="title-cell">
        <SeverityMark level={row.severityLevel} />
        <span className="row-link">{row.title}</span>
      </span>
    ),
  },
  { key: 'name', only: 'card', card: 'title', cell: row => row.title },
  {
    key: 'place',
    head: t(isHelpdesk || !seesBatches ? 'entity.generic' : batchId === null ? 'event.place' : 'entity.sector'),
    only: 'table',
    card: 'hide',
    cell: row =>
      row.batch && batchId === null ? (
        <span className="two">
          <span>{row.entity.displayName}</span>
          <BatchLink batch={row.batch} />
        </span>
      ) : (
        <PlaceLink entity={row.entity} />
      ),
  },
  // A card is one link already.
  {
    key: 'where',
    only: 'card',
    card: 'meta',
    cell: row => [row.entity.displayName, batchId === null && row.batch?.code].filter(Boolean).join(' · '),
  },
  {
    key: 'severity',
    head: t('event.severity.label'),
    sort: 'severityLevel',
    card: 'hide',
    wide: true,
    cell: row => <span className={`sev sev-${row.severityLevel.toLowerCase()}`}>{t(severityWord[row.severityLevel])}</span>,
  },
  {
    key: 'category',
    head: t('event.category.label'),
    card: isHelpdesk ? 'meta' : 'hide',
    wide: !isHelpdesk,
    cell: row => <CategoryMark category={row.category} />,
  },
  {
    key: 'opened',
    head: t('event.opened'),
    sort: 'openDate',
    card: 'hide',
    cell: row => twoLines(dateTime(row.openDate, zone, t), openerOf(row, t)),
  },
  {
    key: 'closed',
    head: t('event.closed'),
    sort: 'closeDate',
    card: 'hide',
    wide: true,
    cell: row =>
      row.closeDate === null ? (
        <span className="dim">{missing}</span>
      ) : (
        twoLines(dateTime(row.closeDate, zone, t), closerOf(row, t) ?? missing)
      ),
  },
  {
    key: 'status',
    head: t('event.status.label'),
    sort: 'status',
    card: 'meta',
    cell: row => (
      <span className="status-cell">
        <EventState {...stateOf(row)} />
        {row.lasting && (
          <span className="still-lasts">{t('event.lasting.short', { time: since(row.lasting.untilUtc, now, zone, t) })}</span>
        )}
        <NotificationCount count={row.notificationCounter} t={t} />
      </span>
    ),
  },
  { key: 'age', only: 'card', card: 'end', right: true, cell: row => age(row.openDate, now, t) },
]

/** A bell with how often people were told, once that is more than once. */
function NotificationCount({ count, t }: { count: number; t: Translate }) {
  if (count <= 1) return null
  const words = t('event.notifications', { count })
  return (
    <span className="told num" title={words}>
      <IconBell size={14} aria-hidden />
      <span aria-hidden>{count}</span>
      <span className="vh">{words}</span>
    </span>
  )
}
