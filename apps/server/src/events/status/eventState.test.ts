import { EVENT_STATUSES } from '@steading/contract/events/events'
import { describe, expect, test } from 'vitest'
import { nextState, auditActionOf, isTooOldToNotify, quietPeriod } from './eventState.ts'

const date = new Date('2026-07-06T10:00:00Z')
const before = new Date('2026-07-06T09:00:00Z')

describe('a change of status', () => {
  for (const from of EVENT_STATUSES)
    for (const to of EVENT_STATUSES)
      test(`${from} to ${to}`, () => {
        const now =
          from === 'CLOSED'
            ? { status: from, closeDate: before, closedBy: '7' }
            : { status: from, closeDate: null, closedBy: null }
        const expected =
          to !== 'CLOSED'
            ? { status: to, closeDate: null, closedBy: null }
            : from === 'CLOSED'
              ? now
              : { status: to, closeDate: date, closedBy: '9' }
        expect(nextState(now, { status: to, date, userId: '9' })).toEqual(expected)
      })

  test('by a rule closes without a user', () => {
    expect(nextState({ status: 'PENDING', closeDate: null, closedBy: null }, { status: 'CLOSED', date, userId: null })).toEqual({
      status: 'CLOSED',
      closeDate: date,
      closedBy: null,
    })
  })

  test('maps to an audit action', () => {
    expect(auditActionOf('OPEN', 'CLOSED')).toBe('CLOSE')
    expect(auditActionOf('CLOSED', 'OPEN')).toBe('REOPEN')
    expect(auditActionOf('CLOSED', 'PENDING')).toBe('REOPEN')
    expect(auditActionOf('OPEN', 'PENDING')).toBe('UPDATE')
    expect(auditActionOf('CLOSED', 'CLOSED')).toBe('UPDATE')
  })
})

test('quiet periods are 15 min (CRITICAL), 60 min, and 30 min after closing', () => {
  expect(
    [quietPeriod('PENDING', 'CRITICAL'), quietPeriod('PENDING', 'MAJOR'), quietPeriod('CLOSED', 'CRITICAL')].map(
      ms => ms / 60_000,
    ),
  ).toEqual([15, 60, 30])
})

test('an occurrence is too old after 60 minutes', () => {
  expect(isTooOldToNotify(date, before)).toBe(false)
  expect(isTooOldToNotify(date, new Date(before.getTime() - 1))).toBe(true)
})
