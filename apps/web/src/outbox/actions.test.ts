import type { ActionConfiguration } from '@steading/contract/outbox'
import { expect, test } from 'vitest'
import { channelAt, contactCount, everyChannel, mute, saidOf, usualActions } from './actions.ts'

const withMail = (change: Partial<ActionConfiguration>) =>
  usualActions().map(one => (one.type === 'MAIL' ? { ...one, ...change } : one))

test('mail tells the people in charge, the other channels are off', () => {
  expect(usualActions().map(one => [one.type, one.status, one.notifyResponsible, one.recurrence])).toEqual([
    ['MAIL', 'ACTIVE', true, 0],
    ['SMS', 'INACTIVE', true, 0],
    ['VOICE', 'INACTIVE', true, 0],
    ['WHATSAPP', 'INACTIVE', true, 0],
  ])
})

test('channels that say nothing are not sent; one that is not named is off', () => {
  expect(saidOf(usualActions()).map(one => one.type)).toEqual(['MAIL'])
  expect(saidOf(everyChannel([]))).toEqual([])
  const [, sms] = usualActions()
  const known = everyChannel([{ ...sms!, status: 'ACTIVE' }])
  expect(known.map(one => one.status)).toEqual(['INACTIVE', 'ACTIVE', 'INACTIVE', 'INACTIVE'])
  expect(saidOf(known).map(one => one.type)).toEqual(['SMS'])
  expect(channelAt(known, 0)).toBe(1)
})

test('a channel that is on and reaches nobody is mute', () => {
  expect(mute(usualActions())).toEqual([])
  expect(mute(withMail({ notifyResponsible: false }))).toEqual(['MAIL'])
  const properties = { usersList: [], contactsList: ['a@b.pt'], subject: '', body: '' }
  expect(mute(withMail({ notifyResponsible: false, properties }))).toEqual([])
  expect(contactCount(withMail({ properties }))).toBe(1)
})
