import { expect, test } from 'vitest'
import { blankEvent, enteredEvent, eventOf } from './event.ts'

test('channels that say nothing are not sent, and a rule that does not name mail has it off', () => {
  const event = { ...blankEvent(), title: 'Hot' }
  expect(eventOf(event).actionConfigurations.map(one => one.type)).toEqual(['MAIL'])
  const none = { ...eventOf(event), severityLevel: 'LOW', category: 'CLIMATE', ruleDelay: 0, actionConfigurations: [] } as const
  expect(enteredEvent({ ...none, actionConfigurations: [] }).actionConfigurations.every(one => one.status === 'INACTIVE')).toBe(
    true,
  )
})

test('a repetition that is off is none', () => {
  expect(eventOf({ ...blankEvent(), repetitionTime: 600 }).repetitionTime).toBeNull()
  expect(eventOf({ ...blankEvent(), repetitionTime: 600, hasRepetitionTime: true }).repetitionTime).toBe(600)
})
