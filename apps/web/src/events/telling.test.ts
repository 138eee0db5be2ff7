import type { SavedEvent } from '@steading/contract/events'
import { expect, test } from 'vitest'
import { usualActions } from '../outbox/index.ts'
import { differencesIn } from './telling.ts'

const saved = (of: Partial<SavedEvent>) => ({ emailUsers: 0, smsUsers: 0, voiceUsers: 0, whatsappUsers: 0, ...of }) as SavedEvent // safe: only these are read
const told = (status: 'ACTIVE' | 'INACTIVE', notifyResponsible: boolean) =>
  usualActions().map(one => ({
    ...one,
    status,
    notifyResponsible,
    properties: { ...one.properties, usersList: ['1', '2'], contactsList: ['+351910000000'] },
  }))

test('channels of the phone that reach another number of people than were named', () => {
  const all = told('ACTIVE', true)
  expect(differencesIn(all, saved({ smsUsers: 4, voiceUsers: 3, whatsappUsers: 4 }), ['2', '3'])).toEqual([
    { channel: 'VOICE', sent: 4, accepted: 3 },
  ])
  expect(differencesIn(told('ACTIVE', false), saved({ smsUsers: 3, voiceUsers: 3, whatsappUsers: 3 }), ['2', '3'])).toEqual([])
  expect(differencesIn(told('INACTIVE', true), saved({}), [])).toEqual([])
})
