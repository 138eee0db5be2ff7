import type { AnimalMovement } from '@steading/contract/production/animalMovements'
import { type Cell, csvTime } from '@steading/locales/csv'
import { dateTime, missing, number } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { PlaceLink } from '../../entities/index.ts'
import type { Column } from '../../ui/list/table/DataList.tsx'
import { kindOf, kindWord, movementTitle } from '../movementKinds.ts'
import { nameOf } from '@steading/locales/production'
import { BatchLink, MovementStatusPill } from '../common/RecordMarks.tsx'
import { kilograms } from '../common/weights.ts'

const about = ({ deathReason, inverseTransaction, typeDescription }: AnimalMovement, t: Translate): string =>
  [deathReason && nameOf(deathReason, t.language), inverseTransaction?.code, typeDescription].filter(Boolean).join(' · ')

/** The columns of animal movements; those of one batch do not repeat it. */
export const columnsOf = (t: Translate, isScoped: boolean): readonly Column<AnimalMovement>[] => [
  { key: 'title', only: 'card', card: 'title', cell: row => movementTitle(row, t) },
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
    cell: row => <span className="row-link">{kindWord(kindOf(row), t)}</span>,
  },
  ...(isScoped
    ? []
    : ([
        { key: 'batch', head: t('batch.one'), only: 'table', card: 'hide', cell: row => <BatchLink batch={row.batch} /> },
        {
          key: 'place',
          head: t('entity.sector'),
          only: 'table',
          card: 'hide',
          wide: true,
          cell: row => <PlaceLink entity={row.entity} />,
        },
        // A card is one link already.
        { key: 'where', only: 'card', card: 'meta', cell: row => `${row.batch.code} · ${row.entity.displayName}` },
      ] as const satisfies readonly Column<AnimalMovement>[])),
  {
    key: 'number',
    head: t('movement.number'),
    sort: 'number',
    right: true,
    only: 'table',
    card: 'hide',
    cell: row => number(row.number, t, 0),
  },
  {
    key: 'weight',
    head: t('movement.loadWeight'),
    sort: 'weight',
    right: true,
    card: 'meta',
    cell: row => kilograms(row.weight, t),
  },
  {
    key: 'about',
    head: t('movement.about'),
    wide: true,
    card: 'meta',
    cell: row => about(row, t) || <span className="dim">{missing}</span>,
  },
  { key: 'status', head: t('event.status.label'), card: 'end', cell: row => <MovementStatusPill pending={row.pending} /> },
]

/** The rows of a file of animal movements, their head first; times in the zone of the house. */
export const rowsOf = (movements: readonly AnimalMovement[], t: Translate): readonly (readonly Cell[])[] => [
  [
    t('movement.time'),
    t('batch.one'),
    t('entity.sector'),
    t('movement.type'),
    t('movement.number'),
    `${t('movement.loadWeight')} (kg)`,
    `${t('movement.age')} (d)`,
    t('deathReason.one'),
    t('movement.otherBatch'),
    t('movement.description'),
    t('event.status.label'),
  ],
  ...movements.map(movement => [
    csvTime(movement.timestamp, movement.timeZone, t),
    movement.batch.code,
    movement.entity.displayName,
    kindWord(kindOf(movement), t),
    movement.number,
    movement.weight,
    movement.age,
    movement.deathReason && nameOf(movement.deathReason, t.language),
    movement.inverseTransaction?.code,
    movement.typeDescription,
    t(movement.pending ? 'movement.pending' : 'movement.effective'),
  ]),
]
