import { expect, test } from 'vitest'
import { zoneName, zonesAt } from './zones.ts'

test.each([
  ['Europe/Lisbon', '2026-01-15', '(GMT+00:00) Europe/Lisbon'],
  ['Europe/Lisbon', '2026-07-15', '(GMT+01:00) Europe/Lisbon'],
  ['America/Sao_Paulo', '2026-07-15', '(GMT-03:00) America/Sao Paulo'],
  ['Asia/Kolkata', '2026-07-15', '(GMT+05:30) Asia/Kolkata'],
  ['UTC', '2026-07-15', '(GMT+00:00) UTC'],
])('%s on %s reads %s', (zone, day, name) => expect(zoneName(zone, new Date(day))).toBe(name))

test('sorts zones from west to east', () => {
  const labels = zonesAt(new Date('2026-07-15')).map(zone => zone.label)
  expect(labels[0]).toContain('(GMT-')
  expect(labels.at(-1)).toContain('(GMT+')
  expect(labels.length).toBeGreaterThan(300)
})
