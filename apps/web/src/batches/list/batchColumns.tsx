import {
  animalsOf,
  figureText,
  mortality,
  productionClassName,
  productionTypeName,
  speciesName,
} from '@steading/locales/production'
import type { Batch } from '@steading/contract/production/batches'
import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import { type Cell, csvTime } from '@steading/locales/csv'
import { date, dateTime, missing, number } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { PlaceLink } from '../../entities/index.ts'
import type { Column } from '../../ui/list/table/DataList.tsx'
import { BatchState, statusWord } from '../BatchState.tsx'

const ageText = ({ batchAge }: Batch, t: Translate) => (batchAge === null ? missing : t('duration.days', { count: batchAge }))

/** On a card, in one line: the animals, their age, how many there are and how many died; what is not known is left out. */
const cardWords = (batch: Batch, t: Translate) => {
  const share = mortality(batch)
  return [
    speciesName(batch.species.value, t),
    ...(batch.batchAge === null ? [] : [ageText(batch, t)]),
    t('batch.animalCount', { count: animalsOf(batch) }),
    ...(share === NOT_COMPUTABLE ? [] : [`${t('kpi.mortality')} ${figureText(share, '%', 2, t)}`]),
  ].join(' · ')
}

/** The columns of the list of batches. */
export const columnsOf = (t: Translate): readonly Column<Batch>[] => [
  { key: 'title', only: 'card', card: 'title', cell: batch => <span className="num">{batch.code}</span> },
  {
    key: 'code',
    head: t('batch.code'),
    sort: 'code',
    only: 'table',
    card: 'hide',
    cell: batch => <span className="row-link num">{batch.code}</span>,
  },
  { key: 'house', head: t('entity.sector'), only: 'table', card: 'hide', cell: batch => <PlaceLink entity={batch.entity} /> },
  // A card is one link already.
  { key: 'houseName', only: 'card', card: 'meta', cell: batch => batch.entity.displayName },
  { key: 'figures', only: 'card', card: 'meta', cell: batch => <span className="num">{cardWords(batch, t)}</span> },
  {
    key: 'species',
    head: t('species.one'),
    only: 'table',
    card: 'hide',
    cell: batch => speciesName(batch.species.value, t),
  },
  {
    key: 'productionType',
    head: t('batch.productionType'),
    wide: true,
    only: 'table',
    card: 'hide',
    cell: batch => productionTypeName(batch.productionType, t),
  },
  {
    key: 'age',
    head: t('batch.age'),
    right: true,
    only: 'table',
    card: 'hide',
    cell: batch => <span className="num">{ageText(batch, t)}</span>,
  },
  {
    key: 'animals',
    head: t('batch.animals'),
    right: true,
    only: 'table',
    card: 'hide',
    cell: batch => <span className="num">{number(animalsOf(batch), t)}</span>,
  },
  {
    key: 'mortality',
    head: t('kpi.mortality'),
    right: true,
    only: 'table',
    card: 'hide',
    cell: batch => <span className="num">{figureText(mortality(batch), '%', 2, t)}</span>,
  },
  {
    key: 'opened',
    head: t('batch.openDate'),
    sort: 'openDate',
    wide: true,
    only: 'table',
    card: 'hide',
    cell: batch => (
      <span className="num" title={dateTime(batch.openDate, batch.timeZone, t)}>
        {date(batch.openDate, batch.timeZone, t)}
      </span>
    ),
  },
  {
    key: 'closed',
    head: t('batch.closeDate'),
    sort: 'closeDate',
    wide: true,
    only: 'table',
    card: 'hide',
    cell: batch =>
      batch.closeDate === null ? (
        <span className="dim">{missing}</span>
      ) : (
        <span className="num" title={dateTime(batch.closeDate, batch.timeZone, t)}>
          {date(batch.closeDate, batch.timeZone, t)}
        </span>
      ),
  },
  { key: 'status', head: t('event.status.label'), card: 'end', cell: batch => <BatchState status={batch.status} /> },
]

/** The rows of a file of batches, their head first; times in the zone of the house. */
export const rowsOf = (batches: readonly Batch[], t: Translate): readonly (readonly Cell[])[] => [
  [
    t('batch.code'),
    t('batch.complexCode'),
    t('entity.sector'),
    t('species.one'),
    t('genetics.one'),
    t('curve.one'),
    t('batch.productionType'),
    t('batch.productionClass'),
    `${t('batch.age')} (d)`,
    t('batch.animals'),
    t('batch.entries'),
    t('batch.exits'),
    t('batch.exitsPending'),
    t('batch.deaths'),
    `${t('kpi.mortality')} (%)`,
    `${t('entity.usableArea')} (m²)`,
    `${t('batch.targetWeight')} (kg)`,
    t('event.status.label'),
    t('batch.openDate'),
    t('batch.closeDate'),
  ],
  ...batches.map(batch => {
    const share = mortality(batch)
    return [
      batch.code,
      batch.complexCode,
      batch.entity.displayName,
      speciesName(batch.species.value, t),
      batch.genetics?.displayName ?? null,
      batch.productionCurve?.displayName ?? null,
      productionTypeName(batch.productionType, t),
      batch.productionClass === null ? null : productionClassName(batch.productionClass, t),
      batch.batchAge,
      animalsOf(batch),
      batch.totalEntry,
      batch.totalExit,
      batch.totalExitPending,
      batch.totalMortality,
      share === NOT_COMPUTABLE ? null : share,
      batch.usableArea,
      batch.targetWeight,
      t(statusWord[batch.status]),
      csvTime(batch.openDate, batch.timeZone, t),
      csvTime(batch.closeDate, batch.timeZone, t),
    ]
  }),
]
