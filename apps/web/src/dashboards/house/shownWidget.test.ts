import type { Widget } from '@steading/contract/widgets/dashboardViews'
import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { shownWidget } from './shownWidget.ts'
import { categoriesOf } from './useHouse.ts'

const t = await translator('en-US')
const T1 = 'house:TEMPERATURE:1'
const T2 = 'house:TEMPERATURE:2'
const CO2 = 'house:CO2:1'
const house = {
  id: '91',
  name: 'House 1',
  displayName: 'House 1',
  type: 'SECTOR' as const,
  sensors: { [T1]: '11', [T2]: '12' },
}
const widget = (type: Widget['type'], configs: Widget['configs']): Widget => ({
  id: '1',
  dashboardId: '1',
  type,
  configs,
  isBroken: false,
  files: [],
})
const show = (one: Widget) => shownWidget(one, house, { houses: [house] }, t)

test('a score card of a batch shows its KPI, whatever sensor of the house its other fields name', () => {
  const card = widget('SCORE_CARD', { source: 'BATCH', entityId: '91', kpi: 'mortality', interfaceId: CO2 })
  expect(show(card)).toBe(card)
  expect(categoriesOf([card])).toEqual([])
  const ofSensor = widget('SCORE_CARD', { source: 'INTERFACE', interfaceId: CO2 })
  expect(show(ofSensor).house).toMatchObject({ lacking: 'House 1 has no Carbon dioxide (CO₂).', isEmpty: true })
  expect(categoriesOf([ofSensor])).toEqual(['CO2'])
})

test('a regression of one sensor against itself is empty and says why', () => {
  const { house: shown } = show(widget('REGRESSION_CHART', { x: '11', y: T1 }))
  expect(shown).toMatchObject({ lacking: 'House 1: both sensors of this chart are the same.', isEmpty: true })
  expect(show(widget('REGRESSION_CHART', { x: '12', y: T1 })).house).toMatchObject({ lacking: undefined, isEmpty: false })
})

const chart = (interfaceIds: readonly string[]): Widget => ({
  id: '1',
  dashboardId: '1',
  type: 'SIMPLE_MULTI_LINE_CHART',
  configs: { interfaceIds },
  isBroken: false,
  files: [],
})
const shown = (interfaceIds: readonly string[]) => show(chart(interfaceIds))

test('the sensors of a house keep their places beside one that it lacks', () => {
  expect(shown([T1, CO2, T2])).toMatchObject({ configs: { interfaceIds: ['11', '12'] }, house: { places: [0, 2] } })
})

test('a sensor that is named twice has its first place', () => {
  expect(shown(['12', T2, T1])).toMatchObject({ configs: { interfaceIds: ['12', '11'] }, house: { places: [0, 2] } })
})
