import type { Cause } from '@steading/contract/events'
import { expect, test } from 'vitest'
import { sampleCause } from '../platform/cause.sample.ts'
import { alarmsOf, pinned, valueNow } from './alarms.ts'

const { sinceUtc } = sampleCause
const cause = (interfaceId: string, more: Partial<Cause> = {}): Cause => ({ ...sampleCause, interfaceId, ...more })

test('limits of what has an order, by the worst event of each interface', () => {
  const alarms = alarmsOf([
    {
      severityLevel: 'CRITICAL',
      causes: [cause('1'), cause('2', { category: 'MAINS_POWER', operator: 'EQUAL', threshold: false })],
    },
    {
      severityLevel: 'MAJOR',
      causes: [cause('1', { operator: 'LESS', threshold: 10 }), cause('3', { operator: 'MINOR', threshold: 10 })],
    },
    { severityLevel: 'MODERATE', causes: [cause('4')] },
  ])
  expect(Object.fromEntries(alarms)).toEqual({
    1: { severity: 'CRITICAL', sinceUtc, limit: { value: 26, beyond: 'above' } },
    2: { severity: 'CRITICAL', sinceUtc },
    3: { severity: 'MAJOR', sinceUtc, limit: { value: 10, beyond: 'below' } },
  })
})

test('a counter grows past its limit, which its register cannot show', () => {
  expect(
    alarmsOf([{ severityLevel: 'MAJOR', causes: [cause('1', { category: 'WATER_COUNTER', threshold: 0 })] }]).get('1'),
  ).toEqual({
    severity: 'MAJOR',
    sinceUtc,
  })
})

test('a device that does not follow, at any severity: what it was told and what it said', () => {
  const fans = cause('1', { category: 'VENTILATION_CONTROL', operator: 'NOT_EQUAL', threshold: 0, value: -100, reading: 0 })
  const pad = cause('2', { category: 'COOLING_PAD', operator: 'NOT_EQUAL', threshold: 0, value: 1, reading: true })
  const relay = cause('3', { category: 'FAN_RELAY', operator: 'LESS', threshold: 0, value: -1, reading: false })
  expect(Object.fromEntries(alarmsOf([{ severityLevel: 'LOW', causes: [fans, pad, relay] }]))).toEqual({
    1: { severity: 'LOW', sinceUtc, feedback: { ordered: 100, said: 0 } },
    2: { severity: 'LOW', sinceUtc, feedback: { ordered: false, said: true } },
    3: { severity: 'LOW', sinceUtc, feedback: { ordered: true, said: false } },
  })
})

test('pinned are critical ones that are open, or were closed while they last: those that nobody has taken on first, then the newest', () => {
  const event = (id: string, severityLevel: 'CRITICAL' | 'MAJOR', status: 'OPEN' | 'PENDING' | 'CLOSED', hour: number) => ({
    id,
    severityLevel,
    status,
    openDate: `2026-05-04T0${hour}:00:00.000Z`,
    lasting: null as { untilUtc: string; checked: boolean } | null,
  })
  const closed = (id: string, checked: boolean) => ({
    ...event(id, 'CRITICAL', 'CLOSED', 0),
    lasting: { untilUtc: sinceUtc, checked },
  })
  const all = [
    event('1', 'CRITICAL', 'PENDING', 5),
    event('2', 'CRITICAL', 'OPEN', 1),
    event('3', 'CRITICAL', 'OPEN', 2),
    event('4', 'MAJOR', 'OPEN', 6),
    event('5', 'CRITICAL', 'CLOSED', 7),
    closed('6', false),
    closed('7', true),
  ]
  expect(pinned(all).map(one => one.id)).toEqual(['3', '2', '1', '6'])
})

test('the value beside a pinned alarm is that of now; without one, or where another figure was compared, there is none', () => {
  const now = { good: true, stale: false, lastConvertedReading: 32.3 }
  expect(valueNow(cause('1'), now)).toBe(32.3)
  expect(valueNow(cause('1'), { ...now, stale: true })).toBeUndefined()
  expect(valueNow(cause('1'), { ...now, good: false })).toBeUndefined()
  expect(valueNow(cause('1'), { ...now, lastConvertedReading: null })).toBeUndefined()
  expect(valueNow(cause('1'), undefined)).toBeUndefined()
  expect(valueNow(cause('1', { relativeTo: 'CURVE' }), now)).toBeUndefined()
  expect(valueNow(cause('1', { category: 'WATER_COUNTER' }), now)).toBeUndefined()
})
