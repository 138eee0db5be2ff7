import type { SpeciesCode } from '@steading/contract/production/species'
import type { Weighing } from '@steading/contract/production/weighings'
import { type Cell, csvTime } from '@steading/locales/csv'
import { dateTime, missing, number, quantity, signed } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { animalWeight, BatchLink } from '../animalMovements/index.ts'
import { PlaceLink } from '../entities/index.ts'
import type { Column } from '../ui/list/table/DataList.tsx'
import { methodKey } from './WeighingFields.tsx'

const deviation = ({ curveDeviation }: Weighing, t: Translate): string =>
  curveDeviation === null ? missing : `${signed(curveDeviation, t, 1)}\u00a0%`

/** The columns of weighings; those of one batch do not repeat it. */
export const columnsOf = (
  t: Translate,
  isScoped: boolean,
  speciesOf: ReadonlyMap<string, SpeciesCode>,
): readonly Column<Weighing>[] => [
  {
    key: 'title',
    only: 'card',
    card: 'title',
    cell: row => `${animalWeight(row.average, speciesOf.get(row.batch.id), t)} · ${t('count.animals', { count: row.number })}`,
  },
  {
    key: 'timestamp',
    head: t('movement.time'),
    sort: 'timestamp',
    card: 'meta',
    cell: row => <span className="row-link num">{dateTime(row.timestamp, row.timeZone, t)}</span>,
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
      ] as const satisfies readonly Column<Weighing>[])),
  { key: 'age', head: t('movement.age'), right: true, card: 'meta', cell: row => quantity(row.age, 'd', t, 0) },
  {
    key: 'number',
    head: t('movement.number'),
    sort: 'number',
    right: true,
    wide: true,
    only: 'table',
    card: 'hide',
    cell: row => number(row.number, t, 0),
  },
  {
    key: 'average',
    head: t('movement.average'),
    sort: 'average',
    right: true,
    only: 'table',
    card: 'hide',
    cell: row => animalWeight(row.average, speciesOf.get(row.batch.id), t),
  },
  { key: 'cv', head: t('weighing.cv'), right: true, wide: true, card: 'hide', cell: row => quantity(row.cv, '%', t, 2) },
  { key: 'deviation', head: t('weighing.deviation'), right: true, card: 'end', cell: row => deviation(row, t) },
]

/** The rows of a file of weighings, their head first; times in the zone of the house. */
export const rowsOf = (rows: readonly Weighing[], t: Translate): readonly (readonly Cell[])[] => [
  [
    t('movement.time'),
    t('batch.one'),
    t('entity.sector'),
    `${t('movement.age')} (d)`,
    t('movement.number'),
    `${t('movement.loadWeight')} (kg)`,
    t('weighing.weights'),
    `${t('movement.average')} (kg)`,
    `${t('weighing.cv')} (%)`,
    `${t('weighing.curveWeight')} (kg)`,
    `${t('weighing.deviation')} (%)`,
    t('weighing.method'),
    t('ui.notes'),
  ],
  ...rows.map(row => [
    csvTime(row.timestamp, row.timeZone, t),
    row.batch.code,
    row.entity.displayName,
    row.age,
    row.number,
    row.totalWeight,
    row.weights?.map(weight => number(weight, t, [0, 3])).join(' '),
    row.average,
    row.cv,
    row.curveWeight,
    row.curveDeviation,
    t(methodKey[row.method]),
    row.notes,
  ]),
]
