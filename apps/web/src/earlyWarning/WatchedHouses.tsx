import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { SCORE_DAYS } from '@steading/contract/production/earlyWarning'
import { missing } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { IconActivity } from '@tabler/icons-react'
import { useMemo } from 'react'
import { EntityFilter, PlaceLink } from '../entities/index.ts'
import { to } from '../platform/navigation/paths.ts'
import { useMay } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { Link } from '../ui/Link.tsx'
import { EmptyFiltered, Filters } from '../ui/list/filter/Filters.tsx'
import { type Column, DataList } from '../ui/list/table/DataList.tsx'
import { useList } from '../ui/list/useList.ts'
import { useListState } from '../ui/list/useListState.ts'
import { useAsyncAction } from '../ui/overlay/useAsyncAction.ts'
import { Card } from '../ui/page/Card.tsx'
import { Note } from '../ui/page/Note.tsx'
import { PageHead } from '../ui/page/head/PageHead.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { type HouseOfList, listSchema, searchHouses, setHouse } from './earlyWarning.queries.ts'
import { deviationWords, scoreWords } from './warningWords.ts'

/** Houses, how far their batches are from their habit, what their warnings were worth, and whether they are watched. */
export default function WatchedHouses() {
  const t = useText()
  const state = useListState(listSchema)
  const list = useList('earlyWarning', state.query, searchHouses)
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <div className="stack">
      <PageHead title={t('nav.earlyWarnings')} />
      <Filters label={t('ui.filters')}>
        <EntityFilter value={state.query.entityId} onChange={entityId => state.set({ entityId })} />
      </Filters>
      <Note>{t('warning.hint', { days: SCORE_DAYS })}</Note>
      <Card flush>
        <DataList
          label={t('nav.earlyWarnings')}
          list={list}
          state={state}
          columns={columns}
          name={house => house.entity.displayName}
          empty={
            <Empty icon={<IconActivity size={30} stroke={1.4} />} title={t('warning.none')}>
              {t('warning.noneHint')}
            </Empty>
          }
          emptyFiltered={<EmptyFiltered filters={state.filters} reset={state.reset} />}
        />
      </Card>
    </div>
  )
}

const SCORE_HEADS = { water: 'warning.water', feed: 'warning.feed' } as const

const columnsOf = (t: Translate): readonly Column<HouseOfList>[] => [
  { key: 'house', head: t('entity.sector'), sort: 'name', card: 'title', cell: ({ entity }) => <PlaceLink entity={entity} /> },
  {
    key: 'batch',
    head: t('batch.one'),
    only: 'table',
    card: 'hide',
    cell: house => (
      <span>
        <BatchLink house={house} />
        <NoExpectation house={house} mark=" · " />
      </span>
    ),
  },
  { key: 'batchOfCard', only: 'card', card: 'meta', cell: house => <BatchLink house={house} /> },
  { key: 'noExpectation', only: 'card', card: 'meta', cell: house => <NoExpectation house={house} mark="" /> },
  {
    key: 'waterNow',
    head: t('warning.waterNow'),
    right: true,
    wide: true,
    card: 'hide',
    cell: ({ deviation }) => <span className="num">{deviationWords(deviation.water, t)}</span>,
  },
  {
    key: 'feedNow',
    head: t('warning.feedNow'),
    right: true,
    wide: true,
    card: 'hide',
    cell: ({ deviation }) => <span className="num">{deviationWords(deviation.feed, t)}</span>,
  },
  ...(['water', 'feed'] as const).flatMap((kind): Column<HouseOfList>[] => [
    {
      key: kind,
      head: t(SCORE_HEADS[kind]),
      only: 'table',
      card: 'hide',
      cell: ({ scores }) => scoreWords(scores[kind], t),
    },
    {
      key: `${kind}OfCard`,
      only: 'card',
      card: 'meta',
      // A card has no heads.
      cell: ({ scores }) => `${t(SCORE_HEADS[kind])}: ${scoreWords(scores[kind], t)}`,
    },
  ]),
  { key: 'enabled', head: t('warning.watched'), card: 'end', cell: house => <WatchSwitch house={house} /> },
]

function BatchLink({ house: { batch } }: { house: HouseOfList }) {
  if (batch === null) return <span className="dim">{missing}</span>
  return <Link href={to('/production/batches/{batchId}/details', { batchId: batch.id })}>{batch.code}</Link>
}

/** That the batch of a house is not judged; `mark` separates it from what stands before. */
function NoExpectation({ house: { batch, hasExpectation }, mark }: { house: HouseOfList; mark: string }) {
  const t = useText()
  if (batch === null || hasExpectation) return null
  return <span className="dim">{mark + t('warning.noCurve')}</span>
}

function WatchSwitch({ house: { entity, enabled } }: { house: HouseOfList }) {
  const t = useText()
  const may = useMay()
  const { busy, run } = useAsyncAction(t('warning.switchFailed'))
  return (
    <Switch
      aria-label={`${t('warning.watched')}: ${entity.displayName}`}
      className="entry-switch"
      radius={100}
      withThumbIndicator={false}
      checked={enabled}
      disabled={busy || !may('batches.update')}
      onChange={({ currentTarget: { checked } }) => void run(() => setHouse(entity.id, checked))}
    />
  )
}
