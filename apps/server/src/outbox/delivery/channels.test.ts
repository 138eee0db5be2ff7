import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { chosen, clock, farm, isOut, keeper, open, provider, settled, sink, tell, withChannels } from '../../../test/channels.ts'
import { data } from '../../../test/farm.ts'
import { anOccurrence, by, responsible, rowsOf } from '../../../test/outbox.ts'
import { alarmLink } from '../messages/linkTokens.ts'
import { inGsm } from '../messages/gsmAlphabet.ts'
import type { Alarm } from '../messages/templates/alarm.ts'

withChannels()

/** The link that a message is given as it leaves, in the place of the one that is kept. */
const linkOf = (id: string) => alarmLink(farm.world.config, farm.world.secrets, id)
const answered = ({ id, text, event_id: event }: { id: string; text: string; event_id: string | null }) =>
  text.replace(`https://farm.example/events/${event}/details`, linkOf(id))

/** The channel of each message that reaches somebody. */
const reachedOn = (messages: Awaited<ReturnType<typeof tell>>) =>
  messages
    .filter(({ isReached }) => isReached)
    .map(({ channel }) => channel)
    .toSorted()

describe('a message on every channel', () => {
  test('by Twilio reaches each recipient in their language', async () => {
    await open({ SMS_PROVIDER: provider.twilio, VOICE_PROVIDER: provider.twilio, WHATSAPP_PROVIDER: provider.twilio })
    await keeper({ language: 'pt-PT' })
    await responsible(farm, 'House 1', await farm.person('Paul'))
    await responsible(farm, 'House 1', await farm.person('Paul'), { phone: '912345678' })
    await responsible(farm, 'House 1', await farm.person('Paul'), {
      phone: '+34612345678',
      ...chosen({ channels: { MAIL: true, SMS: false, VOICE: true, WHATSAPP: false } }),
    })
    const alarm = { ...(await anOccurrence(farm, 'House 1')), actions: by(['SMS', 'VOICE', 'WHATSAPP']) }
    expect(reachedOn(await tell(farm, alarm))).toEqual(['SMS', 'VOICE', 'VOICE', 'WHATSAPP'])
    const rows = await settled(farm, [alarm], isOut)
    expect(rows.map(row => [row.channel, row.recipient])).toEqual([
      ['SMS', '+351912345678'],
      ['VOICE', '+351912345678'],
      ['VOICE', '+34612345678'],
      ['WHATSAPP', '+351912345678'],
    ])
    const took = (to: string, call: string) =>
      provider.took.find(one => one.fields.To === to && one.path === `/2010-04-01/Accounts/AC123/${call}.json`)!
    const sms = took('+351912345678', 'Messages')
    expect(sms.authorization).toBe(`Basic ${Buffer.from('AC123:secret-token').toString('base64')}`)
    expect(sms.fields).toMatchObject({ From: '+351210000000', Body: expect.stringContaining('Demasiado calor') as string })
    expect(sms.fields.Body).toContain(linkOf(rows[0]!.id))
    expect(took('whatsapp:+351912345678', 'Messages').fields.From).toBe('whatsapp:+351210000000')
    expect(took('+351912345678', 'Calls').fields.Twiml).toMatch(
      /^<Response><Gather numDigits="1" timeout="8" method="POST" action="https:\/\/farm.example\/services\/notifications\/voice\/[\w-]{43}"><Say language="pt-PT">Alarme\. House 1: .*prima 1\. .*prima 2\.<\/Say><\/Gather>/,
    )
  })

  test('by webhook is JSON with a key, and stays pending without a provider', async () => {
    await open({ SMS_PROVIDER: provider.webhook })
    const actions = by(['SMS', 'WHATSAPP'], { contactsList: ['+351 (912) 345-678', '00351912345678', '912345678'] })
    const alarm = { ...(await anOccurrence(farm, 'House 1')), actions }
    expect(reachedOn(await tell(farm, alarm))).toEqual(['SMS'])
    const rows = await settled(farm, [alarm], row => row.channel === 'WHATSAPP' || isOut(row))
    expect(rows.map(row => [row.channel, row.recipient, row.state])).toEqual([
      ['SMS', '+351912345678', 'SENT'],
      ['WHATSAPP', '+351912345678', 'KEPT'],
    ])
    const [took] = provider.took
    expect(took!.fields).toEqual({
      channel: 'SMS',
      to: '+351912345678',
      language: 'en-US',
      text: inGsm(answered(rows[0]!)),
      key: took!.key,
    })
    expect(took!.key).toMatch(/^[\da-f]{40}$/)
    expect(took!.authorization).toBe(`Basic ${Buffer.from('gate:secret-word').toString('base64')}`)
  })

  test('lists its attempts, and shows numbers only with users.read', { tags: ['nightly'] }, async () => {
    await open({ SMS_PROVIDER: provider.twilio })
    provider.behave({ kind: 'answer', status: 400, body: '{"message":"secret-token of +351912345678 is off"}' })
    const { id } = await keeper()
    const alarm = { ...(await anOccurrence(farm, 'House 1')), actions: by(['SMS'], { usersList: [id] }) }
    const ticket = { ...(await anOccurrence(farm, 'House 1', 'LOW', { category: 'HELPDESK_SYSTEM' })), actions: alarm.actions }
    await tell(farm, alarm)
    await tell(farm, ticket)
    const [row] = await settled(farm, [alarm, ticket], one => one.attempts === 1 && one.claimed_by === null)
    provider.behave({ kind: 'take' })
    clock.advance(2000)
    await settled(farm, [alarm, ticket], isOut)
    const reader = await farm.as('House 1', ['events.read', 'users.read'])
    const ask = { params: { id: row!.id } }
    expect(data(await reader.outbox.details(ask))).toMatchObject({
      state: 'SENT',
      repeated: false,
      recipient: '+351912345678',
      attempts: 2,
      tries: [
        { outcome: 'REFUSED', detail: '400 … of +351912345678 is off' },
        { outcome: 'SENT', detail: expect.stringMatching(/^SM/) as string },
      ],
    })
    const shy = await farm.as('House 1', ['events.read'])
    expect(data(await shy.outbox.details(ask))).toMatchObject({
      recipient: '+35…78',
      tries: [{ outcome: 'REFUSED', detail: '…' }, { outcome: 'SENT' }],
    })
    const beside = await farm.as('Azinheira', ['events.read', 'users.read'])
    await expect(beside.outbox.details(ask)).rejects.toMatchObject({ failure: { code: 'NOT_FOUND' } })
    const [hidden] = await rowsOf(farm, ticket.eventId)
    const about = { params: { id: hidden!.id } }
    await expect(reader.outbox.details(about)).rejects.toMatchObject({ failure: { code: 'NOT_FOUND' } })
    const listed = async (api: typeof reader) => data(await api.outbox.search({ query: {} })).content.map(one => one.eventId)
    expect(await listed(reader)).toEqual([alarm.eventId])
    const desk = await farm.as('House 1', ['events.read', 'helpdesk.read'])
    expect(data(await desk.outbox.details(about)).eventId).toBe(ticket.eventId)
    expect(await listed(desk)).toHaveLength(2)
  })
})

describe('an alarm that its channels cannot deliver', () => {
  const messagesOf = async (alarm: Alarm) => {
    await tell(farm, alarm)
    return (await rowsOf(farm, alarm.eventId)).map(row => [row.channel, row.recipient, row.suppression_reason ?? row.state])
  }
  const foretold = async (alarm: Alarm) => {
    const all = await farm.world.db.work(farm.system, work => farm.app.services.outbox.preview(work, { kind: 'EVENT', ...alarm }))
    return all.map(({ channel, to }) => [channel, to.address])
  }

  test('goes over the next channel at once', async () => {
    await open({ SMTP_URL: sink.url, VOICE_PROVIDER: provider.twilio, NOTIFY_COUNTRIES: '351' })
    const { id, email } = await keeper()
    const abroad = await keeper({ phone: '+34612345678' })
    const actions = by(['SMS', 'VOICE'], { usersList: [id, abroad.id] })
    const alarm = { ...(await anOccurrence(farm, 'House 1')), actions }
    expect(await foretold(alarm)).toEqual([
      ['VOICE', '+351912345678'],
      ['MAIL', email],
      ['MAIL', abroad.email],
    ])
    expect(await messagesOf(alarm)).toEqual([
      ['SMS', '+351912345678', 'KEPT'],
      ['SMS', '+34612345678', 'COUNTRY'],
      ['VOICE', '+351912345678', 'QUEUED'],
      ['VOICE', '+34612345678', 'COUNTRY'],
      ['MAIL', email, 'QUEUED'],
      ['MAIL', abroad.email, 'QUEUED'],
    ])
  })

  test.each([
    ['it has no recipient', () => []],
    ['its contact has a closed channel', () => by(['WHATSAPP'], { contactsList: ['+351912345670'] })],
  ])('notifies the people in charge on every channel if CRITICAL and %s', async (_, actions) => {
    await open({ SMTP_URL: sink.url, SMS_PROVIDER: provider.webhook })
    const { email } = await keeper()
    const mine = (rows: unknown[][]) => rows.filter(([, , state]) => state !== 'KEPT')
    const critical = { ...(await anOccurrence(farm, 'House 1', 'CRITICAL')), actions: actions() }
    expect(await foretold(critical)).toEqual([
      ['MAIL', email],
      ['SMS', '+351912345678'],
    ])
    expect(mine(await messagesOf(critical))).toEqual([
      ['MAIL', email, 'QUEUED'],
      ['SMS', '+351912345678', 'QUEUED'],
    ])
    const major = { ...(await anOccurrence(farm, 'House 1', 'MAJOR')), actions: actions() }
    expect(await foretold(major)).toEqual([])
    expect(mine(await messagesOf(major))).toEqual([])
  })

  test('goes over the next channel within the preferences, also when escalated', async () => {
    await open({ SMTP_URL: sink.url, SMS_PROVIDER: provider.webhook })
    const near = await keeper()
    const mute = await keeper({ phone: null })
    const choosy = await keeper({ notifications: CHOICE })
    const above = await farm.person('Grupo')
    await responsible(farm, 'Grupo', above)
    const alarm = { ...(await anOccurrence(farm, 'House 1', 'MAJOR')), actions: by(['SMS']) }
    expect(await messagesOf(alarm)).toEqual([
      ['SMS', '+351912345678', 'QUEUED'],
      ['MAIL', mute.email, 'QUEUED'],
      ['MAIL', choosy.email, 'QUEUED'],
    ])
    await tell(farm, { ...alarm, key: `${alarm.key}:up`, escalation: 1 })
    expect((await rowsOf(farm, alarm.eventId)).map(row => row.recipient)).toContain(above)
    expect(near.email).not.toBe(mute.email)
    // The shortest time between two is for them, too.
    const seldom = by(['SMS']).map(one => ({ ...one, recurrence: 1800 }))
    const repeated = { ...(await anOccurrence(farm, 'House 1', 'MAJOR')), actions: seldom }
    for (const n of [1, 2, 3]) {
      await tell(farm, { ...repeated, n, key: `${repeated.key}:${n}`, at: new Date(clock.now()) })
      clock.advance(n === 2 ? 1_800_000 : 300_000)
    }
    const recipients = (await rowsOf(farm, repeated.eventId)).map(row => row.recipient)
    expect([recipients.filter(one => one === mute.email).length, recipients.length]).toEqual([2, 6])
    // Whom a further channel of the rule reaches hears once.
    const both = { ...(await anOccurrence(farm, 'House 1', 'MAJOR')), actions: by(['MAIL', 'SMS'], { usersList: [mute.id] }) }
    expect(await messagesOf(both)).toEqual([['MAIL', mute.email, 'QUEUED']])
  })
  const CHOICE = JSON.stringify({ channels: { MAIL: true, SMS: false, VOICE: false, WHATSAPP: false }, from: 'LOW' })

  test('reaches both users who share a number', async () => {
    await open({ SMTP_URL: sink.url, VOICE_PROVIDER: provider.twilio })
    const one = await keeper()
    const other = await keeper()
    const rows = await messagesOf({ ...(await anOccurrence(farm, 'House 1', 'CRITICAL')), actions: by(['SMS']) })
    const mailed = new Set(rows.filter(([channel]) => channel === 'MAIL').map(([, to]) => to))
    expect(mailed).toEqual(new Set([one.email, other.email]))
  })

  test('does not reach recipients whom its rule throttles', { tags: ['nightly'] }, async () => {
    await open({ SMTP_URL: sink.url })
    await keeper()
    const actions = by(['MAIL'], { contactsList: ['vet@farm.example'] }).map(one => ({ ...one, recurrence: 600 }))
    const alarm = { ...(await anOccurrence(farm, 'House 1', 'CRITICAL')), actions }
    expect(await messagesOf(alarm)).toEqual([['MAIL', 'vet@farm.example', 'QUEUED']])
    expect(await messagesOf({ ...alarm, key: 'second' })).toHaveLength(1)
  })

  test('throttles responsible users who were notified as a fallback', { tags: ['nightly'] }, async () => {
    await open({ SMTP_URL: sink.url })
    const boss = await keeper()
    const named = await farm.person('Paul')
    await farm.world.owner.query(`update users set phone = '+351912345679' where email = $1`, [named])
    const { rows } = await farm.world.owner.query<{ id: string }>('select id::text from users where email = $1', [named])
    const actions = by(['SMS'], { usersList: [rows[0]!.id] }).map(one => ({ ...one, recurrence: 3600 }))
    const alarm = { ...(await anOccurrence(farm, 'House 1', 'CRITICAL')), actions }
    for (let n = 0; n < 3; n++) {
      await tell(farm, { ...alarm, key: `${alarm.key}:${n}`, at: new Date(clock.now()) })
      clock.advance(60_000)
    }
    const mails = (await rowsOf(farm, alarm.eventId)).filter(row => row.channel === 'MAIL')
    expect(mails.map(row => row.recipient)).not.toContain(boss.email)
    expect(mails.map(row => row.recipient)).toContain(named)
  })

  test('writes to a contact in the language of the people in charge', { tags: ['nightly'] }, async () => {
    await open({ SMTP_URL: sink.url })
    await keeper({ language: 'pt-PT' })
    const alarm = { ...(await anOccurrence(farm, 'House 1')), actions: by(['MAIL'], { contactsList: ['vet@farm.example'] }) }
    await tell(farm, alarm)
    expect((await rowsOf(farm, alarm.eventId)).map(row => row.language)).toEqual(['pt-PT'])
  })
})

describe('a message that a provider accepted and did not deliver', () => {
  const report = (id: string, fields: Record<string, string>, secret = 'secret-token') => {
    const url = `https://farm.example/services/notifications/reports/${id}`
    const parts = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))
    const signature = createHmac('sha1', secret)
      .update(url + parts.flat().join(''))
      .digest('base64')
    return fetch(`${farm.url}${new URL(url).pathname}`, {
      method: 'POST',
      headers: { 'x-twilio-signature': signature },
      body: new URLSearchParams(fields),
    })
  }
  const states = async (alarm: Alarm) => (await rowsOf(farm, alarm.eventId)).map(row => [row.channel, row.state, row.last_error])

  test('goes over the next channel once, on a signed callback only', async () => {
    await open({ VOICE_PROVIDER: provider.twilio, SMS_PROVIDER: provider.twilio, SMTP_URL: sink.url })
    await keeper()
    const alarm = { ...(await anOccurrence(farm, 'House 1', 'CRITICAL')), actions: by(['VOICE']) }
    await tell(farm, alarm)
    const [call] = await settled(farm, [alarm], isOut)
    expect(provider.took[0]!.fields.StatusCallback).toBe(`https://farm.example/services/notifications/reports/${call!.id}`)
    expect((await report(call!.id, { CallStatus: 'no-answer' }, 'another')).status).toBe(404)
    expect((await report('999', { CallStatus: 'no-answer' })).status).toBe(404)
    const unsigned = farm.api().outbox.reported({ params: { id: call!.id }, body: { CallStatus: 'no-answer' } })
    await expect(unsigned).rejects.toMatchObject({ failure: { code: 'NOT_FOUND' } })
    expect((await report(call!.id, { CallStatus: 'completed' })).status).toBe(200)
    expect(await states(alarm)).toEqual([['VOICE', 'SENT', null]])
    for (let again = 0; again < 2; again++) expect((await report(call!.id, { CallStatus: 'no-answer' })).status).toBe(200)
    await settled(farm, [alarm], row => row.channel === 'VOICE' || isOut(row))
    expect(await states(alarm)).toEqual([
      ['VOICE', 'FAILED', 'no-answer'],
      ['SMS', 'SENT', null],
    ])
    const text = (await rowsOf(farm, alarm.eventId))[1]!
    await report(text.id, { MessageStatus: 'undelivered', ErrorCode: '30003' })
    await settled(farm, [alarm], row => row.channel !== 'MAIL' || isOut(row))
    expect((await states(alarm)).slice(1)).toEqual([
      ['SMS', 'FAILED', 'undelivered (30003)'],
      ['MAIL', 'SENT', null],
    ])
    const reader = await farm.as('House 1', ['events.read', 'users.read'])
    expect(data(await reader.outbox.details({ params: { id: text.id } })).tries.map(one => one.outcome)).toEqual([
      'SENT',
      'FAILED',
    ])
  })
})
