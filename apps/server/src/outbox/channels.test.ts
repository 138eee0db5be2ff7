import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { aProvider } from '../../test/provider.ts'
import type { FakeProvider, Manner } from '../../test/provider.ts'
import { aSink, eventually } from '../../test/smtp.ts'
import { alarmLink } from '../platform/links.ts'
import { aClock, anOccurrence, by, responsible, rowsOf } from '../../test/outbox.ts'
import type { Acknowledged, News } from './outbox.ts'
import { changeQuiet } from './quiet.ts'

const tell = (farm: Farm, news: News) => farm.world.db.work(farm.system, work => farm.app.doors.outbox.tell(work, news))
const settled = (farm: Farm, all: readonly News[], holds: (row: Awaited<ReturnType<typeof rowsOf>>[number]) => boolean) =>
  eventually(
    async () => {
      farm.app.doors.outbox.wake()
      return (await Promise.all(all.map(one => rowsOf(farm, one.eventId)))).flat()
    },
    rows => rows.length > 0 && rows.every(holds),
    20_000,
  )
const isOut = ({ state }: { state: string }) => state === 'SENT'
const chosen = (more: object) => ({
  notifications: JSON.stringify({ channels: { MAIL: true, SMS: true, VOICE: true, WHATSAPP: true }, from: 'LOW', ...more }),
})

const PUBLIC = { PUBLIC_URL: 'https://farm.example' }
let provider: FakeProvider
let sink: Awaited<ReturnType<typeof aSink>>
let farm: Farm
let clock: ReturnType<typeof aClock>
const open = async (settings: Record<string, string> = {}) => {
  clock = aClock()
  farm = await aFarm({ clock, settings: { ...PUBLIC, ...settings } })
}
const CHOICES = JSON.stringify({ channels: { MAIL: true, SMS: true, VOICE: true, WHATSAPP: true }, from: 'LOW' })
/** Somebody in charge of House 1 with a number. */
const keeper = async (extra: object = {}) => {
  const email = await farm.person('Paul')
  return { email, id: await responsible(farm, 'House 1', email, { phone: '+351 912 345 678', ...extra }) }
}
beforeEach(async () => {
  provider = await aProvider()
  sink = await aSink()
})
afterEach(async () => {
  await farm.close()
  await provider.close()
  await sink.close()
})

/** The link that a message is given as it leaves, in the place of the one that is kept. */
const linkOf = (id: string) => alarmLink(farm.world.config, farm.world.secrets, id)
const answered = ({ id, text, event_id: event }: { id: string; text: string; event_id: string | null }) =>
  text.replace(`https://farm.example/events/${event}/details`, linkOf(id))

describe('a message on every channel', () => {
  test('by Twilio: whom it reaches, from whom, what it says, in the language of each; who has no number is left out', async () => {
    await open({ SMS_PROVIDER: provider.twilio, VOICE_PROVIDER: provider.twilio, WHATSAPP_PROVIDER: provider.twilio })
    await keeper({ language: 'pt-PT' })
    await responsible(farm, 'House 1', await farm.person('Paul'))
    await responsible(farm, 'House 1', await farm.person('Paul'), { phone: '912345678' })
    await responsible(farm, 'House 1', await farm.person('Paul'), {
      phone: '+34612345678',
      ...chosen({ channels: { MAIL: true, SMS: false, VOICE: true, WHATSAPP: false } }),
    })
    const news = { ...(await anOccurrence(farm, 'House 1')), actions: by(['SMS', 'VOICE', 'WHATSAPP']) }
    expect(await tell(farm, news)).toEqual({ MAIL: 0, SMS: 1, VOICE: 2, WHATSAPP: 1 })
    const rows = await settled(farm, [news], isOut)
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
      /^<Response><Gather numDigits="1" timeout="8" method="POST" action="https:\/\/farm.example\/services\/notifications\/voice\/[\w-]{43}"><Say language="pt-PT">Alarme\. House 1: .*prima 1\.<\/Say><\/Gather>/,
    )
  })

  test('a webhook gets JSON and a key; numbers of contacts are written as one; what stands without a provider is kept', async () => {
    await open({ SMS_PROVIDER: provider.webhook })
    const actions = by(['SMS', 'WHATSAPP'], { contactsList: ['+351 (912) 345-678', '00351912345678', '912345678'] })
    const news = { ...(await anOccurrence(farm, 'House 1')), actions }
    expect(await tell(farm, news)).toEqual({ MAIL: 0, SMS: 1, VOICE: 0, WHATSAPP: 0 })
    const rows = await settled(farm, [news], row => row.channel === 'WHATSAPP' || isOut(row))
    expect(rows.map(row => [row.channel, row.recipient, row.state])).toEqual([
      ['SMS', '+351912345678', 'SENT'],
      ['WHATSAPP', '+351912345678', 'KEPT'],
    ])
    const [took] = provider.took
    expect(took!.fields).toEqual({
      channel: 'SMS',
      to: '+351912345678',
      language: 'en-US',
      text: answered(rows[0]!),
      key: took!.key,
    })
    expect(took!.key).toMatch(/^[\da-f]{40}$/)
    expect(took!.authorization).toBe(`Basic ${Buffer.from('gate:secret-word').toString('base64')}`)
  })

  test('the row answers with each of its tries; numbers and answers for those alone who may see people; tickets for the helpdesk', async () => {
    await open({ SMS_PROVIDER: provider.twilio })
    provider.behave({ kind: 'answer', status: 400, body: '{"message":"secret-token of +351912345678 is off"}' })
    const { id } = await keeper()
    const news = { ...(await anOccurrence(farm, 'House 1')), actions: by(['SMS'], { usersList: [id] }) }
    const ticket = { ...(await anOccurrence(farm, 'House 1', 'LOW', { category: 'HELPDESK_SYSTEM' })), actions: news.actions }
    await tell(farm, news)
    await tell(farm, ticket)
    const [row] = await settled(farm, [news, ticket], one => one.attempts === 1 && one.taken_by === null)
    provider.behave({ kind: 'take' })
    clock.advance(2000)
    await settled(farm, [news, ticket], isOut)
    const reader = await farm.as('House 1', ['events.read', 'users.read'])
    const ask = { params: { id: row!.id } }
    expect(data(await reader.outbox.details(ask))).toMatchObject({
      ...{ state: 'SENT', repeated: false, recipient: '+351912345678', attempts: 2 },
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
    expect(await listed(reader)).toEqual([news.eventId])
    const desk = await farm.as('House 1', ['events.read', 'helpdesk.read'])
    expect(data(await desk.outbox.details(about)).eventId).toBe(ticket.eventId)
    expect(await listed(desk)).toHaveLength(2)
  })
})

describe('an alarm that its own recipients would not hear', () => {
  const said = async (news: News) => {
    await tell(farm, news)
    return (await rowsOf(farm, news.eventId)).map(row => [row.channel, row.recipient, row.withheld_for ?? row.state])
  }
  const foretold = async (news: News) => {
    const all = await farm.world.db.work(farm.system, work => farm.app.doors.outbox.hearers(work, news))
    return all.map(({ channel, to }) => [channel, to.address])
  }

  test('on a channel that nobody has opened, or of a number abroad, goes by the next one at once', async () => {
    await open({ SMTP_URL: sink.url, VOICE_PROVIDER: provider.twilio, NOTIFY_COUNTRIES: '351' })
    const [{ id, email }, abroad] = [await keeper(), await keeper({ phone: '+34612345678' })]
    const actions = by(['SMS', 'VOICE'], { usersList: [id, abroad.id] })
    const news = { ...(await anOccurrence(farm, 'House 1')), actions }
    expect(await foretold(news)).toEqual([
      ['VOICE', '+351912345678'],
      ['MAIL', email],
      ['MAIL', abroad.email],
    ])
    expect(await said(news)).toEqual([
      ['SMS', '+351912345678', 'KEPT'],
      ['SMS', '+34612345678', 'COUNTRY'],
      ['VOICE', '+351912345678', 'QUEUED'],
      ['VOICE', '+34612345678', 'COUNTRY'],
      ['MAIL', email, 'QUEUED'],
      ['MAIL', abroad.email, 'QUEUED'],
    ])
  })

  test.each([
    ['by nobody at all', () => []],
    ['on a channel that is shut, to a contact', () => by(['WHATSAPP'], { contactsList: ['+351912345670'] })],
  ])('if it is CRITICAL and heard %s, those in charge hear on every channel', async (_, actions) => {
    await open({ SMTP_URL: sink.url, SMS_PROVIDER: provider.webhook })
    const { email } = await keeper()
    const mine = (rows: unknown[][]) => rows.filter(([, , state]) => state !== 'KEPT')
    const critical = { ...(await anOccurrence(farm, 'House 1', 'CRITICAL')), actions: actions() }
    expect(await foretold(critical)).toEqual([
      ['MAIL', email],
      ['SMS', '+351912345678'],
    ])
    expect(mine(await said(critical))).toEqual([
      ['MAIL', email, 'QUEUED'],
      ['SMS', '+351912345678', 'QUEUED'],
    ])
    const major = { ...(await anOccurrence(farm, 'House 1', 'MAJOR')), actions: actions() }
    expect(await foretold(major)).toEqual([])
    expect(mine(await said(major))).toEqual([])
  })

  test('that reaches somebody by none of its channels goes by the next one that does, up the list and as they have chosen, too', async () => {
    await open({ SMTP_URL: sink.url, SMS_PROVIDER: provider.webhook })
    const [near, mute, choosy] = [await keeper(), await keeper({ phone: null }), await keeper({ notifications: CHOICE })]
    const above = await farm.person('Grupo')
    await responsible(farm, 'Grupo', above)
    const news = { ...(await anOccurrence(farm, 'House 1', 'MAJOR')), actions: by(['SMS']) }
    expect(await said(news)).toEqual([
      ['SMS', '+351912345678', 'QUEUED'],
      ['MAIL', mute.email, 'QUEUED'],
      ['MAIL', choosy.email, 'QUEUED'],
    ])
    await tell(farm, { ...news, key: `${news.key}:up`, escalation: 1 })
    expect((await rowsOf(farm, news.eventId)).map(row => row.recipient)).toContain(above)
    expect(near.email).not.toBe(mute.email)
    // The shortest time between two is for them, too.
    const seldom = by(['SMS']).map(one => ({ ...one, recurrence: 1800 }))
    const repeated = { ...(await anOccurrence(farm, 'House 1', 'MAJOR')), actions: seldom }
    for (const n of [1, 2, 3]) {
      await tell(farm, { ...repeated, n, key: `${repeated.key}:${n}`, at: new Date(clock.now()) })
      clock.advance(n === 2 ? 1_800_000 : 300_000)
    }
    const told = (await rowsOf(farm, repeated.eventId)).map(row => row.recipient)
    expect([told.filter(one => one === mute.email).length, told.length]).toEqual([2, 6])
    // Whom a further channel of the rule reaches hears once.
    const both = { ...(await anOccurrence(farm, 'House 1', 'MAJOR')), actions: by(['MAIL', 'SMS'], { usersList: [mute.id] }) }
    expect(await said(both)).toEqual([['MAIL', mute.email, 'QUEUED']])
  })
  const CHOICE = JSON.stringify({ channels: { MAIL: true, SMS: false, VOICE: false, WHATSAPP: false }, from: 'LOW' })

  test('reaches each of two who share a number that is not reached', async () => {
    await open({ SMTP_URL: sink.url, VOICE_PROVIDER: provider.twilio })
    const [one, other] = [await keeper(), await keeper()]
    const rows = await said({ ...(await anOccurrence(farm, 'House 1', 'CRITICAL')), actions: by(['SMS']) })
    const mailed = new Set(rows.filter(([channel]) => channel === 'MAIL').map(([, to]) => to))
    expect(mailed).toEqual(new Set([one.email, other.email]))
  })

  test('is not told otherwise to those whom its rule does not disturb again yet', async () => {
    await open({ SMTP_URL: sink.url })
    await keeper()
    const actions = by(['MAIL'], { contactsList: ['vet@farm.example'] }).map(one => ({ ...one, recurrence: 600 }))
    const news = { ...(await anOccurrence(farm, 'House 1', 'CRITICAL')), actions }
    expect(await said(news)).toEqual([['MAIL', 'vet@farm.example', 'QUEUED']])
    expect(await said({ ...news, key: 'second' })).toHaveLength(1)
  })

  test('a contact hears in the language of the people there', async () => {
    await open({ SMTP_URL: sink.url })
    await keeper({ language: 'pt-PT' })
    const news = { ...(await anOccurrence(farm, 'House 1')), actions: by(['MAIL'], { contactsList: ['vet@farm.example'] }) }
    await tell(farm, news)
    expect((await rowsOf(farm, news.eventId)).map(row => row.language)).toEqual(['pt-PT'])
  })
})

describe('a key press during a call', () => {
  const press = (link: string, fields: Record<string, string>, signature?: string) =>
    fetch(`${farm.url}${new URL(link).pathname}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(signature !== undefined && { 'x-twilio-signature': signature }),
      },
      body: new URLSearchParams(fields),
    })
  const signed = (link: string, fields: Record<string, string>) =>
    createHmac('sha1', 'secret-token')
      .update(
        link +
          Object.keys(fields)
            .toSorted()
            .map(name => name + fields[name])
            .join(''),
      )
      .digest('base64')
  const called = async (heard: Acknowledged[]) => {
    farm.app.doors.outbox.onAcknowledged(one => void heard.push(one))
    const { id } = await keeper({ language: 'de-DE' })
    const news = { ...(await anOccurrence(farm, 'House 1')), actions: by(['VOICE']) }
    await tell(farm, news)
    await settled(farm, [news], isOut)
    return { id, news, link: /action="([^"]+)"/.exec(provider.took[0]!.fields.Twiml!)![1]! }
  }

  test('of somebody who may no more see the place notes nothing, and says so', async () => {
    await open({ VOICE_PROVIDER: provider.twilio })
    const heard: Acknowledged[] = []
    const { id, link } = await called(heard)
    await farm.world.owner.query(`update users set status = 'INACTIVE' where id = $1`, [id])
    const one = { Digits: '1', CallSid: 'CA1', To: '+351912345678' }
    const answer = await press(link, one, signed(link, one))
    expect(await answer.text()).toContain(farm.world.texts['de-DE']('voice.notPressed'))
    expect(heard).toEqual([])
  })

  test('says in that person’s name that they take care of it; only Twilio’s own word counts, for a day', async () => {
    await open({ VOICE_PROVIDER: provider.twilio })
    const heard: Acknowledged[] = []
    const { id, news, link } = await called(heard)
    const one = { Digits: '1', CallSid: 'CA1', To: '+351912345678' }
    expect((await press(link, one)).status).toBe(404)
    expect((await press(link, one, signed(link, { ...one, Digits: '2' }))).status).toBe(404)
    expect((await press(`${link}x`, one, signed(`${link}x`, one))).status).toBe(404)
    // Without the provider’s signature it is of no call.
    const unsigned = farm.api().outbox.pressed({ params: { token: 'x'.repeat(43) }, body: one })
    await expect(unsigned).rejects.toMatchObject({ failure: { code: 'NOT_FOUND' } })
    const other = { ...one, Digits: '5' }
    const unsaid = await press(link, other, signed(link, other))
    expect([unsaid.status, await unsaid.text()]).toEqual([200, expect.stringContaining('Es wurde nichts vermerkt')])
    expect(heard).toEqual([])
    const answer = await press(link, one, signed(link, one))
    expect(answer.headers.get('content-type')).toBe('text/xml')
    expect(await answer.text()).toBe(
      '<Response><Say language="de-DE">Danke. Die anderen sehen, dass Sie sich kümmern.</Say></Response>',
    )
    expect(heard).toEqual([{ eventId: news.eventId, userId: id, recipient: expect.any(String), channel: 'VOICE' }])
    // Pressed again, nothing happens again.
    expect((await press(link, one, signed(link, one))).status).toBe(200)
    expect(heard).toHaveLength(1)
    expect((await rowsOf(farm, news.eventId))[0]!.acknowledged_at).not.toBe(null)
    clock.advance(24 * 3_600_000 + 1000)
    expect((await press(link, one, signed(link, one))).status).toBe(404)
    // A form is for this call alone.
    const elsewhere = { method: 'POST', headers: { 'x-tenant': '1' }, body: new URLSearchParams({ email: 'a' }) }
    expect((await fetch(`${farm.url}/services/users/password_reset`, elsewhere)).status).toBe(415)
  })
})

describe('a provider in trouble', () => {
  test('a message that is refused five times is given up, and holds up nobody', async () => {
    await open({ SMS_PROVIDER: provider.twilio })
    provider.behave(({ fields }) => (fields.To === '+351912345678' ? { kind: 'answer', status: 400 } : { kind: 'take' }))
    const actions = by(['SMS'], { contactsList: ['+351912345678', '+34612345678'] })
    const news = { ...(await anOccurrence(farm, 'House 1')), actions }
    await tell(farm, news)
    for (let tries = 1; tries <= 5; tries++) {
      await settled(farm, [news], row => isOut(row) || (row.refusals === tries && row.taken_by === null))
      clock.advance(16_000)
    }
    const rows = await rowsOf(farm, news.eventId)
    expect(rows.map(row => [row.state, row.attempts])).toEqual([
      ['FAILED', 5],
      ['SENT', 1],
    ])
  })

  test.for<readonly [Manner, string, boolean]>([
    [{ kind: 'answer', status: 401 }, 'FAILED', false],
    [{ kind: 'answer', status: 500 }, 'FAILED', false],
    [{ kind: 'redirect' }, 'FAILED', false],
    [{ kind: 'dropBefore' }, 'UNKNOWN', true],
    [{ kind: 'dropAfter' }, 'UNKNOWN', true],
  ])('%j is told as what it is, tried again, and marked where it may have come twice', async ([manner, outcome, repeated]) => {
    await open({ SMS_PROVIDER: provider.twilio })
    provider.behave(manner)
    const news = { ...(await anOccurrence(farm, 'House 1')), actions: by(['SMS'], { contactsList: ['+351912345678'] }) }
    await tell(farm, news)
    await settled(farm, [news], row => row.attempts === 1 && row.taken_by === null && row.failed_since !== null)
    provider.behave({ kind: 'take' })
    clock.advance(2000)
    const [row] = await settled(farm, [news], isOut)
    expect(row!.repeated).toBe(repeated)
    expect(provider.took).toHaveLength(manner.kind === 'dropAfter' ? 2 : 1)
    const tries = await farm.world.db.work(farm.system, work =>
      work.sql.selectFrom('notification_attempts').select('outcome').orderBy('id').execute(),
    )
    expect(tries.map(one => one.outcome)).toEqual([outcome, 'SENT'])
  })

  test('with a key, what may have come comes once, and is not called a repeat; a flood of an answer is taken for its status', async () => {
    await open({ SMS_PROVIDER: provider.webhook })
    provider.behave({ kind: 'dropAfter' })
    const news = { ...(await anOccurrence(farm, 'House 1')), actions: by(['SMS'], { contactsList: ['+351912345678'] }) }
    await tell(farm, news)
    await settled(farm, [news], row => row.attempts === 1 && row.taken_by === null && row.failed_since !== null)
    provider.behave({ kind: 'flood' })
    clock.advance(2000)
    const [row] = await settled(farm, [news], isOut)
    expect([row!.repeated, provider.took.length, row!.attempts]).toEqual([false, 1, 2])
  })

  test('is asked by one message at a time, not before it wants to be; then all go out, what is CRITICAL first', async () => {
    await open({ SMS_PROVIDER: provider.twilio })
    provider.behave({ kind: 'answer', status: 429, retryAfter: '600' })
    const all: News[] = []
    for (let n = 0; n < 12; n++) {
      const actions = by(['SMS'], { contactsList: [`+3519120000${10 + n}`] })
      all.push({ ...(await anOccurrence(farm, 'House 1', n % 4 === 3 ? 'CRITICAL' : 'LOW')), actions })
    }
    await tell(farm, all[0]!)
    await settled(farm, all.slice(0, 1), row => row.attempts === 1 && row.taken_by === null)
    for (const one of all.slice(1)) await tell(farm, one)
    clock.advance(40_000)
    await settled(farm, all, row => row.failed_since !== null)
    expect(provider.seen().asked).toBe(1)
    provider.behave({ kind: 'answer', status: 500 })
    for (let asked = 2; asked <= 5; asked++) {
      // It said ten minutes; the channel does not wait so long for one message.
      clock.advance(asked === 2 ? 6_000 : 61_000)
      await eventually(
        () => {
          farm.app.doors.outbox.wake()
          return provider.seen().asked
        },
        count => count === asked,
      )
      await settled(farm, all, row => row.taken_by === null)
    }
    expect(provider.seen().most).toBe(1)
    provider.behave({ kind: 'take' })
    clock.advance(30_000)
    await settled(farm, all, isOut)
    expect(provider.took).toHaveLength(12)
    const grave = provider.took.map(({ fields }) => fields.Body!.startsWith('Critical'))
    expect(grave.lastIndexOf(true)).toBeLessThan(6)
  })

  test('who could not be told in 90 s is told by the next channel, once; a contact has no other', async () => {
    await open({ SMS_PROVIDER: provider.twilio, VOICE_PROVIDER: provider.twilio, SMTP_URL: sink.url })
    provider.behave(({ path }) => (path.endsWith('Messages.json') ? { kind: 'answer', status: 503 } : { kind: 'take' }))
    const { id, email } = await keeper()
    const actions = by(['SMS'], { usersList: [id], contactsList: ['+34612345678'] })
    const news = { ...(await anOccurrence(farm, 'House 1')), actions }
    await tell(farm, news)
    await settled(farm, [news], row => row.failed_since !== null)
    clock.advance(89_000)
    farm.app.doors.outbox.wake()
    await new Promise(wait => setTimeout(wait, 1500))
    expect(await rowsOf(farm, news.eventId)).toHaveLength(2)
    clock.advance(2000)
    const rows = await eventually(
      () => rowsOf(farm, news.eventId),
      found => found.length === 3 && found[2]!.state === 'SENT',
    )
    expect(rows.map(row => [row.channel, row.recipient, row.passed_on])).toEqual([
      ['SMS', '+351912345678', true],
      ['SMS', '+34612345678', true],
      ['MAIL', email, false],
    ])
    expect(sink.received).toHaveLength(1)
    clock.advance(200_000)
    await new Promise(wait => setTimeout(wait, 1500))
    expect(await rowsOf(farm, news.eventId)).toHaveLength(3)
  })
})

describe('what a provider took and did not bring', () => {
  const report = (id: string, fields: Record<string, string>, secret = 'secret-token') => {
    const url = `https://farm.example/services/notifications/reports/${id}`
    const parts = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))
    const signature = createHmac('sha1', secret)
      .update(url + parts.flat().join(''))
      .digest('base64')
    return fetch(`${farm.url}${new URL(url).pathname}`, {
      ...{ method: 'POST', headers: { 'x-twilio-signature': signature }, body: new URLSearchParams(fields) },
    })
  }
  const states = async (news: News) => (await rowsOf(farm, news.eventId)).map(row => [row.channel, row.state, row.last_error])

  test('is told to the same person by the next channel, once; nobody but the provider says so', async () => {
    await open({ VOICE_PROVIDER: provider.twilio, SMS_PROVIDER: provider.twilio, SMTP_URL: sink.url })
    await keeper()
    const news = { ...(await anOccurrence(farm, 'House 1', 'CRITICAL')), actions: by(['VOICE']) }
    await tell(farm, news)
    const [call] = await settled(farm, [news], isOut)
    expect(provider.took[0]!.fields.StatusCallback).toBe(`https://farm.example/services/notifications/reports/${call!.id}`)
    expect((await report(call!.id, { CallStatus: 'no-answer' }, 'another')).status).toBe(404)
    expect((await report('999', { CallStatus: 'no-answer' })).status).toBe(404)
    const unsigned = farm.api().outbox.reported({ params: { id: call!.id }, body: { CallStatus: 'no-answer' } })
    await expect(unsigned).rejects.toMatchObject({ failure: { code: 'NOT_FOUND' } })
    expect((await report(call!.id, { CallStatus: 'completed' })).status).toBe(200)
    expect(await states(news)).toEqual([['VOICE', 'SENT', null]])
    for (let again = 0; again < 2; again++) expect((await report(call!.id, { CallStatus: 'no-answer' })).status).toBe(200)
    await settled(farm, [news], row => row.channel === 'VOICE' || isOut(row))
    expect(await states(news)).toEqual([
      ['VOICE', 'FAILED', 'no-answer'],
      ['SMS', 'SENT', null],
    ])
    const text = (await rowsOf(farm, news.eventId))[1]!
    await report(text.id, { MessageStatus: 'undelivered', ErrorCode: '30003' })
    await settled(farm, [news], row => row.channel !== 'MAIL' || isOut(row))
    expect((await states(news)).slice(1)).toEqual([
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

describe('many at once, too many, and at night', () => {
  test('from the fifth event in a minute on they come together: what is CRITICAL in 5 s, the rest in 60 s', async () => {
    await open({ SMTP_URL: sink.url })
    const { id } = await keeper({ language: 'de-DE' })
    const all: News[] = []
    for (let n = 0; n < 14; n++) {
      const one = await anOccurrence(farm, n % 2 ? 'House 1' : 'House 2', n >= 10 ? 'CRITICAL' : 'MAJOR', { title: `Alarm ${n}` })
      all.push({ ...one, actions: by(['MAIL'], { usersList: [id] }) })
      await tell(farm, all[n]!)
    }
    await settled(farm, all.slice(0, 4), isOut)
    expect(sink.received).toHaveLength(4)
    clock.advance(5000)
    const critical = await settled(farm, all.slice(10), isOut)
    expect(sink.received).toHaveLength(5)
    expect(sink.received[4]!.mail.subject).toBe('4 Alarme, davon 4 kritisch: House 2, House 1')
    expect(sink.received[4]!.mail.text).toContain('Kritisch: Alarm 13, House 1. Zeit: 11:00.')
    expect(sink.received[4]!.mail.text).toMatch(/Die Uhrzeiten sind die von \(GMT\+\d\d:00\) /)
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
      ...{ digestId: row!.digest_id, state: 'SENT' },
      tries: [{ outcome: 'SENT' }],
    })
    // A minute later all is as ever.
    clock.advance(61_000)
    const later = { ...(await anOccurrence(farm, 'House 1')), actions: by(['MAIL'], { usersList: [id] }) }
    await tell(farm, later)
    await settled(farm, [later], isOut)
    expect((await rowsOf(farm, later.eventId))[0]!.digest_id).toBe(null)
  })

  test('a digest by SMS stays short and by phone names the gravest; a key press is for those that it names', async () => {
    await open({ SMS_PROVIDER: provider.twilio, VOICE_PROVIDER: provider.webhook })
    const heard: Acknowledged[] = []
    farm.app.doors.outbox.onAcknowledged(one => void heard.push(one))
    const { id } = await keeper()
    const all: News[] = []
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
    const sms = provider.took.find(one => one.fields.Body?.startsWith('5 alarms, 5 critical: House 1.'))
    expect(sms!.fields.Body!.length).toBeLessThanOrEqual(300)
    expect(sms!.fields.Body).toMatch(/https:\/\/farm\.example\/events$/)
    const call = provider.took.find(one => one.fields.channel === 'VOICE' && one.fields.text!.startsWith('5 alarms'))!
    expect(call.fields.text).toMatch(
      /^5 alarms from your farms\. Critical: 5\. Critical: Far too hot 4, House 1\..*And 2 more\. If you/,
    )
    await fetch(`${farm.url}${new URL(call.fields.link!).pathname}`, {
      method: 'POST',
      body: new URLSearchParams({ Digits: '1' }),
    })
    expect(heard.map(one => Number(one.eventId)).toSorted((a, b) => a - b)).toEqual(
      all.slice(4, 7).map(one => Number(one.eventId)),
    )
    expect(heard[0]!.userId).toBe(id)
  })

  test('beyond the day’s budget only what is CRITICAL goes out, then by mail; people are told at 80 and at 100 %, once', async () => {
    const settings = { NOTIFY_BUDGET: '5', NOTIFY_RESERVE: '2', SMS_PROVIDER: provider.twilio, SMTP_URL: sink.url }
    await open(settings)
    const { id, email } = await keeper()
    const boss = await farm.person('Aves')
    await responsible(farm, 'Aves', boss)
    const one = async (severity: News['severity'], place = 'House 1', extra: object = { usersList: [id] }) => {
      clock.advance(61_000)
      const news = { ...(await anOccurrence(farm, place, severity)), actions: by(['SMS'], extra) }
      await tell(farm, news)
      return settled(farm, [news], row => row.state !== 'QUEUED')
    }
    for (let n = 0; n < 4; n++) expect((await one('MAJOR'))[0]!.state).toBe('SENT')
    const mails = (to: string) => sink.received.filter(mail => mail.to.includes(to)).map(({ mail }) => mail.subject)
    await eventually(
      () => mails(boss),
      found => found.length === 1,
    )
    expect((await one('MAJOR'))[0]!.state).toBe('SENT')
    expect((await one('MAJOR'))[0]).toMatchObject({ state: 'WITHHELD', withheld_for: 'BUDGET', attempts: 0 })
    expect((await one('CRITICAL'))[0]!.state).toBe('SENT')
    expect((await one('CRITICAL'))[0]!.state).toBe('SENT')
    const beyond = await one('CRITICAL')
    expect(beyond.map(row => [row.channel, row.state])).toEqual([
      ['SMS', 'WITHHELD'],
      ['MAIL', 'SENT'],
    ])
    expect(mails(email)).toHaveLength(1)
    await eventually(
      () => mails(boss),
      found => found.length === 2,
    )
    expect(mails(boss)).toEqual(['Messages almost used up: Aves', 'Messages used up for today: Aves'])
    // Another enterprise has its own, and so has the next day.
    expect((await one('LOW', 'Room 1', { contactsList: ['+34612345678'] }))[0]!.state).toBe('SENT')
    clock.advance(24 * 3_600_000)
    expect((await one('LOW'))[0]!.state).toBe('SENT')
    expect(provider.took).toHaveLength(9)
  })

  test('of many alarms a call names whole ones, and the key is for those that were named, in whatever order they were put', async () => {
    await open({ VOICE_PROVIDER: provider.webhook })
    const heard: Acknowledged[] = []
    farm.app.doors.outbox.onAcknowledged(one => void heard.push(one))
    await keeper()
    const all: News[] = []
    for (let n = 0; n < 9; n++) {
      const title = `${n} ${'far too hot '.repeat(20)}`
      all.push({ ...(await anOccurrence(farm, 'House 1', 'CRITICAL', { title })), actions: by(['VOICE']) })
      await tell(farm, all[n]!)
    }
    // The one that was put last began first.
    await farm.world.owner.query(`update notifications set created_at = created_at - interval '1 second' where event_id = $1`, [
      all[8]!.eventId,
    ])
    await settled(farm, all.slice(0, 4), isOut)
    clock.advance(5000)
    await settled(farm, all, isOut)
    const call = provider.took.find(one => one.fields.text!.startsWith('5 alarms'))!
    const named = all.filter((_, n) => call.fields.text!.includes(`Critical: ${n} far`))
    expect(named.map(one => one.eventId)).toContain(all[8]!.eventId)
    expect(call.fields.text).toMatch(/House 1\. And \d more\. If you/)
    await fetch(`${farm.url}${new URL(call.fields.link!).pathname}`, {
      method: 'POST',
      body: new URLSearchParams({ Digits: '1' }),
    })
    expect(new Set(heard.map(one => one.eventId))).toEqual(new Set(named.map(one => one.eventId)))
  })

  test('beyond the budget a digest is withheld with all that is in it; what is CRITICAL goes by mail', async () => {
    await open({ NOTIFY_BUDGET: '4', NOTIFY_RESERVE: '0', SMS_PROVIDER: provider.twilio, SMTP_URL: sink.url })
    await keeper()
    const all: News[] = []
    for (let n = 0; n < 9; n++) {
      all.push({ ...(await anOccurrence(farm, 'House 1', n < 7 ? 'MAJOR' : 'CRITICAL')), actions: by(['SMS']) })
      await tell(farm, all[n]!)
    }
    await settled(farm, all.slice(0, 4), isOut)
    clock.advance(5000)
    const isDecided = ({ state }: { state: string }) => state !== 'QUEUED'
    const grave = await settled(farm, all.slice(7), isDecided)
    const [sms, mail] = [
      ['SMS', 'WITHHELD'],
      ['MAIL', 'SENT'],
    ]
    expect(grave.map(row => [row.channel, row.state])).toEqual([sms, mail, sms, mail])
    clock.advance(55_000)
    const rest = await settled(farm, all.slice(4, 7), isDecided)
    expect(rest.map(row => [row.channel, row.state, row.withheld_for])).toEqual([
      ['SMS', 'WITHHELD', 'BUDGET'],
      ['SMS', 'WITHHELD', 'BUDGET'],
      ['SMS', 'WITHHELD', 'BUDGET'],
    ])
  })

  test('beyond the reserve what is CRITICAL and would reach nobody otherwise goes out all the same', async () => {
    await open({ SMS_PROVIDER: provider.webhook, NOTIFY_BUDGET: '1', NOTIFY_RESERVE: '1' })
    await keeper()
    const alarms: News[] = []
    for (let n = 0; n < 4; n++) {
      alarms.push({ ...(await anOccurrence(farm, 'House 1', n === 3 ? 'MAJOR' : 'CRITICAL')), actions: by(['SMS']) })
      await tell(farm, alarms[n]!)
      await settled(farm, [alarms[n]!], row => row.state !== 'QUEUED')
    }
    const states = await Promise.all(alarms.map(async one => (await rowsOf(farm, one.eventId)).map(row => row.state)))
    expect(states).toEqual([['SENT'], ['SENT'], ['SENT'], ['WITHHELD']])
  })

  test('beyond the reserve those in charge hear in place of a contact, by what costs nothing', async () => {
    await open({ SMTP_URL: sink.url, SMS_PROVIDER: provider.webhook, NOTIFY_BUDGET: '0', NOTIFY_RESERVE: '0' })
    const { email } = await keeper()
    const news = {
      ...(await anOccurrence(farm, 'House 1', 'CRITICAL')),
      actions: by(['SMS'], { contactsList: ['+351912345670'] }),
    }
    await tell(farm, news)
    await settled(farm, [news], row => row.state !== 'QUEUED')
    expect((await rowsOf(farm, news.eventId)).map(row => [row.channel, row.recipient, row.state])).toEqual([
      ['SMS', '+351912345670', 'WITHHELD'],
      ['MAIL', email, 'SENT'],
    ])
  })

  test('beyond the reserve what is CRITICAL goes by its own way after all where the one without cost does not work', async () => {
    const probe = await aSink()
    await probe.close()
    await open({ SMTP_URL: probe.url, SMS_PROVIDER: provider.webhook, NOTIFY_BUDGET: '0', NOTIFY_RESERVE: '0' })
    await keeper()
    const alarm = async () => {
      const news = { ...(await anOccurrence(farm, 'House 1', 'CRITICAL')), actions: by(['SMS']) }
      await tell(farm, news)
      return news
    }
    const first = await alarm()
    await eventually(
      () => rowsOf(farm, first.eventId),
      rows => rows.some(row => row.channel === 'MAIL' && row.failed_since !== null),
    )
    clock.advance(91_000)
    await settled(farm, [first], row => row.channel === 'MAIL' || row.state === 'SENT')
    // It is known to be down.
    const second = await settled(farm, [await alarm()], isOut)
    expect(second.map(row => row.channel)).toEqual(['SMS'])
  })

  test('what an outage held back goes out an hour later only if it is not over', async () => {
    await open({ SMS_PROVIDER: provider.webhook })
    await keeper()
    provider.behave({ kind: 'answer', status: 503 })
    const [over, open_] = [await anOccurrence(farm, 'House 1', 'CRITICAL'), await anOccurrence(farm, 'House 1', 'CRITICAL')]
    for (const one of [over, open_]) await tell(farm, { ...one, actions: by(['SMS']) })
    await settled(farm, [over], row => row.failed_since !== null)
    await farm.world.owner.query(`update events set status = 'CLOSED', close_date = now() where id = $1`, [over.eventId])
    clock.advance(61 * 60_000)
    provider.behave({ kind: 'take' })
    await settled(farm, [over, open_], row => row.state !== 'QUEUED')
    const state = async (one: News) => (await rowsOf(farm, one.eventId)).map(row => [row.state, row.withheld_for])
    expect(await state(over)).toEqual([['WITHHELD', 'OVER']])
    expect(await state(open_)).toEqual([['SENT', null]])
  })

  test('quiet hours that are taken away free what waits for their end', async () => {
    await open({ SMTP_URL: sink.url })
    const quiet = { from: '00:00', to: '23:59' }
    const { id } = await keeper({ notifications: JSON.stringify({ ...JSON.parse(CHOICES), quiet }), time_zone: 'UTC' })
    const news = { ...(await anOccurrence(farm, 'House 1', 'MAJOR')), actions: by(['MAIL']) }
    await tell(farm, news)
    expect((await rowsOf(farm, news.eventId))[0]).toMatchObject({ state: 'QUEUED', quiet: true })
    await farm.world.db.work(farm.system, work => changeQuiet(work, { userId: id, quiet: null, timeZone: 'UTC' }))
    await settled(farm, [news], isOut)
  })

  test('quiet hours hold back what is not CRITICAL, until they end or it is over', async () => {
    await open({ SMS_PROVIDER: provider.twilio })
    await keeper(chosen({ quiet: { from: '10:30', to: '12:00' } }))
    const make = async (severity: News['severity']) => {
      const news = { ...(await anOccurrence(farm, 'House 1', severity)), actions: by(['SMS']) }
      await tell(farm, news)
      return news
    }
    const [over, lasts, grave] = [await make('MAJOR'), await make('MAJOR'), await make('CRITICAL')]
    await settled(farm, [grave], isOut)
    clock.advance(59 * 60_000)
    await new Promise(wait => setTimeout(wait, 1500))
    expect(provider.took).toHaveLength(1)
    await farm.world.db.work(farm.system, work =>
      work.sql.updateTable('events').set({ status: 'CLOSED' }).where('id', '=', over.eventId).execute(),
    )
    clock.advance(60_000)
    await settled(farm, [lasts], isOut)
    expect((await settled(farm, [over], row => row.state !== 'QUEUED'))[0]).toMatchObject({
      ...{ state: 'WITHHELD', withheld_for: 'QUIET_OVER' },
    })
    expect(provider.took).toHaveLength(2)
  })

  test('who was disabled, or sees the place no more, gets nothing; nor a number of another country', async () => {
    await open({ SMS_PROVIDER: provider.twilio, NOTIFY_COUNTRIES: '351' })
    provider.behave({ kind: 'answer', status: 500 })
    const ids = [
      (await keeper()).id,
      (await keeper({ phone: '+351912345679' })).id,
      (await keeper({ phone: '+351912345670' })).id,
    ]
    const actions = by(['SMS'], { usersList: ids, contactsList: ['+34612345678'] })
    const news = { ...(await anOccurrence(farm, 'House 1')), actions }
    expect(await tell(farm, news)).toMatchObject({ SMS: 3 })
    await settled(farm, [news], row => row.failed_since !== null || row.state === 'WITHHELD')
    await farm.world.db.work(farm.system, async work => {
      await work.sql.updateTable('users').set({ status: 'INACTIVE' }).where('id', '=', ids[0]!).execute()
      await work.sql.updateTable('users').set({ entity_id: farm.at.Azinheira! }).where('id', '=', ids[1]!).execute()
    })
    provider.behave({ kind: 'take' })
    clock.advance(5000)
    const rows = await settled(farm, [news], row => row.state !== 'QUEUED')
    expect(rows.map(row => row.withheld_for ?? row.state)).toEqual(['RECIPIENT', 'RECIPIENT', 'SENT', 'COUNTRY'])
    expect(provider.took).toHaveLength(1)
  })
})

test('however many wait, each goes out once, what is CRITICAL first', async () => {
  await open({ SMS_PROVIDER: provider.webhook, SMTP_URL: sink.url, NOTIFY_BUDGET: '1000' })
  await farm.world.owner.query(
    `insert into notifications
       (key, entity_id, channel, recipient, language, time_zone, subject, text, html, state, severity, due_at, created_at)
     select channel || n, (select min(id) from entities), channel, case channel when 'SMS' then '+351912345678' else 'paul@x.example' end,
       'en-US', 'UTC', 'House ' || n, 'House ' || n, '', 'QUEUED', case when n > 150 then 'CRITICAL' else 'MAJOR' end, $1, $1
     from generate_series(1, 200) n, unnest(array['SMS', 'MAIL']) channel`,
    [new Date(farm.world.clock.now() - 1000)],
  )
  farm.app.doors.outbox.wake()
  const left = async () =>
    (await farm.world.owner.query<{ n: number }>(`select count(*)::int as n from notifications where state <> 'SENT'`)).rows[0]!.n
  await eventually(left, n => n === 0)
  const went = {
    SMS: provider.took.map(({ fields }) => fields.text!),
    MAIL: sink.received.map(({ mail }) => mail.subject!),
  }
  for (const words of Object.values(went)) {
    expect(words.length).toBe(200)
    expect(new Set(words).size).toBe(200)
    // Those that are on their way beside one another may come in any order.
    const late = words.slice(0, 50).filter(one => Number(one.split(' ')[1]) <= 150)
    expect(late.length).toBeLessThan(16)
  }
})
