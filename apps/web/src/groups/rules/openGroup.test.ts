import { expect, test } from 'vitest'
import { asLeft, hrefFrom, placesOf, REST, withOpen } from './openGroup.ts'

const rule = { id: '7', kind: 'ALARM' } as const

test('a rule is led to with the way back to its group, or to those of none', () => {
  expect(hrefFrom(rule, '3', '9')).toBe('/rules/alarms/7/details?groupEntityId=9&groupId=3')
  expect(hrefFrom(rule, '3', undefined)).toBe('/rules/alarms/7/details?groupId=3')
  expect(hrefFrom({ id: '8', kind: 'CONTROL' }, REST, '9')).toBe('/rules/8/details?groupEntityId=9&noGroup=true')
})

test('which group is open stands in the address beside the filters', () => {
  expect(withOpen('?entityId=9&currentPage=2', '3')).toBe('?entityId=9&currentPage=2&group=3')
  expect(withOpen('?entityId=9&group=3', undefined)).toBe('?entityId=9')
})

test.each<[string, string, string, string | undefined]>([
  [
    'the page of the group is found again',
    '?entityId=9&group=3',
    '?entityId=9&currentPage=2&group=3',
    '?entityId=9&currentPage=2&group=3',
  ],
  ['what was searched for, too', '?group=3', '?search=summer&group=3', '?search=summer&group=3'],
  ['of another group nothing is remembered', '?group=3', '?currentPage=2&group=4', undefined],
  ['nor of another entity', '?entityId=9&group=3', '?entityId=5&currentPage=2&group=3', undefined],
  ['an address that says more is taken at its word', '?group=3&currentPage=1', '?currentPage=2&group=3', undefined],
  ['the same place is no other', '?group=3', '?group=3', undefined],
  ['no group, no way back', '', '?currentPage=2', undefined],
])('%s', (_, search, remembered, expected) => {
  expect(asLeft(search, remembered)).toBe(expected)
})

test('houses stand below their farm', () => {
  const at = (id: string, type: 'FARM' | 'SECTOR') => ({ id, name: id, displayName: id, type })
  const farms = [
    { ...at('1', 'FARM'), sectors: [at('2', 'SECTOR'), at('3', 'SECTOR')] },
    { ...at('4', 'FARM'), sectors: [] },
  ]
  expect(placesOf(farms).map(place => place.id)).toEqual(['1', '2', '3', '4'])
})
