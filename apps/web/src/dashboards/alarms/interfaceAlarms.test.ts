import type { Cause } from '@steading/contract/events/events'
import { expect, test } from 'vitest'
import { sampleCause } from '../../../test/cause.sample.ts'
import { alarmsOf, pinned, valueNow } from './interfaceAlarms.ts'

const { sinceUtc } = sampleCause
const cause = (interfaceId: string, more: Partial<Cause> = {}): Cause => ({ ...sampleCause, interfaceId, ...more })

test('answers limits of ordered values by the worst event', () => {
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

test('answers no limit for a counter', () => {
  expect(
    alarmsOf([{ severityLevel: 'MAJOR', causes: [cause('1', { category: 'WATER_COUNTER', threshold: 0 })] }]).get('1'),
  ).toEqual({
    severity: 'MAJOR',
    sinceUtc,
  })
})

test('shows command and feedback of a device that does not follow, at any severity', () => {
  const fans = cause('1', { category: 'VENTILATION_CONTROL', operator: 'NOT_EQUAL', threshold: 0, value: -100, reading: 0 })
  const pad = cause('2', { category: 'COOLING_PAD', operator: 'NOT_EQUAL', threshold: 0, value: 1, reading: true })
  const relay = cause('3', { category: 'FAN_RELAY', operator: 'LESS', threshold: 0, value: -1, reading: false })
  expect(Object.fromEntries(alarmsOf([{ severityLevel: 'LOW', causes: [fans, pad, relay] }]))).toEqual({
    1: { severity: 'LOW', sinceUtc, feedback: { ordered: 100, feedback: 0 } },
    2: { severity: 'LOW', sinceUtc, feedback: { ordered: false, feedback: true } },
    3: { severity: 'LOW', sinceUtc, feedback: { ordered: true, feedback: false } },
  })
})

test('pins open or still active critical events, unacknowledged first', () => {
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

test('shows the current value only if the condition compares it', () => {
  const now = { good: true, stale: false, lastConvertedReading: 32.3 }
  expect(valueNow(cause('1'), now)).toBe(32.3)
  expect(valueNow(cause('1'), { ...now, stale: true })).toBeUndefined()
  expect(valueNow(cause('1'), { ...now, good: false })).toBeUndefined()
  expect(valueNow(cause('1'), { ...now, lastConvertedReading: null })).toBeUndefined()
  expect(valueNow(cause('1'), undefined)).toBeUndefined()
  expect(valueNow(cause('1', { relativeTo: 'CURVE' }), now)).toBeUndefined()
  expect(valueNow(cause('1', { category: 'WATER_COUNTER' }), now)).toBeUndefined()
})
