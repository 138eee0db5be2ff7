import { describe, expect, test } from 'vitest'
import {
  clock,
  farm,
  isOut,
  keeper,
  open,
  provider,
  settled,
  sink,
  tell,
  whileSending,
  withChannels,
} from '../../../test/channels.ts'
import { anOccurrence, by, responsible, rowsOf } from '../../../test/outbox.ts'
import { aProvider } from '../../../test/provider.ts'
import { aSink } from '../../../test/smtp.ts'
import type { Alarm } from '../messages/templates/alarm.ts'

withChannels()

test('sends only CRITICAL messages beyond the budget and notifies at 80 and 100 %', async () => {
  const settings = { NOTIFY_BUDGET: '5', NOTIFY_RESERVE: '2', SMS_PROVIDER: provider.twilio, SMTP_URL: sink.url }
  await open(settings)
  const { id, email } = await keeper()
  const boss = await farm.person('Aves')
  await responsible(farm, 'Aves', boss)
  const one = async (severity: Alarm['severity'], place = 'House 1', extra: object = { usersList: [id] }) => {
    clock.advance(61_000)
    const alarm = { ...(await anOccurrence(farm, place, severity)), actions: by(['SMS'], extra) }
    await tell(farm, alarm)
    return settled(farm, [alarm], row => row.state !== 'QUEUED')
  }
  for (let n = 0; n < 4; n++) expect((await one('MAJOR'))[0]!.state).toBe('SENT')
  const mails = (to: string) => sink.received.filter(mail => mail.to.includes(to)).map(({ mail }) => mail.subject)
  await whileSending(
    () => mails(boss),
    found => found.length === 1,
  )
  expect((await one('MAJOR'))[0]!.state).toBe('SENT')
  expect((await one('MAJOR'))[0]).toMatchObject({ state: 'WITHHELD', suppression_reason: 'BUDGET', attempts: 0 })
  expect((await one('CRITICAL'))[0]!.state).toBe('SENT')
  expect((await one('CRITICAL'))[0]!.state).toBe('SENT')
  const beyond = await one('CRITICAL')
  expect(beyond.map(row => [row.channel, row.state])).toEqual([
    ['SMS', 'WITHHELD'],
    ['MAIL', 'SENT'],
  ])
  expect(mails(email)).toHaveLength(1)
  await whileSending(
    () => mails(boss),
    found => found.length === 2,
  )
  expect(mails(boss)).toEqual(['Daily message limit almost reached: Aves', 'Daily message limit reached: Aves'])
  // Another enterprise has its own, and so has the next day.
  expect((await one('LOW', 'Room 1', { contactsList: ['+34612345678'] }))[0]!.state).toBe('SENT')
  clock.advance(24 * 3_600_000)
  expect((await one('LOW'))[0]!.state).toBe('SENT')
  expect(provider.took).toHaveLength(9)
})

test('charges each part of a text message', async () => {
  await open({ NOTIFY_BUDGET: '3', NOTIFY_RESERVE: '0', SMS_PROVIDER: provider.webhook })
  await keeper()
  const states: string[] = []
  for (let n = 0; n < 3; n++) {
    clock.advance(61_000)
    const [action] = by(['SMS'])
    const actions = [{ ...action!, properties: { ...action!.properties, body: 'x '.repeat(100) } }]
    const alarm = { ...(await anOccurrence(farm, 'House 1', 'MAJOR')), actions }
    await tell(farm, alarm)
    states.push((await settled(farm, [alarm], row => row.state !== 'QUEUED'))[0]!.state)
  }
  // Two parts each: the second begins within the budget.
  expect(states).toEqual(['SENT', 'SENT', 'WITHHELD'])
})

test('suppresses a digest beyond the budget, CRITICAL ones go by e-mail', async () => {
  await open({ NOTIFY_BUDGET: '4', NOTIFY_RESERVE: '0', SMS_PROVIDER: provider.twilio, SMTP_URL: sink.url })
  await keeper()
  const all: Alarm[] = []
  for (let n = 0; n < 9; n++) {
    all.push({ ...(await anOccurrence(farm, 'House 1', n < 7 ? 'MAJOR' : 'CRITICAL')), actions: by(['SMS']) })
    await tell(farm, all[n]!)
  }
  await settled(farm, all.slice(0, 4), isOut)
  clock.advance(5000)
  const isDecided = ({ state }: { state: string }) => state !== 'QUEUED'
  const grave = await settled(farm, all.slice(7), isDecided)
  const sms = ['SMS', 'WITHHELD']
  const mail = ['MAIL', 'SENT']
  expect(grave.map(row => [row.channel, row.state])).toEqual([sms, mail, sms, mail])
  clock.advance(55_000)
  const rest = await settled(farm, all.slice(4, 7), isDecided)
  expect(rest.map(row => [row.channel, row.state, row.suppression_reason])).toEqual([
    ['SMS', 'WITHHELD', 'BUDGET'],
    ['SMS', 'WITHHELD', 'BUDGET'],
    ['SMS', 'WITHHELD', 'BUDGET'],
  ])
})

test('sends a CRITICAL message beyond the reserve if no other channel reaches a recipient', async () => {
  await open({ SMS_PROVIDER: provider.webhook, NOTIFY_BUDGET: '1', NOTIFY_RESERVE: '1' })
  await keeper()
  const alarms: Alarm[] = []
  for (let n = 0; n < 4; n++) {
    alarms.push({ ...(await anOccurrence(farm, 'House 1', n === 3 ? 'MAJOR' : 'CRITICAL')), actions: by(['SMS']) })
    await tell(farm, alarms[n]!)
    await settled(farm, [alarms[n]!], row => row.state !== 'QUEUED')
  }
  const states = await Promise.all(alarms.map(async alarm => (await rowsOf(farm, alarm.eventId)).map(row => row.state)))
  expect(states).toEqual([['SENT'], ['SENT'], ['SENT'], ['WITHHELD']])
})

test('notifies the people in charge instead of a contact beyond the reserve', async () => {
  await open({ SMTP_URL: sink.url, SMS_PROVIDER: provider.webhook, NOTIFY_BUDGET: '0', NOTIFY_RESERVE: '0' })
  const { email } = await keeper()
  const alarm = {
    ...(await anOccurrence(farm, 'House 1', 'CRITICAL')),
    actions: by(['SMS'], { contactsList: ['+351912345670'] }),
  }
  await tell(farm, alarm)
  await settled(farm, [alarm], row => row.state !== 'QUEUED')
  expect((await rowsOf(farm, alarm.eventId)).map(row => [row.channel, row.recipient, row.state])).toEqual([
    ['SMS', '+351912345670', 'WITHHELD'],
    ['MAIL', email, 'SENT'],
  ])
})

test('sends beyond the reserve after all if the channel without cost fails', async () => {
  const probe = await aSink()
  await probe.close()
  await open({ SMTP_URL: probe.url, SMS_PROVIDER: provider.webhook, NOTIFY_BUDGET: '0', NOTIFY_RESERVE: '0' })
  await keeper()
  const alarm = async () => {
    const alarm = { ...(await anOccurrence(farm, 'House 1', 'CRITICAL')), actions: by(['SMS']) }
    await tell(farm, alarm)
    return alarm
  }
  const first = await alarm()
  await whileSending(
    () => rowsOf(farm, first.eventId),
    rows => rows.some(row => row.channel === 'MAIL' && row.failed_since !== null),
  )
  clock.advance(91_000)
  await settled(farm, [first], row => row.channel === 'MAIL' || row.state === 'SENT')
  // It is known to be down.
  const second = await settled(farm, [await alarm()], isOut)
  expect(second.map(row => row.channel)).toEqual(['SMS'])
})

describe('beyond the reserve, during an outage of e-mail', () => {
  const beyond = async (settings: Record<string, string>) => {
    const dead = await aSink()
    await dead.close()
    await open({ NOTIFY_RESERVE: '0', SMTP_URL: dead.url, SMS_PROVIDER: provider.twilio, ...settings })
    await keeper()
  }
  const alarm = async () => {
    const alarm = { ...(await anOccurrence(farm, 'House 1', 'CRITICAL')), actions: by(['SMS']) }
    await tell(farm, alarm)
    return alarm
  }
  const mailFailed = (alarm: Alarm) =>
    whileSending(
      () => rowsOf(farm, alarm.eventId),
      rows => rows.some(row => row.channel === 'MAIL' && row.failed_since !== null),
    )

  test('the alarms of a digest go over their own channel after all', async () => {
    await beyond({ NOTIFY_BUDGET: '4' })
    const all: Alarm[] = []
    for (let n = 0; n < 7; n++) all.push(await alarm())
    await whileSending(
      () => provider.took.length,
      count => count === 4,
    )
    clock.advance(5000)
    farm.app.services.outbox.wake()
    for (const alarm of all.slice(4)) await mailFailed(alarm)
    clock.advance(91_000)
    await settled(farm, all, row => row.channel === 'MAIL' || row.state === 'SENT')
    expect(provider.took).toHaveLength(7)
  })

  test('a failure of the own channel leads to the next one', { tags: ['nightly'] }, async () => {
    const calls = await aProvider()
    await beyond({ NOTIFY_BUDGET: '0', VOICE_PROVIDER: calls.twilio })
    provider.behave({ kind: 'answer', status: 503 })
    const message = await alarm()
    await mailFailed(message)
    clock.advance(91_000)
    await settled(farm, [message], row => row.channel !== 'SMS' || row.failed_since !== null)
    clock.advance(91_000)
    const came = await whileSending(
      () => calls.took.length,
      count => count > 0,
    )
    expect(came).toBe(1)
    await farm.close()
    await calls.close()
    await open()
  })
})
