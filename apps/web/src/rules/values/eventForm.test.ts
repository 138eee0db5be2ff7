import { expect, test } from 'vitest'
import { emptyEvent, toEventValues, toEvent } from './eventForm.ts'

test('channels that say nothing are not sent, and a rule that does not name mail has it off', () => {
  const event = { ...emptyEvent(), title: 'Hot' }
  expect(toEvent(event).actionConfigurations.map(configuration => configuration.type)).toEqual(['MAIL'])
  const none = { ...toEvent(event), severityLevel: 'LOW', category: 'CLIMATE', ruleDelay: 0, actionConfigurations: [] } as const
  expect(
    toEventValues({ ...none, actionConfigurations: [] }).actionConfigurations.every(
      configuration => configuration.status === 'INACTIVE',
    ),
  ).toBe(true)
})

test('a repetition that is off is none', () => {
  expect(toEvent({ ...emptyEvent(), repetitionTime: 600 }).repetitionTime).toBeNull()
  expect(toEvent({ ...emptyEvent(), repetitionTime: 600, hasRepetitionTime: true }).repetitionTime).toBe(600)
})
