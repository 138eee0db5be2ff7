import { expect, test } from 'vitest'
import type { Needs } from '../../widgets/index.ts'
import { endOf, interfacesOf, rangeOf, usualRange, windowOf, windowsOf } from './chartWindows.ts'

const of = (hours: number, chart: boolean, ...interfaceIds: string[]): Needs => ({ hours, chart, interfaceIds })
const value = of(6, false, '3')
const gauge = of(6, false, '1')
const fans = of(0, false, '9')
const nothing = of(0, false)
const day = of(24, true, '1', '2')
const week = of(168, true, '2', '4')
const all = [value, gauge, fans, nothing, day, week]

test('shares windows among widgets that need readings', () => {
  expect(windowsOf(all, undefined)).toEqual([
    { key: '6/90', hours: 6, points: 90, interfaceIds: ['1', '3'] },
    { key: '24/1500', hours: 24, points: 1500, interfaceIds: ['1', '2'] },
    { key: '168/1500', hours: 168, points: 1500, interfaceIds: ['2', '4'] },
  ])
  expect([windowOf(fans, 6), windowOf(nothing, 6)]).toEqual([undefined, undefined])
})

test('applies a chosen range to charts only', () => {
  expect(windowsOf(all, 6)).toEqual([
    { key: '6/90', hours: 6, points: 90, interfaceIds: ['1', '3'] },
    { key: '6/1500', hours: 6, points: 1500, interfaceIds: ['1', '2', '4'] },
  ])
})

test('lists every interface once', () => {
  expect(interfacesOf(all)).toEqual(['1', '2', '3', '4', '9'])
})

test('defaults to the range of most charts', () => {
  expect([usualRange(all), usualRange([week, week, day]), usualRange([value])]).toEqual([24, 168, 24])
  expect([rangeOf('168'), rangeOf('5'), rangeOf(undefined)]).toEqual([168, undefined, undefined])
})

test('rounds the end of a window up to a step', () => {
  const at = Date.UTC(2026, 4, 4, 3, 41, 7)
  const clock = (ms: number) => new Date(ms).toISOString().slice(11, 16)
  expect([endOf(at, 24), endOf(at, 168)].map(clock)).toEqual(['03:45', '04:05'])
  expect(endOf(Date.UTC(2026, 4, 4, 3, 45), 6)).toBe(Date.UTC(2026, 4, 4, 3, 45))
})
