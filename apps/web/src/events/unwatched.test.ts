import { expect, test } from 'vitest'
import { isUnwatched, nobodyWord } from './unwatched.ts'

const event = { origin: 'MANUAL', severityLevel: 'CRITICAL', status: 'OPEN', category: 'SECURITY' } as const

test('what is grave and lasts, and nobody is told of, is a danger', () => {
  expect(isUnwatched(event)).toBe(true)
  expect(isUnwatched({ ...event, severityLevel: 'MAJOR', status: 'PENDING' })).toBe(true)
  expect(isUnwatched({ ...event, origin: 'AUTOMATIC', severityLevel: 'MAJOR' })).toBe(true)
  const harmless = [{ severityLevel: 'MODERATE' }, { status: 'CLOSED' }, { category: 'HELPDESK' }] as const
  for (const one of harmless) expect(isUnwatched({ ...event, ...one })).toBe(false)
})

test('of a critical alarm of a rule that names nobody, those in charge hear', () => {
  const alarm = { ...event, origin: 'AUTOMATIC' } as const
  expect(isUnwatched(alarm)).toBe(false)
  expect(nobodyWord(alarm)).toBe('warning.tellsInCharge')
  expect(nobodyWord({ ...alarm, severityLevel: 'LOW' })).toBe('warning.tellsNobody')
  expect(nobodyWord(event)).toBe('event.hears.none')
})
