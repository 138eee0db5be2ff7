import { MOST_ANALYZED } from '@steading/contract/entities/analytics'
import { type EntityRow, entities } from '@steading/contract/entities/entities'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { placesIn } from '../entities/index.ts'
import { categoryName } from '../interfaces/index.ts'
import { api, data } from '../platform/api/api.ts'
import { clock } from '../platform/page/clock.ts'
import { parseSearch, writeSearch } from '../platform/navigation/search.ts'
import { useMay, useZone } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { preloadEngine } from '../ui/chart/draw/loadEngine.ts'
import { MultiSelectField } from '../ui/form/fields/MultiSelectField.tsx'
import { SelectField } from '../ui/form/fields/SelectField.tsx'
import { useAsyncOptions } from '../ui/form/options/useAsyncOptions.ts'
import { useGo } from '../ui/Link.tsx'
import { PageHead } from '../ui/page/head/PageHead.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import { batchesQuery, overviewQuery } from './analytics.queries.ts'
import { BatchesCard } from './BatchesCard.tsx'
import { type Choices, choicesOf, DAY_RANGES, ENVIRONMENT_CATEGORIES, METER_CATEGORIES, rangeOf } from './choices.ts'
import { ConsumptionCard, EnvironmentCard } from './CourseCards.tsx'
import { EventsCard } from './EventsCard.tsx'
import { MortalityCard } from './MortalityCard.tsx'
import './analytics.css'

const calls = api(entities)
/** Farms that are compared before anybody has chosen. */
const FIRST = 6

/** The first farms that the person sees. */
const farmsQuery = {
  queryKey: ['entities', 'farms of analytics'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await data(calls.search({ query: { entityTypeNames: ['FARM'], itemsPerPage: 10 } }, { signal }))).content,
}

/** Entities side by side: environment, use of water, feed and energy, events and batches. */
export default function AnalyticsPage() {
  // Its charts are drawn as soon as their data is there.
  useEffect(preloadEngine, [])
  const t = useText()
  const zone = useZone()
  const may = useMay()
  const go = useGo()
  const { pathname, searchStr } = useRouterState({ select: state => state.location })
  const isChosen = choicesOf(parseSearch(searchStr), []).entityIds.length > 0
  const farms = useQuery({ ...farmsQuery, enabled: !isChosen })
  const choices = useMemo(
    () => choicesOf(parseSearch(searchStr), farms.data?.slice(0, FIRST).map(({ id }) => id) ?? []),
    [searchStr, farms.data],
  )
  const set = (change: Partial<Choices>) =>
    go(pathname + writeSearch({ ...parseSearch(searchStr), ...change }), { replace: true })
  const range = rangeOf(choices.days, clock.now(), zone)
  const overview = useQuery(overviewQuery(choices, range))
  // Without chosen entities the farms decide what is compared.
  const failed = [overview, ...(choices.entityIds.length === 0 ? [farms] : [])].find(({ error }) => error)
  const batches = useQuery({ ...batchesQuery(choices, range), enabled: may('analytics.batch') && choices.entityIds.length > 0 })
  return (
    <div className="stack">
      <PageHead title={t('nav.analytics')} />
      <ChoiceFields choices={choices} set={set} named={farms.data ?? none} />
      {overview.data ? (
        <>
          <EnvironmentCard overview={overview.data} category={choices.category} />
          <ConsumptionCard overview={overview.data} meter={choices.meter} />
          <EventsCard entities={overview.data.entities} range={range} />
        </>
      ) : failed ? (
        <Failed what={t('analytics.failed')} error={failed.error} retry={() => void failed.refetch()} />
      ) : farms.data && choices.entityIds.length === 0 ? (
        <div className="card">
          <Empty title={t('analytics.noEntities')}>{t('analytics.noEntitiesHint')}</Empty>
        </div>
      ) : (
        <Skeletons rows={8} />
      )}
      {may('analytics.batch') &&
        (batches.data ? (
          <>
            <MortalityCard entities={batches.data} />
            <BatchesCard entities={batches.data} />
          </>
        ) : batches.error ? (
          <Failed what={t('analytics.failed')} error={batches.error} retry={() => void batches.refetch()} />
        ) : null)}
    </div>
  )
}

const none: readonly never[] = []

/** `named`: entities whose names need not be fetched. */
function ChoiceFields({
  choices,
  set,
  named,
}: {
  choices: Choices
  set: (change: Partial<Choices>) => void
  named: readonly Pick<EntityRow, 'id' | 'displayName'>[]
}) {
  const t = useText()
  const { entityIds, days, category, meter } = choices
  // What else there is to choose from is fetched once somebody enters a field: the first picture needs names alone.
  const [isEntered, setIsEntered] = useState(false)
  const known = named.map(({ id, displayName }) => ({ value: id, label: displayName }))
  const places = useAsyncOptions(placesIn({}), { chosen: entityIds, known, enabled: isEntered })
  const categories = (ids: readonly (typeof category)[]) =>
    ids
      .map(id => ({ value: id as string, label: categoryName(id, t) }))
      .toSorted((a, b) => a.label.localeCompare(b.label, t.language))
  return (
    <div className="card analytics-choices" onFocus={() => setIsEntered(true)}>
      <MultiSelectField
        label={t('analytics.entities')}
        options={places.options}
        value={entityIds}
        onChange={ids => set({ entityIds: ids })}
        max={MOST_ANALYZED}
        onSearch={places.search}
      />
      <SelectField
        label={t('analytics.range')}
        required
        options={DAY_RANGES.map(count => ({ value: String(count), label: t('analytics.lastDays', { count }) }))}
        value={String(days)}
        onChange={value => set({ days: DAY_RANGES.find(count => String(count) === value) ?? 30 })}
      />
      <SelectField
        label={t('analytics.environment')}
        required
        options={categories(ENVIRONMENT_CATEGORIES)}
        value={category}
        onChange={value => set({ category: ENVIRONMENT_CATEGORIES.find(id => id === value) ?? category })}
      />
      <SelectField
        label={t('analytics.consumption')}
        required
        options={categories(METER_CATEGORIES)}
        value={meter}
        onChange={value => set({ meter: METER_CATEGORIES.find(id => id === value) ?? meter })}
      />
    </div>
  )
}
