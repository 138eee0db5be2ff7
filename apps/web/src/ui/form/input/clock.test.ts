import { expect, test } from 'vitest'
import { readClock, readLasting } from './clock.ts'

test.each([
  ['6', '06:00'],
  ['06:30', '06:30'],
  ['6.30', '06:30'],
  ['6.3', undefined],
  ['6h30', '06:30'],
  ['630', '06:30'],
  ['1815', '18:15'],
  [' 0:05 ', '00:05'],
  ['', ''],
  ['24:00', undefined],
  ['7:60', undefined],
  ['seven', undefined],
  ['06:30:15', undefined],
])('minutes: %s is %s', (typed, read) => expect(readClock(typed)).toBe(read))

test.each([
  ['6', '06:00:00'],
  ['06:30', '06:30:00'],
  ['6:30:15', '06:30:15'],
  ['063015', '06:30:15'],
  ['23:59:59', '23:59:59'],
  ['23:59:60', undefined],
  ['24:00', '23:59:59'],
  ['24', '23:59:59'],
  ['24:01', undefined],
])('seconds: %s is %s', (typed, read) => expect(readClock(typed, true)).toBe(read))

test.each([
  ['10', '00:10'],
  ['90', '01:30'],
  ['5 min', '00:05'],
  ['120m', '02:00'],
  ['2h', '02:00'],
  ['100', '01:40'],
  ['120', '02:00'],
  ['0130', '01:30'],
  ['1.5', undefined],
  ['1,5', undefined],
  ['1:30', '01:30'],
  ['1h30', '01:30'],
  ['', ''],
  ['25 h', undefined],
  ['ten', undefined],
])('how long: %s is %s', (typed, read) => expect(readLasting(typed)).toBe(read))
