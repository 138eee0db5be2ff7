import type { Interface } from '@steading/contract/devices/interfaces'
import type { Series } from '@steading/contract/devices/readings'
import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { sampleInterface } from '../../../test/interface.sample.ts'
import { commonName } from '../interfaceNames.ts'
import { panesOf } from './multiLineChart.view.tsx'

const t = await translator('en-US')
const north = sampleInterface({ id: '1', displayName: 'North', unit: '°C' })
const south = sampleInterface({ id: '2', displayName: 'South', unit: '°C' })
const meter = sampleInterface({ id: '3', displayName: 'Meter', category: 'WATER_COUNTER', unit: 'L', decimals: 0 })
const data = { interfaces: new Map<string, Interface>([north, south, meter].map(one => [one.id, one])) }
const series = (interfaceId: string): [string, Series] => [
  interfaceId,
  { interfaceId, resolution: 'FIVE_MIN', step: 300, times: [1, 2], values: [10, 20], min: [9, 18], max: [11, 31] },
]

test('a chart without a title is called by what it shows', () => {
  expect(commonName(['1'], data, t)).toBe('North')
  expect(commonName(['1', '2'], data, t)).toBe('Temperature')
  expect(commonName(['1', '3'], data, t)).toBe('Sensors and devices')
  expect(commonName(['9'], data, t)).toBe('Sensors and devices')
})

test('each unit has a pane, a counter that of its growth', () => {
  const panes = panesOf(['1', '3', '2'], { ...data, series: new Map(['1', '2', '3'].map(series)) }, [0, 1000], t)
  expect(panes.map(({ unit, min, lines }) => [unit, min, lines.map(line => line.name)])).toEqual([
    ['°C', undefined, ['North', 'South']],
    ['L/h', 0, ['Meter']],
  ])
  expect(panes[0]?.lines[0]).toMatchObject({ values: [10, 20], low: [9, 18], high: [11, 31] })
  expect(panes[1]?.lines[0]?.values).toEqual([120, 240])
})

test('lines of several houses name their house, those of one do not', () => {
  const at = (id: string, house: string) => ({
    ...sampleInterface({ id, displayName: `Air ${id}`, unit: '°C' }),
    entity: { ...north.entity, name: house, displayName: `Paul | ${house}` },
  })
  const names = (...all: readonly Interface[]) =>
    panesOf(
      all.map(one => one.id),
      { interfaces: new Map(all.map(one => [one.id, one])), series: new Map(all.map(one => series(one.id))) },
      [0, 1000],
      t,
    ).flatMap(pane => pane.lines.map(line => line.name))
  expect(names(at('1', 'House 1'), at('2', 'House 2'))).toEqual(['Air 1 · House 1', 'Air 2 · House 2'])
  expect(names(at('1', 'House 1'), at('2', 'House 1'))).toEqual(['Air 1', 'Air 2'])
})

test('names the line of a retired box so', () => {
  const live = sampleInterface({ id: '1', displayName: 'North', unit: '°C', lastConvertedReading: 21.5 })
  const retired: Interface = { ...live, terminal: { ...live.terminal, connected: false, retired: true } }
  const series = new Map([['1', { interfaceId: '1', resolution: 'FIVE_MIN' as const, step: 300, times: [1], values: [10] }]])
  const names = (of: Interface) =>
    panesOf(['1'], { interfaces: new Map([['1', of]]), series }, [0, 1000], t)[0]?.lines.map(line => line.name)
  expect(names(live)).toEqual(['North'])
  expect(names(retired)).toEqual(['North (retired)'])
})

test('a state has a strip of its own below the lines', () => {
  const door = sampleInterface({ id: '4', displayName: 'Door', category: 'DOOR_CONTACT', terminalInterfaceDataType: 'BOOLEAN' })
  const interfaces = new Map<string, Interface>([north, door].map(one => [one.id, one]))
  const drawn = new Map([series('1'), ['4', { ...series('4')[1], step: 0, times: [0], values: [1] }] as const])
  const panes = panesOf(['4', '1'], { interfaces, series: drawn }, [0, 3_600_000], t)
  expect(panes.map(({ unit, lines }) => [unit, lines[0]?.name])).toEqual([
    ['°C', 'North'],
    ['', 'Door · Open: 1 h'],
  ])
})

test('lines keep their colours when a sensor between them is deleted', () => {
  const drawn = (known: readonly Interface[]) =>
    panesOf(
      ['1', '2', '3', '4'],
      { interfaces: new Map(known.map(one => [one.id, one])), series: new Map(['1', '2', '3', '4'].map(series)) },
      [0, 1000],
      t,
    ).flatMap(({ lines }) => lines.map(line => [line.name, line.series]))
  const east = sampleInterface({ id: '4', displayName: 'East', unit: '°C' })
  expect(new Map(drawn([north, south, meter, east]) as [string, number][]).get('East')).toBe(4)
  expect(drawn([north, meter, east])).toEqual([
    ['North', 1],
    ['East', 4],
    ['Meter', 3],
  ])
})
