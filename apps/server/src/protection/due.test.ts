import { EMPTY_PLAN } from '@steading/contract/protection/alarmPlan'
import { expect, test } from 'vitest'
import { dueState, nextTestDay, planDue } from './due.ts'

const zones = ['Europe/Lisbon', 'Pacific/Auckland', 'America/Los_Angeles', 'UTC'] as const

test.each([
  // 14 days ahead counts from the local midnight.
  ['2026-11-26T23:59:00Z', 'UTC', '2026-12-11', null],
  ['2026-11-27T00:00:00Z', 'UTC', '2026-12-11', 'SOON'],
  // On the day itself it is not overdue.
  ['2026-12-11T23:59:59Z', 'UTC', '2026-12-11', 'SOON'],
  ['2026-12-12T00:00:00Z', 'UTC', '2026-12-11', 'OVERDUE'],
  // One instant, two calendar days.
  ['2026-12-11T12:00:00Z', 'Pacific/Auckland', '2026-12-11', 'OVERDUE'],
  ['2026-12-12T06:00:00Z', 'America/Los_Angeles', '2026-12-11', 'SOON'],
  // Days of 23 and 25 hours: Lisbon changes its clock on 29 March and 25 October.
  ['2026-03-29T23:30:00Z', 'Europe/Lisbon', '2026-04-13', 'SOON'],
  ['2026-03-29T22:30:00Z', 'Europe/Lisbon', '2026-04-13', null],
  ['2026-10-25T23:30:00Z', 'Europe/Lisbon', '2026-11-09', null],
  ['2026-10-26T00:30:00Z', 'Europe/Lisbon', '2026-11-09', 'SOON'],
] as const)('at %s in %s the day %s is %s', (now, zone, day, state) => {
  expect(dueState(day, new Date(now), zone)).toBe(state)
})

test('an interval counts whole local days', () => {
  // 23:30 in Lisbon, the next day in Auckland.
  const last = new Date('2026-03-27T23:30:00Z')
  expect(zones.map(zone => nextTestDay(last, 7, zone))).toEqual(['2026-04-03', '2026-04-04', '2026-04-03', '2026-04-03'])
})

test('lists the dates of a plan that are near or over, the earliest first', () => {
  const battery = { location: '', fitted: null }
  const content = {
    ...EMPTY_PLAN,
    generator: {
      make: 'Perkins',
      powerKw: 60,
      fuelKind: 'DIESEL',
      start: 'AUTOMATIC',
      location: '',
      serviceDue: '2026-12-05',
    } as const,
    batteries: [
      { ...battery, displayName: 'Box', replaceBy: '2026-11-01' },
      { ...battery, displayName: 'Siren', replaceBy: '2027-11-01' },
      { ...battery, displayName: 'Gate', replaceBy: null },
    ],
  }
  expect(planDue(content, new Date('2026-11-27T10:00:00Z'), 'UTC')).toEqual([
    { kind: 'BATTERY', name: 'Box', day: '2026-11-01', state: 'OVERDUE' },
    { kind: 'GENERATOR_SERVICE', name: 'Perkins', day: '2026-12-05', state: 'SOON' },
  ])
})
