import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { droppedRecipientWords, recipientWarnings } from './recipientWarnings.ts'

const t = await translator('en-US')
const saved = { emailUsers: 0, smsUsers: 2, voiceUsers: 2, whatsappUsers: 0 }

test('who does not hear of it is named; what was named twice counts once', () => {
  expect(
    droppedRecipientWords({ type: 'SMS', named: 4, names: ['Rita', '+351000'], twice: ['00351912345678'] }, saved, t),
  ).toEqual([
    'SMS: 2 of 4 recipients accepted. Check the phone numbers.',
    'SMS: Not reachable by this channel: Rita and +351000.',
    'SMS: Listed twice, notified once: 00351912345678.',
  ])
  expect(droppedRecipientWords({ type: 'VOICE', named: 2, names: [], twice: ['+351912345678'] }, saved, t)).toEqual([
    'Voice call: Listed twice, notified once: +351912345678.',
  ])
})

test('whoever reads that not all hear of it reads first that it is saved', () => {
  const unheard = [{ type: 'SMS' as const, named: 3, names: ['Rita'], twice: [] }]
  expect(recipientWarnings({ ...saved, unheard }, 'event.isSaved', t)).toEqual([
    'The event is saved.',
    'SMS: 2 of 3 recipients accepted. Check the phone numbers.',
    'SMS: Not reachable by this channel: Rita.',
  ])
  expect(recipientWarnings({ ...saved, unheard: [] }, 'event.isSaved', t)).toEqual([])
})
