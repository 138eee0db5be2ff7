import { EVENT_STATUSES } from '@steading/contract/events'
import { describe, expect, test } from 'vitest'
import { after, auditOf, isOld, quietFor } from './transition.ts'

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
        expect(after(now, { status: to, date, userId: '9' })).toEqual(expected)
      })

  test('by a rule closes without a closer', () => {
    expect(after({ status: 'PENDING', closeDate: null, closedBy: null }, { status: 'CLOSED', date, userId: null })).toEqual({
      status: 'CLOSED',
      closeDate: date,
      closedBy: null,
    })
  })

  test('the audit calls it by its name', () => {
    expect(auditOf('OPEN', 'CLOSED')).toBe('CLOSE')
    expect(auditOf('CLOSED', 'OPEN')).toBe('REOPEN')
    expect(auditOf('CLOSED', 'PENDING')).toBe('REOPEN')
    expect(auditOf('OPEN', 'PENDING')).toBe('UPDATE')
    expect(auditOf('CLOSED', 'CLOSED')).toBe('UPDATE')
  })
})

test('acknowledged, people are left alone for 15 minutes when it is critical, else for 60; closed too early, for 30', () => {
  expect(
    [quietFor('PENDING', 'CRITICAL'), quietFor('PENDING', 'MAJOR'), quietFor('CLOSED', 'CRITICAL')].map(ms => ms / 60_000),
  ).toEqual([15, 60, 30])
})

test('60 minutes are not too old, a moment more is', () => {
  expect(isOld(date, before)).toBe(false)
  expect(isOld(date, new Date(before.getTime() - 1))).toBe(true)
})
