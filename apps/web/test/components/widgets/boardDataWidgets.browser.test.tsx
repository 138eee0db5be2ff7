// Widgets that draw what their dashboard has fetched: they ask for nothing themselves.
import { WIDGETS, type WidgetTypeName } from '@steading/contract/widgets/widgets'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import ControllerView from '../../../src/widgets/controller/controller.view.tsx'
import DirectValueView from '../../../src/widgets/directValue/directValue.view.tsx'
import GaugeView from '../../../src/widgets/gauge/gauge.view.tsx'
import MultiLineChartView from '../../../src/widgets/multiLineChart/multiLineChart.view.tsx'
import { sampleFans, sampleInterface } from '../../interface.sample.ts'
import { isClean } from '../axe.ts'
import type { WidgetData } from '../../../src/widgets/view.ts'
import { shownWords } from './shownWords.ts'
import { air, dataOf, humidity, propsOf, seriesOf } from './widget.sample.ts'
import { openWidget } from './widgetStage.tsx'

interface Case {
  readonly name: string
  readonly type: WidgetTypeName
  readonly view: (data: WidgetData) => ReactNode
  readonly full: WidgetData
  readonly shows: RegExp
  /** The sensor has no reading yet. */
  readonly empty: WidgetData
  readonly why: RegExp
  /** What it says where its sensors are out of reach. */
  readonly gone: RegExp
}

const unread = { lastConvertedReading: null, lastReadingTimestampUtc: null }
const fans = sampleFans({ id: '8', lastConvertedReading: 40, lastReadingTimestampUtc: air.lastReadingTimestampUtc })
const relay = sampleInterface({
  id: '9',
  displayName: 'Tunnel fan',
  category: 'FAN_RELAY',
  terminalInterfaceDataType: 'BOOLEAN',
  terminalInterfaceType: 'IN_OUT',
  lastConvertedReading: true,
  lastReadingTimestampUtc: air.lastReadingTimestampUtc,
})
const series = new Map([
  ['1', seriesOf('1', hour => 20 + hour / 4)],
  ['2', seriesOf('2', hour => 70 - hour)],
])
const actuate = () => undefined
const GONE = /^Deleted or outside your area\. Choose another one/

const cases: readonly Case[] = [
  {
    name: 'DIRECT_VALUE',
    type: 'DIRECT_VALUE',
    view: data => <DirectValueView {...propsOf('DIRECT_VALUE', { interfaceId: '1' }, { data })} />,
    full: dataOf(undefined, { series }),
    shows: /Air temperature.*24\.6/,
    empty: dataOf([{ ...air, ...unread }]),
    why: /no reading/i,
    gone: GONE,
  },
  {
    name: 'GAUGE',
    type: 'GAUGE',
    view: data => <GaugeView {...propsOf('GAUGE', { interfaceId: '1', min: 0, max: 40 }, { data })} />,
    full: dataOf(undefined, { series }),
    shows: /Air temperature.*24\.6/,
    empty: dataOf([{ ...air, ...unread }]),
    why: /no reading/i,
    gone: GONE,
  },
  {
    name: 'CONTROLLER of a fan',
    type: 'CONTROLLER',
    view: data => <ControllerView {...propsOf('CONTROLLER', { interfaceId: '8' }, { data })} />,
    full: dataOf([fans], { actuate }),
    shows: /Fans.*40/,
    empty: dataOf([{ ...fans, ...unread }], { actuate }),
    why: /Fans.*–/,
    gone: GONE,
  },
  {
    name: 'CONTROLLER of a relay',
    type: 'CONTROLLER',
    view: data => <ControllerView {...propsOf('CONTROLLER', { interfaceId: '9' }, { data })} />,
    full: dataOf([relay], { actuate }),
    shows: /Tunnel fan.*On/,
    empty: dataOf([{ ...relay, ...unread }], { actuate }),
    why: /Tunnel fan.*–/,
    gone: GONE,
  },
  {
    name: 'SIMPLE_MULTI_LINE_CHART',
    type: 'SIMPLE_MULTI_LINE_CHART',
    view: data => <MultiLineChartView {...propsOf('SIMPLE_MULTI_LINE_CHART', { interfaceIds: ['1', '2'] }, { data })} />,
    full: dataOf([air, humidity], { series }),
    shows: /Air temperature.*25\.8.*Humidity.*47/,
    empty: dataOf([air, humidity], { series: new Map([['1', seriesOf('1', () => null)]]) }),
    why: /No readings/,
    gone: /^2 sensors or devices of this widget were deleted/,
  },
]

test.each(cases)('$name shows its data in its smallest place', async ({ type, view, full, shows }) => {
  const { w, h } = WIDGETS[type].min
  const { place, calls } = await openWidget(view(full), {}, { size: [w, h] })
  await expect.poll(() => shownWords(place.element())).toMatch(shows)
  await isClean(place.element())
  const widget = place.element().querySelector('.widget')!
  expect(widget.scrollWidth).toBeLessThanOrEqual(widget.clientWidth)
  expect(calls).toEqual([])
})

test.each(cases)('$name without a reading says so', async ({ type, view, empty, why }) => {
  const { w, h } = WIDGETS[type].min
  const { place } = await openWidget(view(empty), {}, { size: [w, h] })
  await expect.poll(() => shownWords(place.element())).toMatch(why)
  await isClean(place.element())
  const widget = place.element().querySelector('.widget')!
  expect(widget.scrollWidth).toBeLessThanOrEqual(widget.clientWidth)
})

test.each(cases)('$name of a sensor out of reach says so', async ({ view, gone }) => {
  const { place } = await openWidget(view(dataOf([])))
  await expect.element(place.getByText(gone)).toBeVisible()
  await isClean(place.element())
})
