import type { FeedMovement } from '@steading/contract/production/feedMovements'
import { type Cell, csvTime } from '@steading/locales/csv'
import { dateTime, missing } from '@steading/locales/format'
import { nameOf } from '@steading/locales/production'
import type { Translate } from '@steading/locales/text'
import { IconAlertTriangle } from '@tabler/icons-react'
import { BatchLink, kilograms, MovementStatusPill } from '../../animalMovements/index.ts'
import { PlaceLink } from '../../entities/index.ts'
import { useText } from '../../platform/texts.tsx'
import type { Column } from '../../ui/list/table/DataList.tsx'
import { feedKindOf, feedKindWord, feedTitle } from '../feedKinds.ts'
import '../feed.css'

const feedName = ({ feedType }: FeedMovement, t: Translate): string => (feedType ? nameOf(feedType, t.language) : missing)

const about = ({ feedFactory, inverseTransaction, silo, typeDescription }: FeedMovement): string =>
  [feedFactory?.displayName, inverseTransaction?.code, silo?.displayName, typeDescription].filter(Boolean).join(' · ')

/** Says that the silo showed another weight than the booked one. */
function SiloFlag({ movement: { silo } }: { movement: FeedMovement }) {
  const t = useText()
  return (
    <span className="silo-flag">
      <IconAlertTriangle size={13} aria-hidden /> {t('feed.siloShowed', { weight: kilograms(silo?.detectedWeight ?? null, t) })}
    </span>
  )
}

/** The columns of feed movements; those of one batch do not repeat it. */
export const columnsOf = (t: Translate, isScoped: boolean): readonly Column<FeedMovement>[] => [
  { key: 'title', only: 'card', card: 'title', cell: row => feedTitle(row, t) },
  {
    key: 'timestamp',
    head: t('movement.time'),
    sort: 'timestamp',
    card: 'meta',
    cell: row => <span className="num">{dateTime(row.timestamp, row.timeZone, t)}</span>,
  },
  {
    key: 'type',
    head: t('movement.type'),
    only: 'table',
    card: 'hide',
    cell: row => <span className="row-link">{feedKindWord(feedKindOf(row), t)}</span>,
  },
  ...(isScoped
    ? []
    : ([
        {
          key: 'batch',
          head: t('batch.one'),
          only: 'table',
          card: 'hide',
          cell: row => (row.batch ? <BatchLink batch={row.batch} /> : <span className="dim">{missing}</span>),
        },
        {
          key: 'place',
          head: t('entity.sector'),
          only: 'table',
          card: 'hide',
          wide: true,
          cell: row => <PlaceLink entity={row.entity} />,
        },
        // A card is one link already.
        {
          key: 'where',
          only: 'card',
          card: 'meta',
          cell: row => [row.batch?.code, row.entity.displayName].filter(Boolean).join(' · '),
        },
      ] as const satisfies readonly Column<FeedMovement>[])),
  { key: 'feed', head: t('feed.type'), card: 'meta', cell: row => feedName(row, t) },
  {
    key: 'weight',
    head: t('feed.weight'),
    sort: 'weight',
    right: true,
    only: 'table',
    card: 'hide',
    cell: row => (
      <span className="two">
        <span>{kilograms(row.weight, t)}</span>
        {row.silo?.disagrees && <SiloFlag movement={row} />}
      </span>
    ),
  },
  // A card says its weight in the title.
  { key: 'flag', only: 'card', card: 'meta', cell: row => row.silo?.disagrees && <SiloFlag movement={row} /> },
  {
    key: 'about',
    head: t('feed.movement.about'),
    wide: true,
    card: 'meta',
    cell: row => about(row) || <span className="dim">{missing}</span>,
  },
  { key: 'status', head: t('event.status.label'), card: 'end', cell: row => <MovementStatusPill pending={row.pending} /> },
]

/** The rows of a file of feed movements, their head first; times in the zone of the house. */
export const rowsOf = (movements: readonly FeedMovement[], t: Translate): readonly (readonly Cell[])[] => [
  [
    t('movement.time'),
    t('batch.one'),
    t('entity.sector'),
    t('movement.type'),
    t('feed.type'),
    `${t('feed.weight')} (kg)`,
    t('feed.factory'),
    t('movement.otherBatch'),
    t('feed.silo'),
    `${t('feed.siloWeight')} (kg)`,
    t('movement.description'),
    t('event.status.label'),
  ],
  ...movements.map(movement => [
    csvTime(movement.timestamp, movement.timeZone, t),
    movement.batch?.code,
    movement.entity.displayName,
    feedKindWord(feedKindOf(movement), t),
    movement.feedType && nameOf(movement.feedType, t.language),
    movement.weight,
    movement.feedFactory?.displayName,
    movement.inverseTransaction?.code,
    movement.silo?.displayName,
    movement.silo?.detectedWeight,
    movement.typeDescription,
    t(movement.pending ? 'movement.pending' : 'movement.effective'),
  ]),
]
