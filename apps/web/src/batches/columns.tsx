import type { Batch } from '@steading/contract/batches'
import { type Cell, csvTime } from '@steading/locales/csv'
import { date, dateTime, missing } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { PlaceLink } from '../entities/index.ts'
import type { Column } from '../ui/list/DataList.tsx'
import { BatchState, statusWord } from './BatchState.tsx'

/** The columns of the list of batches. */
export const columnsOf = (t: Translate): readonly Column<Batch>[] => [
  { key: 'title', only: 'card', card: 'title', cell: of => <span className="num">{of.code}</span> },
  {
    key: 'code',
    head: t('batch.code'),
    sort: 'code',
    only: 'table',
    card: 'hide',
    cell: of => <span className="row-link num">{of.code}</span>,
  },
  { key: 'place', head: t('entity.sector'), only: 'table', card: 'hide', cell: of => <PlaceLink of={of.entity} /> },
  // A card is one link already.
  { key: 'where', only: 'card', card: 'meta', cell: of => of.entity.displayName },
  { key: 'since', only: 'card', card: 'meta', cell: of => <span className="num">{date(of.openDate, of.timeZone, t)}</span> },
  { key: 'status', head: t('event.status.label'), card: 'end', cell: of => <BatchState status={of.status} /> },
  {
    key: 'opened',
    head: t('batch.openDate'),
    sort: 'openDate',
    only: 'table',
    card: 'hide',
    cell: of => <span className="num">{dateTime(of.openDate, of.timeZone, t)}</span>,
  },
  {
    key: 'closed',
    head: t('batch.closeDate'),
    sort: 'closeDate',
    wide: true,
    only: 'table',
    card: 'hide',
    cell: of =>
      of.closeDate === null ? (
        <span className="dim">{missing}</span>
      ) : (
        <span className="num">{dateTime(of.closeDate, of.timeZone, t)}</span>
      ),
  },
]

/** The rows of a file of batches, their head first; times in the zone of the house. */
export const rowsOf = (batches: readonly Batch[], t: Translate): readonly (readonly Cell[])[] => [
  [t('batch.code'), t('entity.sector'), t('event.status.label'), t('batch.openDate'), t('batch.closeDate')],
  ...batches.map(of => [
    of.code,
    of.entity.displayName,
    t(statusWord[of.status]),
    csvTime(of.openDate, of.timeZone, t),
    csvTime(of.closeDate, of.timeZone, t),
  ]),
]
