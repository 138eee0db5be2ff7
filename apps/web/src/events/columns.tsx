import type { Event } from '@steading/contract/events'
import { age, dateTime, missing } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { IconBell } from '@tabler/icons-react'
import { EventState } from '../ui/marks/EventState.tsx'
import { SeverityMark, severityWord } from '../ui/marks/SeverityMark.tsx'
import type { Column } from '../ui/list/DataList.tsx'
import { categoryWord, closerOf, markOf, openerOf } from './words.ts'

/** Hot is what is critical and not over; what is over loses weight. */
export const toneOf = ({ status, severityLevel }: Event): 'hot' | 'done' | undefined =>
  status === 'CLOSED' ? 'done' : severityLevel === 'CRITICAL' ? 'hot' : undefined

const two = (first: string, second: string) => (
  <span className="two num">
    <span>{first}</span>
    <span>{second}</span>
  </span>
)

/** The columns of an event list. */
export const columnsOf = (t: Translate, zone: string, now: number): readonly Column<Event>[] => [
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
  { key: 'place', head: t('event.place'), card: 'meta', cell: row => row.entity.displayName },
  {
    key: 'severity',
    head: t('event.severity.label'),
    sort: 'severityLevel',
    card: 'hide',
    wide: true,
    cell: row => <span className={`sev sev-${row.severityLevel.toLowerCase()}`}>{t(severityWord[row.severityLevel])}</span>,
  },
  { key: 'category', head: t('event.category.label'), card: 'hide', wide: true, cell: row => t(categoryWord[row.category]) },
  {
    key: 'opened',
    head: t('event.opened'),
    sort: 'openDate',
    card: 'hide',
    cell: row => two(dateTime(row.openDate, zone), openerOf(row, t)),
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
        two(dateTime(row.closeDate, zone), closerOf(row, t) ?? missing)
      ),
  },
  {
    key: 'status',
    head: t('event.status.label'),
    sort: 'status',
    card: 'meta',
    cell: row => (
      <span className="status-cell">
        <EventState step={markOf[row.status]} />
        <Told count={row.notificationCounter} t={t} />
      </span>
    ),
  },
  { key: 'age', only: 'card', card: 'end', right: true, cell: row => age(row.openDate, now, t) },
]

/** A bell with how often people were told, once that is more than once. */
function Told({ count, t }: { count: number; t: Translate }) {
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
