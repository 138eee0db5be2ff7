import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type ReactNode, useState } from 'react'
import { queryClient } from '../../../src/platform/api/queries.ts'
import ComplexChartView from '../../../src/widgets/complexChart/complexChart.view.tsx'
import ConsumptionView from '../../../src/widgets/consumption/consumption.view.tsx'
import GaugeView from '../../../src/widgets/gauge/gauge.view.tsx'
import MilkView from '../../../src/widgets/milk/milk.view.tsx'
import MultipleInterfacesView from '../../../src/widgets/multipleInterfaces/multipleInterfaces.view.tsx'
import RegressionChartView from '../../../src/widgets/regressionChart/regressionChart.view.tsx'
import SiloView from '../../../src/widgets/silo/silo.view.tsx'
import { sessionSource } from '../../../src/widgets/source/sessionSource.ts'
import { isClean } from '../axe.ts'
import { failure } from '../stage.tsx'
import { pageOf } from '../feedType.sample.ts'
import { shownWords } from './shownWords.ts'
import {
  air,
  dataOf,
  HOUR,
  humidity,
  NOW,
  propsOf,
  sampleConsumption,
  sampleEvent,
  sampleMilk,
  sampleSilo,
  seriesOf,
} from './widget.sample.ts'
import { neverComes, openWidget } from './widgetStage.tsx'

const SERIES = 'GET /widgets/chart_series_readings'
/** What a widget says whose subjects are all gone. */
const GONE = 'Deleted or outside your area. Choose another one in the settings of this widget.'
const noSeries = () => [seriesOf('1', () => null), seriesOf('2', () => null)]
const atHouse = { entityId: '3', categories: ['TEMPERATURE', 'HUMIDITY'] }

interface Case {
  readonly name: string
  readonly view: ReactNode
  /** The call that its content comes by. */
  readonly call: string
  /** Its smallest place. */
  readonly least: readonly [w: number, h: number]
  readonly full: () => unknown
  /** What is read of it, or heard. */
  readonly shows: RegExp
  readonly empty: () => unknown
  readonly why: RegExp
  readonly replies?: Readonly<Record<string, () => unknown>>
}

const cases: readonly Case[] = [
  {
    name: 'MULTIPLE_INTERFACES of an entity',
    view: <MultipleInterfacesView {...propsOf('MULTIPLE_INTERFACES', atHouse)} />,
    call: 'GET /entities/:id/interfaces',
    least: [3, 2],
    full: () => [humidity, air],
    shows: /Air temperature.*24\.6°C.*Humidity.*61%/,
    empty: () => [],
    why: /No sensors or devices/,
    replies: { 'GET /interfaces': () => [humidity, air] },
  },
  {
    name: 'COMPLEX_CHART',
    view: <ComplexChartView {...propsOf('COMPLEX_CHART', { interfaceIds: ['1', '2'], events: false })} />,
    call: SERIES,
    least: [4, 3],
    full: () => [seriesOf('1', hour => 20 + hour / 4), seriesOf('2', hour => 70 - hour)],
    shows: /Air temperature.*25\.8 °C.*Humidity.*47 %/,
    empty: noSeries,
    why: /No readings in this period/,
  },
  {
    name: 'REGRESSION_CHART',
    view: <RegressionChartView {...propsOf('REGRESSION_CHART', { x: '1', y: '2' })} />,
    call: SERIES,
    least: [4, 3],
    full: () => [seriesOf('1', hour => hour), seriesOf('2', hour => 90 - 2 * hour)],
    shows: /y = −2 x \+ 90.*R² 1.*24 pairs/,
    empty: () => [seriesOf('1', hour => hour, 9), seriesOf('2', hour => hour, 9)],
    why: /at least 10 pairs.*has 9/,
  },
  {
    name: 'CONSUMPTION',
    view: <ConsumptionView {...propsOf('CONSUMPTION', { interfaceIds: ['20'] })} />,
    call: 'GET /widgets/consumption/:id',
    least: [3, 2],
    full: () => sampleConsumption(),
    shows: /Water.*Today.*1,840L.*\+9 %.*yesterday by this time/,
    empty: () => sampleConsumption(1, null),
    why: /No consumption measured/,
  },
  {
    name: 'SILO',
    view: <SiloView {...propsOf('SILO', { interfaceId: '3' })} />,
    call: 'GET /widgets/siloInfo/:id',
    least: [4, 2],
    full: () => sampleSilo(),
    shows: /5,040 kg in the silo, 42 % of 12,000 kg.*Days until empty.*6\.2.*empty between.*Order by/,
    empty: () => sampleSilo({ weight: null, percent: null, history: [] }),
    why: /no reading yet/,
  },
  {
    name: 'MILK',
    view: <MilkView {...propsOf('MILK', { interfaceId: '4' })} />,
    call: 'GET /widgets/milk/:id',
    least: [6, 2],
    full: () => sampleMilk(),
    shows: /Milk tank.*Today so far.*812L.*Yesterday.*2,456L.*\+2\.8 %.*Average of 7 days.*2,390L/,
    empty: () => sampleMilk({ today: null, yesterday: null, meanOf7: null, days: [{ day: '2026-05-05', value: null }] }),
    why: /No milk measured in the last 30 days/,
  },
]

/** Words that stand apart, however the page sets them. */
const spaced = (pattern: RegExp) => new RegExp(pattern.source.replaceAll(/(\d)(°C|%|L)/g, '$1 ?$2'))

test.each(cases)('$name shows its data, in its smallest place too', async ({ view, call, full, shows, least, replies = {} }) => {
  const { place } = await openWidget(view, { ...replies, [call]: full }, { size: least })
  await expect.poll(() => shownWords(place.element())).toMatch(spaced(shows))
  await isClean(place.element())
  const widget = place.element().querySelector('.widget')!
  expect(widget.scrollWidth).toBeLessThanOrEqual(widget.clientWidth)
})

test.each(cases)('$name says why it shows nothing', async ({ view, call, empty, why, replies = {} }) => {
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
  await expect.poll(() => shownWords(place.element())).toMatch(spaced(shows))
})

test.each(cases)('$name has a skeleton while its data are on their way', async ({ view, call, replies = {} }) => {
  const { place } = await openWidget(view, { ...replies, [call]: neverComes })
  await expect.element(place.getByText('Loading')).toBeInTheDocument()
})

test.each([
  { name: 'GAUGE', view: <GaugeView {...propsOf('GAUGE', { interfaceId: '1' }, { data: dataOf([]) })} /> },
  {
    name: 'REGRESSION_CHART',
    view: <RegressionChartView {...propsOf('REGRESSION_CHART', { x: '1', y: '2' }, { data: dataOf([]) })} />,
  },
  {
    name: 'MULTIPLE_INTERFACES',
    view: <MultipleInterfacesView {...propsOf('MULTIPLE_INTERFACES', { interfaceIds: ['1', '2'] }, { data: dataOf([]) })} />,
  },
])('$name of a sensor out of reach says so', async ({ view }) => {
  const { place } = await openWidget(view, { [SERIES]: noSeries })
  await expect.element(place.getByText(GONE)).toBeVisible()
  await isClean(place.element())
})

test('MULTIPLE_INTERFACES says how many of its sensors are out of reach', async () => {
  const configs = { interfaceIds: ['1', '2', '3'] }
  const { place } = await openWidget(
    <MultipleInterfacesView {...propsOf('MULTIPLE_INTERFACES', configs, { data: dataOf([air]) })} />,
  )
  await expect
    .element(place.getByText(/^2 sensors or devices of this widget were deleted or are outside your area/))
    .toBeVisible()
})

test.each([false, true])('CONSUMPTION says how many of its meters are out of reach (nothing measured: %s)', async isEmpty => {
  const { place } = await openWidget(<ConsumptionView {...propsOf('CONSUMPTION', { interfaceIds: ['20', '21'] })} />, {
    'GET /widgets/consumption/:id': () => ({ ...sampleConsumption(1, isEmpty ? null : 1840), missing: 1 }),
  })
  const remark = place.getByText(/^1 sensor or device of this widget was deleted or is outside your area/)
  await expect.element(remark).toBeVisible()
  const { bottom } = place.element().getBoundingClientRect()
  expect(remark.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(bottom)
  await isClean(place.element())
})

test('CONSUMPTION whose meters are all there says nothing of others', async () => {
  const { place } = await openWidget(<ConsumptionView {...propsOf('CONSUMPTION', { interfaceIds: ['20'] })} />, {
    'GET /widgets/consumption/:id': () => sampleConsumption(),
  })
  await expect.element(place.getByText('1,840', { exact: false }).first()).toBeVisible()
  expect(place.element().querySelector('.w-missing')).toBeNull()
})

test('CONSUMPTION of which no meter is left says so', async () => {
  const { place } = await openWidget(<ConsumptionView {...propsOf('CONSUMPTION', { interfaceIds: ['20'] })} />, {
    'GET /widgets/consumption/:id': () => failure(404, 'NOT_FOUND'),
  })
  await expect.element(place.getByText(GONE)).toBeVisible()
})

test('COMPLEX_CHART says how many of its sensors are out of reach', async () => {
  const props = propsOf('COMPLEX_CHART', { interfaceIds: ['1', '2'], events: false }, { data: dataOf([air]) })
  const { place } = await openWidget(<ComplexChartView {...props} />, { [SERIES]: () => [seriesOf('1', () => 20)] })
  await expect.element(place.getByText(/^1 sensor or device of this widget was deleted or is outside your area/)).toBeVisible()
})

test('GAUGE says why it shows nothing on a scale that its sensor no longer fits', async () => {
  const data = dataOf([{ ...air, max: 20 }])
  const { place } = await openWidget(<GaugeView {...propsOf('GAUGE', { interfaceId: '1', min: 30 }, { data })} />)
  await expect.element(place.getByText('The upper value must be greater than the lower one.')).toBeVisible()
})

test('GAUGE shows its ends, its target and its comfort range with all their decimals', async () => {
  const configs = { interfaceId: '1', min: 10.125, max: 30, target: 21.25, comfortMin: 19.55, comfortMax: 23 }
  const { place } = await openWidget(<GaugeView {...propsOf('GAUGE', configs, { data: dataOf([air]) })} />)
  await expect.element(place.getByText('10.125', { exact: true })).toBeVisible()
  await expect.element(place.getByText('21.25\u00a0°C')).toBeVisible()
  await expect.element(place.getByText('19.55–23\u00a0°C')).toBeVisible()
})

test('MULTIPLE_INTERFACES lists chosen interfaces by name with the mark of an alarm', async () => {
  const hot = { severity: 'CRITICAL', limit: { value: 24, beyond: 'above' }, sinceUtc: '2026-05-05T11:00:00.000Z' } as const
  const data = dataOf([humidity, air], { alarms: new Map([['1', hot]]) })
  const { place } = await openWidget(
    <MultipleInterfacesView {...propsOf('MULTIPLE_INTERFACES', { interfaceIds: ['2', '1'] }, { data })} />,
  )
  const rows = place.getByRole('listitem')
  await expect.element(rows.first()).toBeVisible()
  expect(rows.elements().map(shownWords)).toEqual([
    expect.stringMatching(/Critical Air temperature/),
    expect.stringMatching(/Humidity/),
  ])
  await expect.element(rows.first().getByRole('link')).toHaveAttribute('href', '/system/interfaces/details/1')
})

test('MULTIPLE_INTERFACES of an entity finds nothing on a public link', async () => {
  const { interfacesOf: _, ...shared } = sessionSource
  const { place } = await openWidget(
    <MultipleInterfacesView {...propsOf('MULTIPLE_INTERFACES', atHouse)} />,
    {},
    { source: { ...shared, kind: 'publicLink' } },
  )
  await expect.element(place.getByText('Shown only to signed-in users.')).toBeVisible()
})

test('COMPLEX_CHART requests the range of the page and the one that it is compared with', async () => {
  const { place, calls } = await openWidget(
    <ComplexChartView
      {...propsOf(
        'COMPLEX_CHART',
        { interfaceIds: ['1'], comparison: 'WEEK_BEFORE', resolution: 'HOUR', aggregation: 'MAX', events: false },
        { data: dataOf(undefined, { hours: 6 }) },
      )}
    />,
    { [SERIES]: () => [seriesOf('1', hour => hour)] },
  )
  await expect.element(place.getByText('Air temperature (week before)')).toBeVisible()
  const asked = calls.map(({ query }) => ['fromDate', 'toDate', 'resolution', 'operation'].map(name => query.get(name)))
  expect(asked).toEqual([
    ['2026-05-05T06:00:00.000Z', '2026-05-05T12:00:00.000Z', 'HOUR', 'MAX'],
    ['2026-04-28T06:00:00.000Z', '2026-04-28T12:00:00.000Z', 'HOUR', 'MAX'],
  ])
})

test('ten COMPLEX_CHARTs of one range request their series once, and the events of their entity once', async () => {
  const { place, calls } = await openWidget(
    Array.from({ length: 10 }, (_, at) => (
      <ComplexChartView key={at} {...propsOf('COMPLEX_CHART', { interfaceIds: at % 2 === 0 ? ['1'] : ['1', '2'], hours: 720 })} />
    )),
    {
      [SERIES]: ({ query }) => query.getAll('interfaceIds').map(id => seriesOf(id, hour => hour)),
      'GET /events/search': () => pageOf([]),
    },
  )
  const series = () => calls.filter(({ path }) => path === '/widgets/chart_series_readings')
  await expect.poll(() => place.element().querySelectorAll('canvas').length).toBe(10)
  expect(series().map(({ query }) => query.getAll('interfaceIds'))).toEqual([['1', '2']])
  expect(calls.filter(({ path }) => path === '/events/search')).toHaveLength(1)
  await queryClient.invalidateQueries({ queryKey: ['readings'] })
  expect(series()).toHaveLength(2)
})

test('COMPLEX_CHART is drawn once more when its window moves on, and not for a reading', async () => {
  const clear = vi.spyOn(CanvasRenderingContext2D.prototype, 'clearRect')
  /** How many there were, once no more come. */
  const drawings = async () => {
    for (let last = 0; last !== clear.mock.calls.length || last === 0;) {
      last = clear.mock.calls.length
      await new Promise(resolve => setTimeout(resolve, 300))
    }
    return clear.mock.calls.length
  }
  const props = propsOf('COMPLEX_CHART', { interfaceIds: ['1'], hours: 720 })
  const read = { ...air, lastConvertedReading: 25.1 }
  function Refreshed() {
    const [data, setData] = useState(dataOf([air, humidity]))
    return (
      <>
        <button type="button" onClick={() => setData(dataOf([read, humidity]))}>
          Read
        </button>
        <button type="button" onClick={() => setData(dataOf([read, humidity], { now: NOW + HOUR }))}>
          Move on
        </button>
        <ComplexChartView {...props} data={data} />
      </>
    )
  }
  const { place, calls } = await openWidget(<Refreshed />, {
    [SERIES]: () => [seriesOf('1', hour => hour)],
    'GET /events/search': () => pageOf([sampleEvent()]),
  })
  /** Without the mouse, which a chart follows. */
  const press = (name: string) =>
    page
      .getByRole('button', { name, exact: true })
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(place.getByText(/Events in this period/)).toBeInTheDocument()
  await document.fonts.ready
  const before = await drawings()
  press('Read')
  expect(await drawings()).toBe(before)
  press('Move on')
  await expect.poll(() => calls.filter(({ path }) => path === '/events/search').length).toBe(2)
  expect(await drawings()).toBe(before + 1)
})

test('COMPLEX_CHART says that one of its sensors is gone', async () => {
  const { place } = await openWidget(
    <ComplexChartView {...propsOf('COMPLEX_CHART', { interfaceIds: ['99', '1', '2'], events: false })} />,
    { [SERIES]: () => [seriesOf('1', hour => 20 + hour / 4), seriesOf('2', hour => 70 - hour)] },
  )
  await expect.element(place.getByText(/^1 sensor or device of this widget was deleted/)).toBeVisible()
})

test('COMPLEX_CHART tells of the events of its entities', async () => {
  const { place, calls } = await openWidget(<ComplexChartView {...propsOf('COMPLEX_CHART', { interfaceIds: ['1', '2'] })} />, {
    [SERIES]: () => [seriesOf('1', hour => hour)],
    'GET /events/search': () => pageOf([sampleEvent()]),
  })
  await expect.element(place.getByText(/Events in this period: Too warm 10:00/)).toBeInTheDocument()
  const asked = calls.find(({ path }) => path === '/events/search')?.query
  expect(['entity', 'notClosedBefore', 'toDate', 'helpdesk'].map(name => asked?.get(name))).toEqual([
    '3',
    '2026-05-04T12:00:00.000Z',
    '2026-05-05T12:00:00.000Z',
    'false',
  ])
})

test('REGRESSION_CHART says that there is no line where x never changes', async () => {
  const { place } = await openWidget(<RegressionChartView {...propsOf('REGRESSION_CHART', { x: '1', y: '2' })} />, {
    [SERIES]: () => [seriesOf('1', () => 21), seriesOf('2', hour => hour)],
  })
  await expect.element(place.getByText(/Air temperature did not change/)).toBeVisible()
})

test('SILO says that feed must be ordered', async () => {
  const { place } = await openWidget(<SiloView {...propsOf('SILO', { interfaceId: '3' })} />, {
    'GET /widgets/siloInfo/:id': () => sampleSilo({ orderDay: '2026-01-02' }),
  })
  await expect.element(place.getByText('Order feed now')).toBeVisible()
})

test('CONSUMPTION shows several meters under their names', async () => {
  const { place } = await openWidget(<ConsumptionView {...propsOf('CONSUMPTION', { interfaceIds: ['20', '21', '22'] })} />, {
    'GET /widgets/consumption/:id': () => sampleConsumption(3),
  })
  await expect.element(place.getByRole('heading', { name: 'Water cooling' })).toBeVisible()
  await isClean(place.element())
})

test('a widget that is not saved asks by its configuration', async () => {
  const draft = { interfaceId: '4' }
  const { place, calls } = await openWidget(<MilkView {...propsOf('MILK', draft, { widget: { id: 'new-1', draft } })} />, {
    'POST /widgets/preview': () => ({ milk: sampleMilk() }),
  })
  await expect.element(place.getByText('Milk tank')).toBeVisible()
  expect(calls[0]?.body).toEqual({ type: 'MILK', configs: draft })
})
