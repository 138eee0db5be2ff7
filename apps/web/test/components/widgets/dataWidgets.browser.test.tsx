import { COLUMNS_FIELD, TABLE_SUBJECTS } from '@steading/contract/widgets/types/data/searchTable'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { queryClient } from '../../../src/platform/api/queries.ts'
import { columnHeads } from '../../../src/dashboards/widgetForm/columnHeads.ts'
import { session } from '../../../src/platform/session/session.ts'
import { loadTranslator } from '../../../src/platform/textFiles.ts'
import AnimalWeightView from '../../../src/widgets/animalWeight/animalWeight.view.tsx'
import BatchKpiEvolutionView from '../../../src/widgets/batchKpiEvolution/batchKpiEvolution.view.tsx'
import CounterView from '../../../src/widgets/counter/counter.view.tsx'
import MapView from '../../../src/widgets/map/map.view.tsx'
import MortalityByCauseView from '../../../src/widgets/mortalityByCause/mortalityByCause.view.tsx'
import RuleGroupsView from '../../../src/widgets/ruleGroups/ruleGroups.view.tsx'
import ScoreCardView from '../../../src/widgets/scoreCard/scoreCard.view.tsx'
import SearchTableView from '../../../src/widgets/searchTable/searchTable.view.tsx'
import SimpleBatchInfoView from '../../../src/widgets/simpleBatchInfo/simpleBatchInfo.view.tsx'
import { sessionSource } from '../../../src/widgets/source/sessionSource.ts'
import WeatherView from '../../../src/widgets/weather/weather.view.tsx'
import { isClean } from '../axe.ts'
import { pageOf } from '../feedType.sample.ts'
import { failure } from '../stage.tsx'
import {
  sampleBatch,
  sampleDeaths,
  sampleEvent,
  sampleEvolution,
  sampleForecast,
  sampleGroup,
  sampleKpis,
  sampleMap,
  sampleRule,
  sampleTask,
  sampleTerminal,
  sampleWeights,
} from './dataWidget.sample.ts'
import { shownWords } from './shownWords.ts'
import { air, dataOf, propsOf } from './widget.sample.ts'
import { neverComes, openWidget } from './widgetStage.tsx'

type Replies = Parameters<typeof openWidget>[1]
interface Case {
  readonly name: string
  readonly view: ReactNode
  /** The call that its content comes by. */
  readonly call: string
  readonly least: readonly [w: number, h: number]
  readonly full: () => unknown
  readonly shows: RegExp
  /** Absent: it always has something to show. */
  readonly empty?: () => unknown
  readonly why?: RegExp
  readonly replies?: Replies
}

const HOUR = 3_600_000
/** The last two days by the hour, as they are asked for: each hour of the second 2 degrees above the first. */
const twoDays = (value: (hour: number) => number | null) => {
  const end = Math.floor(Date.now() / HOUR) * HOUR
  const hours = Array.from({ length: 48 }, (_, hour) => hour)
  return [
    {
      interfaceId: '1',
      resolution: 'HOUR',
      step: 3600,
      times: hours.map(hour => end - (48 - hour) * HOUR),
      values: hours.map(value),
    },
  ]
}
const bySeverity = { LOW: 1, MODERATE: 0, MAJOR: 3, CRITICAL: 2, total: 6 }
const noEvents = { LOW: 0, MODERATE: 0, MAJOR: 0, CRITICAL: 0, total: 0 }
const standing = { activeRules: 9, errorRules: 1, undeployedRules: 2, pendingRules: 0 }
const ruleCounts = {
  ...standing,
  categories: [
    { ...standing, activeRules: 6, category: 'THERMOSTAT' },
    { ...standing, activeRules: 3, errorRules: 0, undeployedRules: 0, category: 'SCHEDULER' },
  ],
}
const noRules = { activeRules: 0, errorRules: 0, undeployedRules: 0, pendingRules: 0, categories: [] }
const city = { name: 'Santarém', region: 'Lezíria', country: 'Portugal', latitude: 39.2, longitude: -8.7 }
const allInfo = [
  'pictogram',
  'temperatureMax',
  'temperatureMin',
  'windSpeed',
  'windGust',
  'windDirection',
  'uvIndex',
  'relativeHumidity',
  'precipitation',
  'precipitationProbability',
  'rainSPOT',
  'pressure',
]
const kpiReplies = {
  'GET /batches/search': () => pageOf([sampleBatch]),
  'GET /batches/:id/last-batch': () => ({ batch: { ...sampleBatch, id: '11', code: 'LAQPL-2602' } }),
}

const cases: readonly Case[] = [
  {
    name: 'SCORE_CARD of an interface',
    view: <ScoreCardView {...propsOf('SCORE_CARD', { interfaceId: '1', target: 25, better: 'LOWER' })} />,
    call: 'GET /widgets/chart_series_readings',
    least: [2, 1],
    full: () => twoDays(hour => (hour < 24 ? 24 : 26)),
    shows: /Air temperature.*26\.0.*Target 25 °C not reached.*\+2\.0 °C.*vs\. period before/,
    empty: () => twoDays(() => null),
    why: /No readings in this period/,
  },
  {
    name: 'SCORE_CARD of a batch',
    view: (
      <ScoreCardView
        {...propsOf('SCORE_CARD', { source: 'BATCH', entityId: '3', kpi: 'mortality', target: 3, better: 'LOWER' })}
      />
    ),
    call: 'GET /batches/:id/kpis',
    least: [2, 1],
    full: () => sampleKpis({ mortality: 2.76 }),
    shows: /Mortality.*2\.76.*Target 3 % reached.*LAQPL-2603/,
    replies: kpiReplies,
  },
  {
    name: 'COUNTER of events',
    view: <CounterView {...propsOf('COUNTER', { type: 'EVENTS' })} />,
    call: 'GET /events/count',
    least: [2, 1],
    full: () => bySeverity,
    shows: /Open events.*6.*Critical.*2.*Major.*3.*Low.*1/,
    empty: () => noEvents,
    why: /No events right now/,
  },
  {
    name: 'COUNTER of rules',
    view: <CounterView {...propsOf('COUNTER', { type: 'RULES' })} />,
    call: 'GET /rules/count',
    least: [2, 1],
    full: () => ruleCounts,
    shows: /Rules.*12.*9 Rules.*3 Schedules/,
    empty: () => noRules,
    why: /No rules match/,
  },
  {
    name: 'RULE_GROUPS',
    view: <RuleGroupsView {...propsOf('RULE_GROUPS', { groupIds: ['4', '5'] })} />,
    call: 'GET /rules/groups',
    least: [3, 2],
    full: () => pageOf([sampleGroup('5', 'Night lights', 0), sampleGroup('4', 'Summer set', 2)]),
    shows: /Summer set.*14 rules.*2 Error.*9 In service.*Night lights/,
    empty: () => pageOf([]),
    why: /^Deleted or outside your area. Choose another one/,
  },
  {
    name: 'SIMPLE_SEARCH_TABLE of events',
    view: <SearchTableView {...propsOf('SIMPLE_SEARCH_TABLE', { subject: 'EVENTS' })} />,
    call: 'GET /events/search',
    least: [6, 3],
    full: () => pageOf([sampleEvent]),
    shows: /Title.*Too warm in house 2.*Farm \| House 2/,
    empty: () => pageOf([]),
    why: /Nothing to show here yet/,
  },
  {
    name: 'SIMPLE_SEARCH_TABLE of rules',
    view: <SearchTableView {...propsOf('SIMPLE_SEARCH_TABLE', { subject: 'RULES' })} />,
    call: 'GET /rules/search',
    least: [6, 3],
    full: () => pageOf([sampleRule]),
    shows: /Fans by temperature.*Box 1.*In service/,
    empty: () => pageOf([]),
    why: /Nothing to show here yet/,
  },
  {
    name: 'SIMPLE_SEARCH_TABLE of interfaces',
    view: <SearchTableView {...propsOf('SIMPLE_SEARCH_TABLE', { subject: 'INTERFACES' })} />,
    call: 'GET /interfaces/search',
    least: [6, 3],
    full: () => pageOf([{ ...air, ...standing }]),
    shows: /Air temperature.*Farm \| House 2.*24\.6/,
    empty: () => pageOf([]),
    why: /Nothing to show here yet/,
    replies: { 'GET /widgets/chart_series_readings': () => [] },
  },
  {
    name: 'SIMPLE_SEARCH_TABLE of terminals',
    view: <SearchTableView {...propsOf('SIMPLE_SEARCH_TABLE', { subject: 'TERMINALS' })} />,
    call: 'GET /terminals',
    least: [6, 3],
    full: () => pageOf([sampleTerminal]),
    shows: /Box 1.*Farm/,
    empty: () => pageOf([]),
    why: /Nothing to show here yet/,
  },
  {
    name: 'SIMPLE_SEARCH_TABLE of batches',
    view: <SearchTableView {...propsOf('SIMPLE_SEARCH_TABLE', { subject: 'BATCHES', status: 'OPEN' })} />,
    call: 'GET /batches/search',
    least: [6, 3],
    full: () => pageOf([sampleBatch]),
    shows: /LAQPL-2603.*Farm \| House 2.*Broilers.*28 days.*24,310/,
    empty: () => pageOf([]),
    why: /Nothing to show here yet/,
  },
  {
    name: 'MAP',
    view: <MapView {...propsOf('MAP', {})} />,
    call: 'GET /entities/map',
    least: [3, 2],
    full: () => sampleMap,
    shows: /5 places on the map, 4 with open events/,
    empty: () => [],
    why: /No farm here has coordinates yet/,
  },
  {
    name: 'WEATHER',
    view: <WeatherView {...propsOf('WEATHER', { city, days: 7, info: allInfo })} />,
    call: 'GET /weather/forecast',
    least: [3, 2],
    full: () => sampleForecast(),
    shows:
      /Today.*Weather.*Clear.*Maximum.*24 °C.*Gusts.*30 km\/h.*Wind from.*NE.*Rain nearby.*Not available.*1,016 hPa.*Open-Meteo/,
    empty: () => sampleForecast(0),
    why: /no forecast for this place/,
  },
  {
    name: 'SIMPLE_BATCH_INFO of a figure',
    view: <SimpleBatchInfoView {...propsOf('SIMPLE_BATCH_INFO', { option: 'MORTALITY' })} />,
    call: 'GET /widgets/mortalityInfo',
    least: [3, 2],
    full: () => ({ value: 3.1, previous: 2.6, batches: 4 }),
    shows: /Mortality.*3\.10.*\+0\.50 %.*4 closed batches.*last month/,
    empty: () => ({ value: -100, previous: -100, batches: 0 }),
    why: /No batch was closed in this period/,
  },
  {
    name: 'SIMPLE_BATCH_INFO of open batches',
    view: (
      <SimpleBatchInfoView {...propsOf('SIMPLE_BATCH_INFO', { option: 'OPEN', entityIds: ['3'], species: ['BROILER', 'PIG'] })} />
    ),
    call: 'GET /batches/search',
    least: [3, 2],
    full: () => pageOf([sampleBatch], 14),
    shows: /Open batches.*14.*Show the list/,
  },
  {
    name: 'MORTALITY_BY_CAUSE',
    view: <MortalityByCauseView {...propsOf('MORTALITY_BY_CAUSE', {})} />,
    call: 'GET /widgets/mortalityByCauseInfo',
    least: [3, 3],
    full: () =>
      sampleDeaths([
        ['Sudden death', 30],
        ['Lameness', 15],
        [null, 5],
      ]),
    shows: /50 deaths in 3 open batches.*Sudden death.*30.*60\.0 %.*Lameness.*15.*No cause recorded.*5/,
    empty: () => sampleDeaths([]),
    why: /No deaths recorded/,
  },
  {
    name: 'ANIMAL_WEIGHT',
    view: <AnimalWeightView {...propsOf('ANIMAL_WEIGHT', {})} />,
    call: 'GET /widgets/animalsByWeightInfo',
    least: [3, 3],
    full: () => sampleWeights(629),
    shows: /629 animals sold.*Under 90 kg.*12.*90–100 kg.*100–110 kg.*370.*110–120 kg.*Over 120 kg/,
    empty: () => sampleWeights(0),
    why: /No animals sold/,
  },
  {
    name: 'BATCH_KPI_EVOLUTION',
    view: <BatchKpiEvolutionView {...propsOf('BATCH_KPI_EVOLUTION', { entityId: '3' })} />,
    call: 'GET /widgets/batch-evolution/:id',
    least: [4, 3],
    full: () => sampleEvolution(),
    shows: /LAQPL-2603.*Average weight.*1\.69/,
    empty: () => sampleEvolution({ batch: null, points: [] }),
    why: /no open batch/,
  },
]
const withEmpty = cases.flatMap(({ empty, why, ...rest }) => (empty && why ? [{ ...rest, empty, why }] : []))

test.each(cases)('$name shows its data in its smallest place', async ({ view, call, full, shows, least, replies = {} }) => {
  const { place } = await openWidget(view, { ...replies, [call]: full }, { size: least })
  await expect.poll(() => shownWords(place.element())).toMatch(shows)
  await isClean(place.element())
  const widget = place.element().querySelector('.widget')!
  expect(widget.scrollWidth).toBeLessThanOrEqual(widget.clientWidth)
})

test.each(withEmpty)('$name says why it shows nothing', async ({ view, call, empty, why, replies = {} }) => {
  const { place } = await openWidget(view, { ...replies, [call]: empty })
  await expect.element(place.getByText(why)).toBeVisible()
  await isClean(place.element())
})

test.each(cases)('$name names a failure and tries again', async ({ view, call, full, shows, replies = {} }) => {
  let isDown = true
  const { place } = await openWidget(view, { ...replies, [call]: () => (isDown ? failure(400, 'INVALID_INPUT') : full()) })
  const again = place.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  await isClean(place.element())
  isDown = false
  await again.click()
  await expect.poll(() => shownWords(place.element())).toMatch(shows)
})

test.each(cases)('$name has a skeleton while its data are on their way', async ({ view, call, replies = {} }) => {
  const { place } = await openWidget(view, { ...replies, [call]: neverComes })
  await expect.poll(() => place.element().querySelector('.sk')).not.toBeNull()
})

test('a widget says so where its right is missing, and asks nothing', async () => {
  const { place, calls, screen } = await openWidget(<MortalityByCauseView {...propsOf('MORTALITY_BY_CAUSE', {})} />, {
    'GET /widgets/mortalityByCauseInfo': neverComes,
  })
  calls.length = 0
  session.note({ permissions: [] })
  await expect.element(place.getByText(/You don’t have permission/)).toBeVisible()
  expect(calls).toEqual([])
  await screen.unmount()
})

test('a counter on a public link asks by its widget and leads nowhere', async () => {
  const asked: string[] = []
  const eventCount: typeof sessionSource.eventCount = (_, { id }) => ({
    queryKey: ['publicCount', id],
    queryFn: async () => {
      asked.push(id)
      return { total: 7 }
    },
  })
  const source = { ...sessionSource, kind: 'publicLink' as const, eventCount }
  const props = propsOf('COUNTER', { type: 'EVENTS' })
  const { place, calls } = await openWidget(<CounterView {...props} />, {}, { source })
  await expect.element(place.getByText('7', { exact: true })).toBeVisible()
  expect(asked).toEqual([props.widget.id])
  expect(place.getByRole('link').elements()).toEqual([])
  expect(calls).toEqual([])
})

test('COUNTER leads to the list with the same filters', async () => {
  const { place, calls } = await openWidget(
    <CounterView
      {...propsOf('COUNTER', { type: 'EVENTS', entityIds: ['2', '7'], status: 'PENDING', severity: ['MAJOR', 'CRITICAL'] })}
    />,
    { 'GET /events/count': () => bySeverity },
  )
  await expect.element(place.getByText('6')).toBeVisible()
  const asked = calls[0]?.query
  expect(['entity', 'status', 'severityLevel', 'helpdesk'].map(name => asked?.getAll(name))).toEqual([
    ['2', '7'],
    ['PENDING'],
    ['MAJOR', 'CRITICAL'],
    ['false'],
  ])
  await expect
    .element(place.getByRole('link', { name: 'Events in progress' }))
    .toHaveAttribute('href', '/events?status=PENDING&severityLevel=MAJOR&severityLevel=CRITICAL&entities=2&entities=7')
})

test('RULE_GROUPS leads to a group and carries the way back to its dashboard', async () => {
  const widget = { id: '5', dashboardId: '77' }
  const { place } = await openWidget(<RuleGroupsView {...propsOf('RULE_GROUPS', { groupIds: ['4'] }, { widget })} />, {
    'GET /rules/groups': () => pageOf([sampleGroup('4', 'Summer set', 2)]),
  })
  await expect
    .element(place.getByRole('link', { name: 'Summer set' }))
    .toHaveAttribute('href', '/rules/groups?group=4&dashboard=77')
})

test('SIMPLE_SEARCH_TABLE asks for pages of 10 and finds what is typed', async () => {
  const { place, calls } = await openWidget(
    <SearchTableView {...propsOf('SIMPLE_SEARCH_TABLE', { subject: 'BATCHES', entityId: '3', search: 'LAQ', status: 'OPEN' })} />,
    { 'GET /batches/search': () => pageOf([sampleBatch], 23) },
  )
  await expect.element(place.getByText('1–10 of 23')).toBeVisible()
  expect(['itemsPerPage', 'entityId', 'search', 'status'].map(name => calls[0]?.query.get(name))).toEqual([
    '10',
    '3',
    'LAQ',
    'OPEN',
  ])
  await place.getByRole('searchbox').fill('2603')
  await expect.poll(() => calls.at(-1)?.query.get('search')).toBe('2603')
  await place.getByRole('button', { name: 'Page 2' }).click()
  await expect.poll(() => calls.at(-1)?.query.get('currentPage')).toBe('1')
})

const lists = {
  'GET /events/search': () => pageOf([sampleEvent]),
  'GET /tasks/search': () => pageOf([sampleTask]),
  'GET /rules/search': () => pageOf([sampleRule]),
  'GET /interfaces/search': () => pageOf([{ ...air, ...standing }]),
  'GET /widgets/chart_series_readings': () => [],
  'GET /terminals': () => pageOf([sampleTerminal]),
  'GET /batches/search': () => pageOf([sampleBatch]),
}
test.each(
  TABLE_SUBJECTS.flatMap(subject => [
    [subject, 'all columns', []] as const,
    [subject, 'one chosen column', ['status', 'reading']] as const,
  ]),
)('SIMPLE_SEARCH_TABLE of %s shows %s under the words of the dialog', async (subject, _, chosen) => {
  const heads = columnHeads(subject, await loadTranslator('en-US'))
  const shown = chosen.filter(column => column in heads)
  const { place } = await openWidget(
    <SearchTableView {...propsOf('SIMPLE_SEARCH_TABLE', { subject, [COLUMNS_FIELD[subject]]: shown })} />,
    lists,
    { size: [12, 6] },
  )
  await expect.poll(() => place.element().querySelector('th')).not.toBeNull()
  const texts = [...place.element().querySelectorAll('th')].map(head => head.textContent)
  const expected = Object.entries(heads).flatMap(([column, head]) =>
    chosen.length === 0 || shown.includes(column as never) ? [head] : [],
  )
  expect(texts.filter(text => Object.values(heads).includes(text)).toSorted()).toEqual(expected.toSorted())
})

test('SIMPLE_SEARCH_TABLE of tasks asks for those that are not finished', async () => {
  const { place, calls } = await openWidget(
    <SearchTableView {...propsOf('SIMPLE_SEARCH_TABLE', { subject: 'TASKS', status: 'OPEN' })} />,
    { 'GET /tasks/search': () => pageOf([sampleTask], 1) },
  )
  await expect.element(place.getByText('Clean the drinkers').first()).toBeVisible()
  await expect.element(place.getByText('Overdue').first()).toBeVisible()
  expect(['itemsPerPage', 'status'].map(name => calls[0]?.query.getAll(name))).toEqual([['10'], ['TODO', 'IN_PROGRESS']])
})

test('WEATHER shows an old forecast by its weekdays and says so', async () => {
  const yesterday = new Date(Date.now() - 26 * 3_600_000).toISOString()
  const { place } = await openWidget(<WeatherView {...propsOf('WEATHER', { city })} />, {
    'GET /weather/forecast': () => sampleForecast(7, {}, yesterday),
  })
  await expect.element(place.getByText('No newer forecast', { exact: false })).toBeVisible()
  expect(place.element().textContent).not.toContain('Today')
})

test('MAP marks places by their worst event and leads to their dashboard', async () => {
  const { place } = await openWidget(
    <MapView {...propsOf('MAP', {})} />,
    { 'GET /entities/map': () => sampleMap },
    { size: [8, 6] },
  )
  const critical = place.getByRole('link', { name: 'Lezíria, Critical' })
  await expect.element(critical).toHaveAttribute('href', '/farmview?dashboard=77')
  expect(critical.element().querySelector('.sev-critical')).not.toBeNull()
  await expect
    .element(place.getByRole('link', { name: 'Quinta Nova, Moderate' }))
    .toHaveAttribute('href', '/system/entities/7/details')
  await place.getByRole('button', { name: '2 places: zoom in, Major' }).click()
  await expect.element(place.getByRole('link', { name: 'Paul, Low' })).toBeInTheDocument()
})

test('MAP shows a house from afar where no place above it has a pin', async () => {
  const house = { ...sampleMap[0]!, type: 'SECTOR' as const, dashboard: null }
  const inFarm = { ...house, id: '20', name: 'House of the farm', hasPlaceAbove: true }
  const alone = { ...house, id: '21', name: 'House alone', latitude: 38.1 }
  const { place } = await openWidget(
    <MapView {...propsOf('MAP', {})} />,
    { 'GET /entities/map': () => [...sampleMap, inFarm, alone] },
    { size: [8, 6] },
  )
  await expect.element(place.getByRole('link', { name: 'House alone, Critical' })).toBeInTheDocument()
  expect(place.getByRole('link', { name: 'House of the farm' }).query()).toBeNull()
  // The farm at the same spot stands by itself: the house is no part of a cluster.
  await expect.element(place.getByRole('link', { name: 'Lezíria, Critical' })).toBeInTheDocument()
})

const oneSpot: typeof sampleMap = sampleMap.slice(0, 3).map(place => ({ ...place, latitude: 39.2, longitude: -8.6 }))

test('MAP lists the places of one spot under the worst of their marks', async () => {
  const { place } = await openWidget(
    <MapView {...propsOf('MAP', {})} />,
    { 'GET /entities/map': () => oneSpot },
    { size: [8, 6] },
  )
  const cluster = place.getByRole('button', { name: '3 places: show list, Critical' })
  await expect.element(cluster).toBeInTheDocument()
  expect(cluster.element().querySelector('.sev-critical')).not.toBeNull()
  await cluster.click()
  const list = place.getByRole('list')
  await expect.element(list.getByRole('link', { name: 'Lezíria, Critical' })).toHaveAttribute('href', '/farmview?dashboard=77')
  expect(
    list
      .getByRole('link')
      .elements()
      .map(link => link.textContent),
  ).toEqual(['Lezíria, Critical', 'Quinta Nova, Moderate', 'Monte'])
  await isClean(place.element())
  await expect.poll(() => list.query()?.contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => list.query()).toBeNull()
  expect(document.activeElement).toBe(cluster.element())
})

test('MAP stays where it was moved over a refresh', async () => {
  let map = [sampleMap[1]!]
  const { place } = await openWidget(<MapView {...propsOf('MAP', {})} />, { 'GET /entities/map': () => map }, { size: [8, 6] })
  const pin = (name: string) => place.getByRole('link', { name })
  await expect.element(pin('Quinta Nova, Moderate')).toBeInTheDocument()
  const xOf = (name: string) => {
    const { x, width } = pin(name).element().getBoundingClientRect()
    return x + width / 2
  }
  const before = xOf('Quinta Nova, Moderate')
  // The arrow keys move a map that has the focus.
  const canvas = place.element().querySelector<HTMLElement>('canvas')!
  canvas.focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => Math.round(before - xOf('Quinta Nova, Moderate'))).toBe(100)
  const moved = xOf('Quinta Nova, Moderate')
  map = [{ ...sampleMap[1]!, worst: 'CRITICAL' }]
  await queryClient.invalidateQueries()
  await expect.element(pin('Quinta Nova, Critical')).toBeInTheDocument()
  expect(Math.abs(xOf('Quinta Nova, Critical') - moved)).toBeLessThan(3)
})

test('WEATHER shows 0 as 0 and an unknown value as a dash', async () => {
  const info = ['temperatureMin', 'precipitation', 'windSpeed'] as const
  const { place } = await openWidget(<WeatherView {...propsOf('WEATHER', { city, days: 2, info: [...info] })} />, {
    'GET /weather/forecast': () => sampleForecast(7, { temperatureMin: 0, precipitation: 0, windSpeed: null }),
  })
  await expect.element(place.getByRole('cell').first()).toBeVisible()
  const zero = (unit: string) => expect.stringMatching(new RegExp(`^0(\\.0)?\\s${unit}$`)) as string
  expect(
    place
      .getByRole('cell')
      .elements()
      .map(cell => cell.textContent),
  ).toEqual([zero('°C'), zero('°C'), zero('mm'), zero('mm'), '–', '–'])
})

test('WEATHER asks in its units and shows rain nearby where it is known', async () => {
  const spot = `${'0'.repeat(24)}9${'0'.repeat(24)}`
  const { place, calls } = await openWidget(
    <WeatherView
      {...propsOf('WEATHER', {
        city,
        days: 2,
        temperature: 'FAHRENHEIT',
        wind: 'KNOT',
        precipitation: 'INCH',
        colours: 'MONOCHROME',
        info: ['temperatureMax', 'windSpeed', 'precipitation', 'rainSPOT'],
      })}
    />,
    { 'GET /weather/forecast': () => sampleForecast(7, { rainSPOT: spot }) },
  )
  await expect.element(place.getByRole('img', { name: 'Rain in 2 % of the surroundings' }).first()).toBeVisible()
  expect(calls[0]?.query.toString()).toBe('latitude=39.2&longitude=-8.7&temperature=FAHRENHEIT&wind=KNOT&precipitation=INCH')
  await expect.element(place.getByRole('cell', { name: '24 °F' })).toBeVisible()
  await expect.element(place.getByRole('cell', { name: '12 kn' })).toBeVisible()
  expect(place.getByRole('columnheader').elements()).toHaveLength(3)
})

test('ANIMAL_WEIGHT shows each farm by itself', async () => {
  const { place } = await openWidget(<AnimalWeightView {...propsOf('ANIMAL_WEIGHT', { mode: 'PER_FARM' })} />, {
    'GET /widgets/animalsByWeightInfo': () => sampleWeights(629),
  })
  await expect.element(place.getByRole('list', { name: 'Quinta Nova' })).toBeVisible()
  await isClean(place.element())
})

test('SCORE_CARD of a sensor out of reach says so', async () => {
  const { place } = await openWidget(<ScoreCardView {...propsOf('SCORE_CARD', { interfaceId: '1' }, { data: dataOf([]) })} />)
  await expect.element(place.getByText(/^Deleted or outside your area. Choose another one/)).toBeVisible()
})

test.each([0, null])('SCORE_CARD whose earlier value is %s says that there is no comparison', async earlier => {
  const { place } = await openWidget(<ScoreCardView {...propsOf('SCORE_CARD', { interfaceId: '1' })} />, {
    'GET /widgets/chart_series_readings': () => twoDays(hour => (hour < 24 ? earlier : 26)),
  })
  await expect.element(place.getByText('No comparison')).toBeVisible()
  expect(shownWords(place.element())).not.toContain('vs. period before')
})

test('SCORE_CARD shows a dash for a figure that cannot be computed', async () => {
  const { place } = await openWidget(
    <ScoreCardView {...propsOf('SCORE_CARD', { source: 'BATCH', batchId: '12', kpi: 'epef' })} />,
    {
      ...kpiReplies,
      'GET /batches/:id/kpis': () => sampleKpis(),
    },
  )
  await expect.element(place.getByText('–', { exact: true })).toBeVisible()
})
