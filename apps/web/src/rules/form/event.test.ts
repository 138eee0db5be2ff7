import { expect, test } from 'vitest'
import { blankEvent, contactCount, enteredEvent, eventOf, mute } from './event.ts'

test('mail tells the people in charge, the other channels are off', () => {
  expect(blankEvent().actionConfigurations.map(one => [one.type, one.status, one.notifyResponsible])).toEqual([
    ['MAIL', 'ACTIVE', true],
    ['SMS', 'INACTIVE', true],
    ['VOICE', 'INACTIVE', true],
    ['WHATSAPP', 'INACTIVE', true],
  ])
})

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

test('a channel that is on and reaches nobody is mute', () => {
  const event = blankEvent()
  const with_ = (change: object) => ({
    ...event,
    actionConfigurations: event.actionConfigurations.map(one => (one.type === 'MAIL' ? { ...one, ...change } : one)),
  })
  expect(mute(event)).toEqual([])
  expect(mute(with_({ notifyResponsible: false }))).toEqual(['MAIL'])
  const properties = { usersList: [], contactsList: ['a@b.pt'], subject: '', body: '' }
  expect(mute(with_({ notifyResponsible: false, properties }))).toEqual([])
  expect(contactCount(with_({ properties }).actionConfigurations)).toBe(1)
})
