import type { ActionConfiguration } from '@steading/contract/events/outbox'
import { expect, test } from 'vitest'
import { channelAt, contactCount, everyChannel, mute, nonEmptyActions, unnamed, usualActions } from './actions.ts'

const withMail = (change: Partial<ActionConfiguration>) =>
  usualActions().map(usualAction => (usualAction.type === 'MAIL' ? { ...usualAction, ...change } : usualAction))

test('mail tells the people in charge, the other channels are off', () => {
  expect(
    usualActions().map(usualAction => [
      usualAction.type,
      usualAction.status,
      usualAction.notifyResponsible,
      usualAction.recurrence,
    ]),
  ).toEqual([
    ['MAIL', 'ACTIVE', true, 0],
    ['SMS', 'INACTIVE', true, 0],
    ['VOICE', 'INACTIVE', true, 0],
    ['WHATSAPP', 'INACTIVE', true, 0],
  ])
})

test('channels that say nothing are not sent; one that is not named is off', () => {
  expect(nonEmptyActions(usualActions()).map(one => one.type)).toEqual(['MAIL'])
  expect(nonEmptyActions(everyChannel([]))).toEqual([])
  const [, sms] = usualActions()
  const known = everyChannel([{ ...sms!, status: 'ACTIVE' }])
  expect(known.map(one => one.status)).toEqual(['INACTIVE', 'ACTIVE', 'INACTIVE', 'INACTIVE'])
  expect(nonEmptyActions(known).map(one => one.type)).toEqual(['SMS'])
  expect(channelAt(known, 0)).toBe(1)
})

test('a channel that is on and reaches nobody is mute', () => {
  expect(mute(usualActions())).toEqual([])
  expect(mute(withMail({ notifyResponsible: false }))).toEqual(['MAIL'])
  const properties = { usersList: [], contactsList: ['a@b.pt'], subject: '', body: '' }
  expect(mute(withMail({ notifyResponsible: false, properties }))).toEqual([])
  expect(contactCount(withMail({ properties }))).toBe(1)
})

test('who names nobody hears what becomes of it', () => {
  const [mail, ...others] = usualActions()
  expect(unnamed([mail!, ...others], 'CRITICAL')).toBeUndefined()
  const alone = { ...mail!, notifyResponsible: false }
  for (const actions of [[], others, [{ ...mail!, status: 'INACTIVE' as const }]]) {
    expect(unnamed(actions, 'CRITICAL')).toBe('warning.tellsInCharge')
    expect(unnamed(actions, 'MAJOR')).toBe('warning.tellsNobody')
  }
  // The list goes by the channels that are on; of what is low nobody climbs it.
  expect(unnamed([alone], 'CRITICAL')).toBe('warning.tellsInCharge')
  expect(unnamed([alone], 'MAJOR')).toBe('warning.tellsLater')
  expect(unnamed([alone], 'LOW')).toBe('warning.tellsNobody')
  const vet = { ...alone, properties: { ...alone.properties, contactsList: ['vet@farm.example'] } }
  expect(unnamed([vet], 'MAJOR')).toBeUndefined()
})
