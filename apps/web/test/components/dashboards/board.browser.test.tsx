import type { Series } from '@steading/contract/devices/readings'
import type { DashboardWidgets, Widget } from '@steading/contract/widgets/dashboards'
import type { House } from '@steading/contract/widgets/houses'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { useAlarms } from '../../../src/dashboards/alarms/useAlarms.ts'
import { DashboardPage } from '../../../src/dashboards/page/DashboardPage.tsx'
import { streamState } from '../../../src/live/index.ts'
import { sessionSource } from '../../../src/widgets/source/sessionSource.ts'
import { SourceProvider } from '../../../src/widgets/source/source.ts'
import { sampleInterface } from '../../interface.sample.ts'
import { pageOf } from '../feedType.sample.ts'
import { type Call, openStage } from '../stage.tsx'

const T1 = 'house:TEMPERATURE:1'
const T2 = 'house:TEMPERATURE:2'
const MINUTE = 60_000

/** An answer that comes when the test says so. */
function heldAnswer() {
  let answer: ((body: unknown) => void) | undefined
  const stream = new ReadableStream({
    start: controller => {
      answer = body => {
        controller.enqueue(new TextEncoder().encode(JSON.stringify(body)))
        controller.close()
      }
    },
  })
  const response = new Response(stream, { headers: { 'content-type': 'application/json' } })
  return { response, answer: (body: unknown) => answer?.(body) }
}

const widgetOf = (id: string, type: Widget['type'], configs: Widget['configs']): Widget => ({
  id,
  dashboardId: '1',
  type,
  configs,
  isBroken: false,
  files: [],
})
const dashboardOf = (interfaceIds: readonly string[]): DashboardWidgets => ({
  id: '1',
  displayName: 'Air',
  subtitle: null,
  version: 1,
  favourite: false,
  homepage: false,
  own: true,
  mayArrange: true,
  entity: null,
  lastUpdatedBy: null,
  lastUpdateTimestampUtc: null,
  layout: [
    { id: '1', x: 0, y: 0, w: 6, h: 4 },
    { id: '2', x: 6, y: 0, w: 3, h: 2 },
  ],
  widgets: {
    '1': widgetOf('1', 'SIMPLE_MULTI_LINE_CHART', { interfaceIds, title: 'Climate', hours: 24 }),
    '2': widgetOf('2', 'DIRECT_VALUE', { interfaceId: interfaceIds.at(-1) }),
  },
})
/** Without a last reading, so that a chart shows its series alone. */
const sensors = ['11', '12', '22'].map(id => sampleInterface({ id, displayName: `Air ${id}`, unit: '°C' }))
const found = ({ query }: Call) => sensors.filter(({ id }) => query.getAll('ids').includes(id))
const seriesOf = (interfaceId: string, value: number): Series => ({
  interfaceId,
  resolution: 'RAW',
  step: 0,
  times: [Date.now() - 20 * MINUTE, Date.now() - 10 * MINUTE],
  values: [value - 1, value],
})
const houses: readonly House[] = [
  { id: '91', name: 'House 1', displayName: 'House 1', type: 'SECTOR', sensors: { [T1]: '11', [T2]: '12' } },
  { id: '92', name: 'House 2', displayName: 'House 2', type: 'SECTOR', sensors: { [T2]: '22' } },
]

function open(dashboard: DashboardWidgets, more: Readonly<Record<string, (call: Call) => unknown>>) {
  document.documentElement.dataset['theme'] = 'steading'
  return openStage(
    <SourceProvider value={sessionSource}>
      <DashboardPage id="1" range={undefined} list={[]} alarms={new Map()} />
    </SourceProvider>,
    {
      path: '/farmview',
      replies: {
        'GET /dashboard/:id/true': () => dashboard,
        'GET /dashboard/:id/houses': () => houses,
        'GET /interfaces': found,
        ...more,
      },
    },
  )
}
/** A sparkline has few points. */
const isOfChart = (query: URLSearchParams) => Number(query.get('points')) > 1000
const tile = () => page.getByRole('article', { name: /^Climate/ })
const figure = () => page.getByRole('figure')

afterEach(() => {
  streamState.set('off')
  vi.useRealTimers()
})

const FAKED = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const

test('interfaces are asked for once a minute while their values come live', async () => {
  vi.useFakeTimers({ toFake: [...FAKED], shouldAdvanceTime: true })
  streamState.set('live')
  const { calls } = await open(dashboardOf(['11', '12']), { 'GET /widgets/chart_series_readings': () => [] })
  await expect.element(page.getByRole('article', { name: /^Air 12/ })).toBeVisible()
  const asked = () => calls.filter(({ path }) => path === '/interfaces').map(({ query }) => query.getAll('ids'))
  expect(asked()).toEqual([['11', '12']])
  await vi.advanceTimersByTimeAsync(MINUTE)
  await expect.poll(() => asked().length).toBe(2)
  await vi.advanceTimersByTimeAsync(MINUTE)
  await expect.poll(() => asked().length).toBe(3)
})

/** A transparent picture of one point; what stands behind # is an address of its own to the page. */
const POINT = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

test('a picture that fails after two hours is fetched by the address of the last minute', async () => {
  vi.useFakeTimers({ toFake: [...FAKED], shouldAdvanceTime: true })
  const picture = () => ({
    ...widgetOf('2', 'SIMPLE_IMAGE', { files: ['barn.gif'], description: 'Plan of the barn', fit: 'CONTAIN' }),
    files: [{ name: 'barn.gif', type: 'image/gif', size: 42, url: `${POINT}#${Date.now()}` }],
  })
  const dashboard = dashboardOf(['11', '12'])
  await open(dashboard, {
    'GET /dashboard/:id/true': () => ({ ...dashboard, widgets: { ...dashboard.widgets, '2': picture() } }),
    'GET /widgets/chart_series_readings': () => [],
  })
  const image = page.getByRole('img', { name: 'Plan of the barn' })
  await expect.element(image).toBeVisible()
  const ageOf = () => Date.now() - Number(image.element().getAttribute('src')!.split('#')[1])
  vi.setSystemTime(Date.now() + 119 * MINUTE)
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(ageOf()).toBeGreaterThanOrEqual(120 * MINUTE)
  image.element().dispatchEvent(new Event('error'))
  await expect.poll(ageOf).toBeLessThanOrEqual(MINUTE)
  await expect.element(image).toBeVisible()
})

function Alarms() {
  return <p>{useAlarms().pinned.length} pinned</p>
}

test('alarms are asked for once a minute while values come live', async () => {
  vi.useFakeTimers({ toFake: [...FAKED], shouldAdvanceTime: true })
  streamState.set('live')
  const { calls } = await openStage(<Alarms />, { replies: { 'GET /events/search': () => pageOf([]) } })
  await expect.element(page.getByText('0 pinned')).toBeVisible()
  const asked = () => calls.filter(({ path }) => path === '/events/search').length
  // Those that are open, and those that were closed lately.
  await expect.poll(asked).toBe(2)
  await vi.advanceTimersByTimeAsync(MINUTE)
  await expect.poll(asked).toBe(4)
})

test('a chart stays with its values while the next end of its range is fetched', async () => {
  vi.useFakeTimers({ toFake: [...FAKED], shouldAdvanceTime: true })
  // Two minutes past a step: four and a half later one more has passed, and no other.
  vi.setSystemTime(Math.floor(Date.now() / (5 * MINUTE)) * 5 * MINUTE + 2 * MINUTE)
  const next = heldAnswer()
  const ends: (string | null)[] = []
  await open(dashboardOf(['11']), {
    'GET /widgets/chart_series_readings': ({ query }: Call) => {
      if (!isOfChart(query)) return []
      const end = query.get('toDate')
      const isFirst = ends.every(one => one === end)
      ends.push(end)
      return isFirst ? [seriesOf('11', 21.5)] : next.response
    },
  })
  await expect.element(tile().getByText(/21\.5/)).toBeVisible()
  const chart = figure().element()
  await vi.advanceTimersByTimeAsync(4.5 * MINUTE)
  await expect.poll(() => new Set(ends).size).toBe(2)
  await expect.element(tile().getByText(/21\.5/)).toBeVisible()
  expect(figure().element()).toBe(chart)
  next.answer([seriesOf('11', 24.5)])
  await expect.element(tile().getByText(/24\.5/)).toBeVisible()
  expect(figure().element()).toBe(chart)
})

test('a chart shows nothing of the first house while the values of the second are on their way', async () => {
  const isOfSecond = ({ query }: Call) => [...query.getAll('ids'), ...query.getAll('interfaceIds')].includes('22')
  const interfaces = heldAnswer()
  const series = heldAnswer()
  const { calls } = await open(dashboardOf([T2]), {
    'GET /interfaces': call => (isOfSecond(call) ? interfaces.response : found(call)),
    'GET /widgets/chart_series_readings': call =>
      isOfChart(call.query) ? (isOfSecond(call) ? series.response : [seriesOf('12', 21.5)]) : [],
  })
  await expect.element(tile().getByText(/21\.5/)).toBeVisible()
  await page.getByLabelText('House', { exact: true }).selectOptions('House 2')
  await expect.poll(() => calls.filter(isOfSecond).length).toBe(3)
  const isWithoutFirst = () => figure().query() === null && page.getByText(/21\.5/).query() === null
  await expect.poll(isWithoutFirst).toBe(true)
  interfaces.answer(sensors.filter(({ id }) => id === '22'))
  await expect.element(page.getByRole('article', { name: /^Air 22/ })).toBeVisible()
  expect(page.getByText(/21\.5/).query()).toBeNull()
  // No line of the second house is known yet: that is not the same as no data.
  expect(figure().query()).toBeNull()
  series.answer([seriesOf('22', 31.5)])
  await expect.element(tile().getByText(/31\.5/)).toBeVisible()
})

test('a line keeps its colour in a house that lacks the sensor before it', async () => {
  await open(dashboardOf([T1, T2]), {
    'GET /widgets/chart_series_readings': ({ query }: Call) =>
      isOfChart(query) ? query.getAll('interfaceIds').map(id => seriesOf(id, Number(id))) : [],
  })
  const colourOf = (value: string) =>
    tile().getByText(value, { exact: false }).element().closest('li')?.querySelector('line')?.getAttribute('class')
  await expect.element(tile().getByText(/12\.0/)).toBeVisible()
  expect(colourOf('12.0')).toBe('s2')
  await page.getByLabelText('House', { exact: true }).selectOptions('House 2')
  await expect.element(tile().getByText(/22\.0/)).toBeVisible()
  expect(colourOf('22.0')).toBe('s2')
})
