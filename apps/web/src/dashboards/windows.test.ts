import { expect, test } from 'vitest'
import type { Needs } from '../widgets/index.ts'
import { endOf, interfacesOf, rangeOf, usualRange, windowOf, windowsOf } from './windows.ts'

const of = (hours: number, chart: boolean, ...interfaceIds: string[]): Needs => ({ hours, chart, interfaceIds })
const [value, gauge, fans, nothing] = [of(6, false, '3'), of(6, false, '1'), of(0, false, '9'), of(0, false)]
const [day, week] = [of(24, true, '1', '2'), of(168, true, '2', '4')]
const all = [value, gauge, fans, nothing, day, week]

test('widgets share windows; those that only operate, and those that do not hold, need none', () => {
  expect(windowsOf(all, undefined)).toEqual([
    { key: '6/90', hours: 6, points: 90, interfaceIds: ['1', '3'] },
    { key: '24/1500', hours: 24, points: 1500, interfaceIds: ['1', '2'] },
    { key: '168/1500', hours: 168, points: 1500, interfaceIds: ['2', '4'] },
  ])
  expect([windowOf(fans, 6), windowOf(nothing, 6)]).toEqual([undefined, undefined])
})

test('a chosen range is for charts alone, and theirs become one', () => {
  expect(windowsOf(all, 6)).toEqual([
    { key: '6/90', hours: 6, points: 90, interfaceIds: ['1', '3'] },
    { key: '6/1500', hours: 6, points: 1500, interfaceIds: ['1', '2', '4'] },
  ])
})

test('every interface once', () => {
  expect(interfacesOf(all)).toEqual(['1', '2', '3', '4', '9'])
})

test('the usual range is that of most charts', () => {
  expect([usualRange(all), usualRange([week, week, day]), usualRange([value])]).toEqual([24, 168, 24])
  expect([rangeOf('168'), rangeOf('5'), rangeOf(undefined)]).toEqual([168, undefined, undefined])
})

test('a window ends at or after now, on a step that is coarser for long ranges and while values are live', () => {
  const at = Date.UTC(2026, 4, 4, 3, 41, 7)
  const clock = (ms: number) => new Date(ms).toISOString().slice(11, 16)
  expect([endOf(at, 6, false), endOf(at, 24, true), endOf(at, 168, true)].map(clock)).toEqual(['03:42', '03:45', '04:05'])
  expect(endOf(Date.UTC(2026, 4, 4, 3, 45), 6, true)).toBe(Date.UTC(2026, 4, 4, 3, 45))
})
