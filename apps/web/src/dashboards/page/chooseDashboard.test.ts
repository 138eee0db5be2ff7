import type { Dashboard } from '@steading/contract/widgets/dashboards'
import { expect, test } from 'vitest'
import { choose, groups } from './chooseDashboard.ts'

const board = (id: string, more: Partial<Dashboard> = {}): Dashboard => ({
  id,
  displayName: `Board ${id}`,
  subtitle: null,
  favourite: false,
  homepage: false,
  own: false,
  entity: null,
  mayArrange: false,
  version: 1,
  ...more,
})
const at = (id: string, ...above: string[]) => ({ entity: { id, displayName: id, way: [...above, id] } })
const list = [
  board('1', at('10', '14', '12')),
  board('2', at('12', '14')),
  board('3', { own: true, ...at('13') }),
  board('4', { favourite: true }),
  board('5'),
]

test.each([
  ['the address names one', { dashboard: '9', place: '10', homepage: '4' }, '9'],
  ['the entity has one', { place: '12', homepage: '4' }, '2'],
  ['one below has one, the highest', { place: '14', homepage: '4' }, '2'],
  ['none above counts', { place: '10' }, '1'],
  ['my own at the entity is not that of the entity', { place: '13' }, undefined],
  ['nothing there', { place: '99', homepage: '4' }, undefined],
  ['my home page', { homepage: '4' }, '4'],
  ['no home page', {}, '1'],
])('%s', (_, asked, expected) => {
  expect(choose(list, asked)).toBe(expected)
})

test('chooses none without dashboards', () => {
  expect(choose([], {})).toBeUndefined()
})

test('lists each dashboard in one group', () => {
  expect(groups(list, '1').map(({ key, dashboards }) => [key, dashboards.map(dashboard => dashboard.id)])).toEqual([
    ['favorites', ['4']],
    ['mine', ['3']],
    ['shared', ['1', '2']],
  ])
  expect(groups([], undefined)).toEqual([])
})

test('sorts entities naturally, and lists a foreign one while shown', () => {
  const houses = [board('1', at('House 10')), board('2', at('House 2')), board('3')]
  expect(groups(houses, undefined)[0]?.dashboards.map(dashboard => dashboard.id)).toEqual(['2', '1'])
  expect(groups(houses, '3')[0]?.dashboards.map(dashboard => dashboard.id)).toEqual(['3', '2', '1'])
})
