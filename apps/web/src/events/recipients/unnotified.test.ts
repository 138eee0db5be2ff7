import { expect, test } from 'vitest'
import { isUnnotified, noRecipientsWord } from './unnotified.ts'

const event = { origin: 'MANUAL', severityLevel: 'CRITICAL', status: 'OPEN', category: 'SECURITY' } as const

test('what is grave and lasts, and nobody is told of, is a danger', () => {
  expect(isUnnotified(event)).toBe(true)
  expect(isUnnotified({ ...event, severityLevel: 'MAJOR', status: 'PENDING' })).toBe(true)
  expect(isUnnotified({ ...event, origin: 'AUTOMATIC', severityLevel: 'MAJOR' })).toBe(true)
  const harmless = [{ severityLevel: 'MODERATE' }, { status: 'CLOSED' }, { category: 'HELPDESK' }] as const
  for (const item of harmless) expect(isUnnotified({ ...event, ...item })).toBe(false)
})

test('of a critical alarm of a rule that names nobody, those in charge hear', () => {
  const alarm = { ...event, origin: 'AUTOMATIC' } as const
  expect(isUnnotified(alarm)).toBe(false)
  expect(noRecipientsWord(alarm)).toBe('warning.tellsInCharge')
  expect(noRecipientsWord({ ...alarm, severityLevel: 'LOW' })).toBe('warning.tellsNobody')
  expect(noRecipientsWord(event)).toBe('event.hears.none')
})
