import { Button } from '@mantine/core'
import { type Drill, DRILL_RESULTS } from '@steading/contract/events/drills'
import { age, dateTime } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { IconBellCheck, IconPrinter } from '@tabler/icons-react'
import { useMemo } from 'react'
import { to } from '../platform/navigation/paths.ts'
import { data } from '../platform/api/api.ts'
import { useNow } from '../platform/page/clock.ts'
import { writeSearch } from '../platform/navigation/search.ts'
import { useZone } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { useGo } from '../ui/Link.tsx'
import { type Column, DataList } from '../ui/list/table/DataList.tsx'
import { ChoiceFilter, EmptyFiltered, Filters } from '../ui/list/filter/Filters.tsx'
import { useList } from '../ui/list/useList.ts'
import { useListState } from '../ui/list/useListState.ts'
import { Card } from '../ui/page/Card.tsx'
import { PageHead } from '../ui/page/head/PageHead.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { calls, listSchema } from './drills.queries.ts'
import { byWords, confirmedWords, failedWords, ResultPill, resultWord } from './words.tsx'

const columnsOf = (t: Translate, zone: string, now: number): readonly Column<Drill>[] => [
  {
    key: 'house',
    head: t('entity.sector'),
    card: 'hide',
    cell: row => (
      <span className="two">
        <span className="row-link">{row.houseName}</span>
        <span>{row.farmName}</span>
      </span>
    ),
  },
  { key: 'name', only: 'card', card: 'title', cell: row => `${row.houseName} · ${row.farmName}` },
  {
    key: 'began',
    head: t('drill.began'),
    sort: 'startedUtc',
    card: 'hide',
    cell: row => <span className="num">{dateTime(row.startedUtc, zone, t)}</span>,
  },
  {
    key: 'result',
    head: t('drill.result.label'),
    card: 'meta',
    cell: row => (
      <span className="two">
        <span>
          <ResultPill of={row.result} />
        </span>
        {row.stage && <span>{failedWords(row, t)}</span>}
      </span>
    ),
  },
  {
    key: 'confirmed',
    head: t('drill.confirmed'),
    card: 'hide',
    wide: true,
    cell: row => <span className="num">{confirmedWords(row, t)}</span>,
  },
  { key: 'by', head: t('drill.by.label'), card: 'hide', wide: true, cell: row => byWords(row, t) },
  { key: 'age', only: 'card', card: 'end', right: true, cell: row => age(row.startedUtc, now, t) },
]

/** Alarm drills, the newest first. */
export default function DrillList() {
  const t = useText()
  const zone = useZone()
  const now = useNow()
  const go = useGo()
  const state = useListState(listSchema)
  const { query } = state
  const list = useList('drills', query, (asked, signal) => data(calls.search({ query: asked }, { signal })))
  const columns = useMemo(() => columnsOf(t, zone, now), [t, zone, now])
  return (
    <>
      <PageHead
        title={t('nav.drills')}
        stacked
        actions={
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => go(to('/drills/summary') + writeSearch({ entityId: query.entityId }))}
          >
            {t('drill.summary')}
          </Button>
        }
      />
      <Filters label={t('ui.filters')}>
        <ChoiceFilter
          name={t('drill.result.label')}
          choices={DRILL_RESULTS.map(value => ({ value, label: t(resultWord(value)) }))}
          value={query.result ? [query.result] : []}
          onChange={([chosen]) => state.set({ result: DRILL_RESULTS.find(one => one === chosen) })}
        />
      </Filters>
      <Card flush>
        <DataList
          label={t('nav.drills')}
          list={list}
          state={state}
          columns={columns}
          name={row => `${row.houseName} · ${row.farmName}`}
          href={row => to('/drills/{drillId}', { drillId: row.id })}
          empty={
            <Empty icon={<IconBellCheck size={30} stroke={1.4} />} title={t('drill.empty')}>
              {t('drill.emptyHint')}
            </Empty>
          }
          emptyFiltered={<EmptyFiltered filters={state.filters} reset={state.reset} />}
        />
      </Card>
    </>
  )
}
