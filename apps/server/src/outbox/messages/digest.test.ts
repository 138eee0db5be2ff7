import { expect, test } from 'vitest'
import { clock, farm, isOut, keeper, open, provider, settled, sink, tell, withChannels } from '../../../test/channels.ts'
import { data } from '../../../test/farm.ts'
import { anOccurrence, by, rowsOf } from '../../../test/outbox.ts'
import { alarmLink } from './linkTokens.ts'
import type { Acknowledged } from '../outbox.types.ts'
import type { Alarm } from '../messages/templates/alarm.ts'

withChannels()

test('forms a digest from the fifth event in a minute on', async () => {
  await open({ SMTP_URL: sink.url })
  const { id } = await keeper({ language: 'de-DE' })
  const all: Alarm[] = []
  for (let n = 0; n < 14; n++) {
    const alarm = await anOccurrence(farm, n % 2 ? 'House 1' : 'House 2', n >= 10 ? 'CRITICAL' : 'MAJOR', { title: `Alarm ${n}` })
    all.push({ ...alarm, actions: by(['MAIL'], { usersList: [id] }) })
    await tell(farm, all[n]!)
  }
  await settled(farm, all.slice(0, 4), isOut)
  expect(sink.received).toHaveLength(4)
  clock.advance(5000)
  const critical = await settled(farm, all.slice(10), isOut)
  expect(sink.received).toHaveLength(5)
  expect(sink.received[4]!.mail.subject).toBe('4 Alarme, davon 4 kritisch: House 2, House 1')
  expect(sink.received[4]!.mail.text).toContain('Kritisch: Alarm 13, House 1. Zeit: 11:00.')
  expect(sink.received[4]!.mail.text).toMatch(/Uhrzeiten in \(GMT\+\d\d:00\) /)
  expect(new Set(critical.map(row => row.digest_id)).size).toBe(1)
  // Each is answered by a link of its own, without signing in.
  const mailed = sink.received[4]!.mail
  const links = critical.map(row => alarmLink(farm.world.config, farm.world.secrets, row.id))
  for (const [at, link] of links.entries()) {
    expect(mailed.text).toContain(`Alarm ${at + 10}, House ${at % 2 ? 1 : 2}: ${link}`)
    expect(mailed.html).toContain(`href="${link}"`)
  }
  expect(mailed.text!.indexOf(links[0]!)).toBeLessThan(mailed.text!.indexOf('https://farm.example/events\n'))
  expect((await rowsOf(farm, all[5]!.eventId))[0]!.state).toBe('QUEUED')
  clock.advance(55_000)
  await settled(farm, all, isOut)
  expect(sink.received).toHaveLength(6)
  const reader = await farm.as('House 1', ['events.read', 'users.read'])
  const [row] = await rowsOf(farm, all[7]!.eventId)
  expect(data(await reader.outbox.details({ params: { id: row!.id } }))).toMatchObject({
    digestId: row!.digest_id,
    state: 'SENT',
    tries: [{ outcome: 'SENT' }],
  })
  // A minute later all is as ever.
  clock.advance(61_000)
  const later = { ...(await anOccurrence(farm, 'House 1')), actions: by(['MAIL'], { usersList: [id] }) }
  await tell(farm, later)
  await settled(farm, [later], isOut)
  expect((await rowsOf(farm, later.eventId))[0]!.digest_id).toBe(null)
})

test('an e-mail to a contact has no link that needs an account', async () => {
  await open({ SMTP_URL: sink.url })
  const all: Alarm[] = []
  for (let n = 0; n < 6; n++) {
    // Who wrote it down may have copied the address.
    const written = { description: 'See https://farm.example/events', notes: '', by: 'Rita' }
    const one = { ...(await anOccurrence(farm, 'House 1', 'CRITICAL', { title: `Alarm ${n}` })), written }
    all.push({ ...one, actions: by(['MAIL'], { contactsList: ['vet@farm.example'] }) })
    await tell(farm, all[n]!)
  }
  await settled(farm, all.slice(0, 4), isOut)
  clock.advance(5000)
  const rows = await settled(farm, all, isOut)
  const mails = sink.received.filter(({ to }) => to.includes('vet@farm.example')).map(({ mail }) => mail)
  expect(mails).toHaveLength(5)
  const links = rows.map(row => alarmLink(farm.world.config, farm.world.secrets, row.id))
  for (const [at, mail] of mails.entries()) {
    const own = at < 4 ? [links.find(link => mail.text!.includes(link))!] : links.slice(4)
    for (const link of own) {
      expect(mail.text).toContain(link)
      expect(mail.html).toContain(`href="${link}"`)
    }
    expect((mail.html as string).match(/href=/g)).toHaveLength(own.length)
    expect(mail.text!.match(/https:\S+/g)!.filter(one => !own.includes(one))).toEqual(
      at < 4 ? ['https://farm.example/events'] : [],
    )
    expect(mail.text).not.toContain('\n\n\n')
  }
})

test('a digest by SMS is short, by call names the most severe alarms', async () => {
  await open({ SMS_PROVIDER: provider.twilio, VOICE_PROVIDER: provider.webhook })
  const acknowledgements: Acknowledged[] = []
  farm.app.services.outbox.onAcknowledged(acknowledged => void acknowledgements.push(acknowledged))
  const { id } = await keeper()
  const all: Alarm[] = []
  for (let n = 0; n < 9; n++) {
    all.push({
      ...(await anOccurrence(farm, 'House 1', 'CRITICAL', { title: `Far too hot ${n}` })),
      actions: by(['SMS', 'VOICE']),
    })
    await tell(farm, all[n]!)
  }
  await settled(farm, all.slice(0, 4), isOut)
  clock.advance(5000)
  await settled(farm, all, isOut)
  const sms = provider.took.find(took => took.fields.Body?.startsWith('5 alarms, 5 critical: House 1.'))
  expect(sms!.fields.Body!.length).toBeLessThanOrEqual(300)
  // It opens all of them, without signing in.
  const link = /https:\/\/farm\.example\/a\/(\S+)$/.exec(sms!.fields.Body!)![1]!
  const { opened } = data(await farm.api().events.followLink({ body: { token: link } }))
  if (!('alarms' in opened)) throw new Error('it tells of one')
  expect(opened.alarms.map(alarm => alarm.eventId).toSorted((a, b) => Number(a) - Number(b))).toEqual(
    all.slice(4).map(alarm => alarm.eventId),
  )
  const call = provider.took.find(took => took.fields.channel === 'VOICE' && took.fields.text!.startsWith('5 alarms'))!
  expect(call.fields.text).toMatch(
    /^5 alarms from your farms\. Critical: 5\. Critical: Far too hot 4, House 1\..*And 2 more\. To acknowledge/,
  )
  await fetch(`${farm.url}${new URL(call.fields.link!).pathname}`, {
    method: 'POST',
    body: new URLSearchParams({ Digits: '1' }),
  })
  expect(acknowledgements.map(acknowledged => Number(acknowledged.eventId)).toSorted((a, b) => a - b)).toEqual(
    all.slice(4, 7).map(alarm => Number(alarm.eventId)),
  )
  expect(acknowledgements[0]!.userId).toBe(id)
})
