import type { Channel, Notification } from '@steading/contract/outbox'
import { expect, test } from 'vitest'
import { statesOf, toldOf } from './told.ts'

let id = 100
const sent = (recipient: string, channel: Channel = 'MAIL', state: Notification['state'] = 'SENT') => ({
  id: String(id--),
  channel,
  recipient,
  subject: '',
  text: '',
  state,
  attempts: 1,
  lastError: null,
  drillId: null,
  eventId: '7',
  createdUtc: '2026-05-04T03:04:00.000Z',
  sentUtc: null,
  withheldFor: null,
  repeated: false,
  digestId: null,
  acknowledgedUtc: null,
})

test('a person once, a channel once, with the newest message and how many', () => {
  const all = [sent('rita', 'MAIL', 'FAILED'), sent('joao'), sent('rita'), sent('rita', 'VOICE'), sent('rita')]
  const people = toldOf(all)
  expect(
    people.map(({ recipient, sent: by }) => [recipient, [...by].map(([channel, one]) => [channel, one.count, one.last.id])]),
  ).toEqual([
    [
      'rita',
      [
        ['MAIL', 3, all[0]!.id],
        ['VOICE', 1, all[3]!.id],
      ],
    ],
    ['joao', [['MAIL', 1, all[1]!.id]]],
  ])
  expect(Object.fromEntries(statesOf(all))).toEqual({ FAILED: 1, SENT: 4 })
  expect(toldOf([])).toEqual([])
})
