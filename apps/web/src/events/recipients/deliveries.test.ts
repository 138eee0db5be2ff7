import type { Channel, Notification } from '@steading/contract/events/outbox'
import { expect, test } from 'vitest'
import { countStates, groupByRecipient } from './deliveries.ts'

let id = 100
const sent = (
  recipient: string,
  channel: Channel = 'MAIL',
  state: Notification['state'] = 'SENT',
  person: Notification['person'] = null,
) => ({
  id: String(id--),
  channel,
  recipient,
  person,
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
  waits: null,
  repeated: false,
  digestId: null,
  acknowledgedUtc: null,
})

test('a person once, a channel once, with the newest message and how many', () => {
  const all = [sent('rita', 'MAIL', 'FAILED'), sent('joao'), sent('rita'), sent('rita', 'VOICE'), sent('rita')]
  const people = groupByRecipient(all)
  expect(
    people.map(({ name, sent: by }) => [name, [...by].map(([channel, delivery]) => [channel, delivery.count, delivery.last.id])]),
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
  expect(Object.fromEntries(countStates(all))).toEqual({ FAILED: 1, SENT: 4 })
  expect(groupByRecipient([])).toEqual([])
})

test('one person is one row, whatever reached them; whoever has no account is called by where they were told', () => {
  const rita = { userId: '3', shortName: 'Rita Alves' }
  const all = [
    sent('rita@farm.example', 'MAIL', 'SENT', rita),
    sent('vet@clinic.example'),
    sent('+351912345678', 'SMS', 'SENT', rita),
    sent('+351912345678', 'SMS'),
  ]
  expect(groupByRecipient(all).map(({ name, sent: by }) => [name, [...by.keys()]])).toEqual([
    ['Rita Alves', ['MAIL', 'SMS']],
    ['vet@clinic.example', ['MAIL']],
    ['+351912345678', ['SMS']],
  ])
})
