import type { Series } from '@steading/contract/devices/readings'
import { expect, test } from 'vitest'
import { translator } from '@steading/locales/text'
import { chartSeries, drawnScale, notesOf, reachOf } from './chartSeries.ts'
import { sampleInterface } from '../../test/interface.sample.ts'

const meter = sampleInterface({ category: 'WATER_COUNTER', unit: 'L', decimals: 0 })
const series: Series = { interfaceId: '8', resolution: 'FIVE_MIN', step: 300, times: [1, 2, 3], values: [10, null, 5] }

test('a counter is drawn as its growth in an hour, however long the steps are', () => {
  expect(chartSeries(meter, series).values).toEqual([120, null, 60])
  expect(chartSeries(meter, { ...series, step: 3600 }).values).toEqual([10, null, 5])
  expect(drawnScale(meter)).toEqual({ unit: 'L/h', decimals: 0, min: 0 })
})

test('the step that a counter still counts is drawn by the time that has passed', () => {
  const running = { ...series, step: 3600, times: [0, 3_600_000], values: [30, 10], countedUntil: 4_800_000 }
  expect(chartSeries(meter, running).values).toEqual([30, 30])
})

test('what is measured is drawn as it is', () => {
  const sensor = sampleInterface({ unit: '°C' })
  expect(chartSeries(sensor, series)).toBe(series)
  expect(drawnScale(sensor)).toEqual({ unit: '°C', decimals: 1 })
})

test('the least and the greatest of what is measured are drawn, of a counter and a door they are not', () => {
  const rolled = { ...series, min: [8, null, 4], max: [12, null, 6] }
  expect(reachOf(sampleInterface(), rolled)).toEqual({ low: [8, null, 4], high: [12, null, 6] })
  expect(reachOf(meter, rolled)).toEqual({})
  expect(reachOf(sampleInterface({ category: 'DOOR_CONTACT', terminalInterfaceDataType: 'BOOLEAN' }), rolled)).toEqual({})
})

test('what is to be known of a counter’s points stands beside them', async () => {
  const t = await translator('en-US')
  const left = 'Implausible jump excluded'
  const gap = 'Total spans more than one day'
  expect(notesOf({ flags: [0, 1, 2, 3] }, t)).toEqual([undefined, left, gap, `${left}, ${gap}`])
  expect(notesOf({ flags: [4] }, t)).toEqual(['Step excluded: meter settings or smart box changed'])
  expect(notesOf({ flags: [0, 0] }, t)).toBeUndefined()
  expect(notesOf({}, t)).toBeUndefined()
})
