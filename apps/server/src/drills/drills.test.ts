// @module-tag nightly
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { clock, farm, open as openFarm, provider, sink, withChannels } from '../../test/channels.ts'
import { aDrillBox, BEYOND, drilled, isEnded, isSent, record, tokenIn } from '../../test/drills.ts'
import { data, failing } from '../../test/farm.ts'
import type { Api } from '../../test/farm.ts'
import { anOccurrence, by, responsible, rowsOf } from '../../test/outbox.ts'
import { eventually } from '../../test/smtp.ts'
import { aTerminal } from '../../test/box.ts'
import { alarmLink, linkToken } from '../outbox/index.ts'
import { alarmNotification } from '../outbox/index.ts'

withChannels()
let api: Api

const open = async (settings: Record<string, string> = {}, at?: number) => {
  await openFarm({ SMTP_URL: sink.url, ...settings }, at)
  api = await farm.as('Aves')
}
const keeper = async (extra: object = {}) => {
  const email = await farm.person('Paul')
  return { email, id: await responsible(farm, 'House 1', email, extra) }
}
const phone = { phone: '+351912345678' }
const count = async (text: string, values: unknown[] = []) =>
  Number((await farm.world.owner.query<{ n: string }>(`select count(*) as n ${text}`, values)).rows[0]!.n)
const mailTo = (email: string) =>
  eventually(
    () => sink.received.find(received => received.to[0] === email),
    received => received !== undefined,
  )
const start = (house = 'House 1') => api.drills.start({ params: { id: farm.at[house]! } })
const failed = async (id: string) => record(farm, api, id, isEnded)

describe('the whole way', () => {
  test('records the time of each stage from box to person and opens no alarm', async () => {
    await open({ SMS_PROVIDER: provider.webhook })
    const quiet = {
      channels: { MAIL: true, SMS: true, VOICE: true, WHATSAPP: true },
      from: 'LOW',
      quiet: { from: '00:00', to: '23:59' },
    }
    const paul = await keeper({ ...phone, language: 'pt-PT', notifications: JSON.stringify(quiet) })
    const other = await keeper()
    const box = await aDrillBox(farm)
    const id = await drilled(farm, api, box)
    clock.advance(5_000)
    const sent = await record(farm, api, id, isSent)
    expect(sent.messages.map(message => message.channel).toSorted()).toEqual(['MAIL', 'MAIL', 'SMS'])
    const { mail } = (await mailTo(paul.email))!
    expect(mail.subject).toBe('TESTE, sem perigo: Paul | House 1')
    const sms = provider.took[0]!.fields.text!
    expect(sms).toMatch(/^TESTE, sem perigo: Paul \| House 1\. Abra a ligacao .*\nhttps:\/\/farm\.example\/drill#/)
    const token = tokenIn(mail.text!)
    expect(mail.html).toContain(`https://farm.example/drill#${token}`)

    // To look confirms nothing: programs that look at mail follow links, too.
    const nobody = farm.api()
    expect(data(await nobody.drills.linked({ body: { token } }))).toMatchObject({
      farmName: 'Paul',
      houseName: 'House 1',
      result: 'RUNNING',
      confirmedUtc: null,
      isOver: false,
      language: 'pt-PT',
    })
    farm.app.services.drills.wake()
    expect((await record(farm, api, id, () => true)).result).toBe('RUNNING')
    clock.advance(60_000)
    const confirmed = data(await nobody.drills.confirm({ body: { token } }))
    expect(confirmed.confirmedUtc).toBe(new Date(clock.now()).toISOString())
    const ended = await failed(id)
    expect(ended).toMatchObject({
      result: 'PASSED',
      stage: null,
      farmName: 'Paul',
      houseName: 'House 1',
      boxName: 'Box 1',
      told: 2,
      confirmed: 1,
      plannedUtc: null,
      plan: { isOn: true, weekday: 1, at: '10:00' },
    })
    const times = [ended.startedUtc, ended.answeredUtc, ended.boxUtc, ended.receivedUtc, ended.toldUtc, ended.endedUtc]
    expect(times.every(time => time !== null)).toBe(true)
    expect(ended.messages.filter(message => message.confirmedUtc !== null)).toMatchObject([
      { channel: 'MAIL', confirmedUtc: confirmed.confirmedUtc },
    ])
    // Said again it changes nothing; the other one may still say so.
    clock.advance(1000)
    expect(data(await nobody.drills.confirm({ body: { token } })).confirmedUtc).toBe(confirmed.confirmedUtc)
    await nobody.drills.confirm({ body: { token: tokenIn((await mailTo(other.email))!.mail.text!) } })
    expect((await record(farm, api, id, () => true)).confirmed).toBe(2)

    expect(await count('from events')).toBe(0)
    expect(data(await api.events.openCount({ query: {} })).total).toBe(0)
    const listed = data(await api.outbox.search({ query: {} })).content
    expect(listed.map(one => [one.drillId, one.eventId])).toEqual([0, 1, 2].map(() => [id, null]))
    expect(listed.some(one => one.text.includes('/drill#'))).toBe(false)
    const trail = data(await api.audit.search({ query: { objectType: 'drill', sortDirection: 'ASC' } })).content
    expect(trail.map(one => one.action)).toEqual(['CREATE', 'UPDATE', 'UPDATE'])
    const found = data(await api.drills.search({ query: { entityId: farm.at.Paul!, result: 'PASSED' } }))
    expect(found.content.map(one => one.id)).toEqual([id])
    expect(data(await (await farm.as('Azinheira')).drills.search({ query: {} })).content).toEqual([])
  })

  test('notifies only after the effect of the box is stored, not by its answer', async () => {
    await open()
    await keeper()
    const box = await aDrillBox(farm)
    const { ids } = data(await start())
    const order = (await box.ordered())!
    expect(order).toMatchObject({ drill: `drill:${ids[0]}`, n: 1, ttl: 15_000 })
    await box.answer(order)
    await record(farm, api, ids[0]!, one => one.answeredUtc !== null)
    clock.advance(59_000)
    expect((await record(farm, api, ids[0]!, () => true)).messages).toEqual([])
    clock.advance(2_000)
    expect(await failed(ids[0]!)).toMatchObject({ result: 'FAILED', stage: 'NO_ANSWER', reason: null, messages: [] })
    // What comes now comes too late.
    await box.do(order.drill)
    await farm.idle()
    expect((await record(farm, api, ids[0]!, () => true)).messages).toEqual([])
    expect(await count('from notifications where drill_id is not null')).toBe(0)
  })

  test('ignores an effect of another box, of another drill or a duplicate', async () => {
    await open()
    await keeper()
    const box = await aDrillBox(farm)
    const beside = await aDrillBox(farm, 'House 2', ['drill'], 2)
    const { ids } = data(await start())
    const order = (await box.ordered())!
    await beside.do(order.drill)
    await box.do('drill:999999')
    await box.do('drill:x')
    await farm.idle()
    expect(await count('from notifications')).toBe(0)
    await box.do(order.drill)
    await box.do(order.drill)
    await record(farm, api, ids[0]!, isSent)
    expect(await count('from notifications')).toBe(1)
  })

  test('a key in the call confirms', async () => {
    await open({ VOICE_PROVIDER: provider.twilio })
    await keeper({
      ...phone,
      language: 'de-DE',
      notifications: JSON.stringify({
        channels: { MAIL: false, SMS: false, VOICE: true, WHATSAPP: false },
        from: 'LOW',
        quiet: null,
      }),
    })
    const id = await drilled(farm, api, await aDrillBox(farm))
    await record(farm, api, id, isSent)
    const twiml = provider.took[0]!.fields.Twiml!
    expect(twiml).toContain('Das ist ein Probealarm. Es besteht keine Gefahr.')
    expect(twiml).toContain('Paul, House 1')
    const link = /action="([^"]+)"/.exec(twiml)![1]!
    const fields = { Digits: '1', CallSid: 'CA1' }
    const parts = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))
    const signature = createHmac('sha1', 'secret-token')
      .update(link + parts.flat().join(''))
      .digest('base64')
    const pressed = await fetch(`${farm.url}${new URL(link).pathname}`, {
      method: 'POST',
      headers: { 'x-twilio-signature': signature },
      body: new URLSearchParams(fields),
    })
    expect(await pressed.text()).toContain('Der Probealarm ist bestätigt')
    expect((await failed(id)).messages).toMatchObject([{ channel: 'VOICE', confirmedUtc: expect.any(String) as string }])
  })
})

test('a reply 1 from the recipient confirms, other words and senders do not', async () => {
  await open({ SMTP_URL: '', SMS_PROVIDER: provider.twilio, SMS_REPLIES: 'on' })
  await keeper(phone)
  const id = await drilled(farm, api, await aDrillBox(farm))
  await record(farm, api, id, isSent)
  const text = provider.took[0]!.fields.Body!
  expect(text).toMatch(/^DRILL, no danger: Paul \| House 1\. Reply 1 to confirm receipt\.\nhttps:\/\/farm\.example\/drill#/)
  const url = 'https://farm.example/services/notifications/replies'
  const reply = (fields: Record<string, string>, secret = 'secret-token') => {
    const parts = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))
    const signature = createHmac('sha1', secret)
      .update(url + parts.flat().join(''))
      .digest('base64')
    return fetch(`${farm.url}/services/notifications/replies`, {
      method: 'POST',
      headers: { 'x-twilio-signature': signature },
      body: new URLSearchParams(fields),
    })
  }
  const confirmed = async () => (await record(farm, api, id, () => true)).confirmed
  expect((await reply({ From: '+351912345678', Body: '1' }, 'another')).status).toBe(404)
  const unsigned = farm.api().outbox.replied({ body: { From: '+351912345678', Body: '1' } })
  await expect(unsigned).rejects.toMatchObject(failing('NOT_FOUND'))
  expect((await reply({ From: '+351912345678', Body: '12' })).status).toBe(200)
  expect((await reply({ From: '+351912345670', Body: '1' })).status).toBe(200)
  expect(await confirmed()).toBe(0)
  // Whoever was told of an alarm since may have answered that.
  const alarm = { ...(await anOccurrence(farm, 'House 1', 'CRITICAL')), actions: by(['SMS']) }
  clock.advance(1000)
  await farm.world.db.work(farm.system, work => farm.app.services.outbox.notify(work, alarmNotification(alarm)))
  await eventually(
    () => rowsOf(farm, alarm.eventId),
    rows => rows.some(row => row.state === 'SENT'),
  )
  expect((await reply({ From: '+351912345678', Body: '1' })).status).toBe(200)
  expect(await confirmed()).toBe(0)
  await farm.world.owner.query('delete from notifications where event_id = $1', [alarm.eventId])
  const answer = await reply({ From: '+351912345678', Body: ' 1 ok' })
  expect([answer.status, await answer.text()]).toEqual([200, '<Response/>'])
  expect((await failed(id)).result).toBe('PASSED')
  expect(await confirmed()).toBe(1)
})

describe('what confirms', () => {
  test('a link confirms only its own message, for a recipient in scope', async () => {
    await open()
    const paul = await keeper()
    const other = await keeper()
    const box = await aDrillBox(farm)
    const first = await drilled(farm, api, box)
    await record(farm, api, first, isSent)
    const token = tokenIn((await mailTo(paul.email))!.mail.text!)
    clock.advance(BEYOND)
    await failed(first)
    sink.received.length = 0
    await box.line.say('up/log', { at: 0, lvl: 'info', msg: 'here' })
    await box.line.ping()
    const again = await aDrillBoxAgain(box)
    const second = await drilled(farm, api, again)
    const { messages } = await record(farm, api, second, isSent)
    const nobody = farm.api()
    const ownMessage = messages[0]!.notificationId
    const otherMessage = messages[1]!.notificationId
    const real = linkToken(farm.world.secrets, ownMessage, 'drill')
    const forged = `${real.split('.')[0]}.${otherMessage}`
    for (const bad of [forged, linkToken(farm.world.secrets, ownMessage), `${'x'.repeat(43)}.${ownMessage}`]) {
      await expect(nobody.drills.linked({ body: { token: bad } })).rejects.toMatchObject(failing('INVALID_INPUT', 'token'))
      await expect(nobody.drills.confirm({ body: { token: bad } })).rejects.toMatchObject(failing('INVALID_INPUT', 'token'))
    }
    // Nor does a drill's open an alarm.
    await expect(nobody.events.followLink({ body: { token: real } })).rejects.toMatchObject(failing('INVALID_INPUT', 'token'))
    // That of the first drill is of the first alone, and too late for it.
    expect(data(await nobody.drills.confirm({ body: { token } }))).toMatchObject({ result: 'FAILED', isOver: true })
    expect(await record(farm, api, second, () => true)).toMatchObject({ result: 'RUNNING', confirmed: 0 })
    expect((await record(farm, api, first, () => true)).result).toBe('FAILED')
    await farm.world.owner.query(`update users set status = 'INACTIVE' where id = $1`, [other.id])
    const left = messages.find(message => tokenIn(mailText(other.email)).endsWith(`.${message.notificationId}`))!
    const gone = linkToken(farm.world.secrets, left.notificationId, 'drill')
    await expect(nobody.drills.confirm({ body: { token: gone } })).rejects.toMatchObject(failing('INVALID_INPUT', 'token'))
    expect(alarmLink(farm.world.config, farm.world.secrets, ownMessage)).not.toContain(real)
    const mineToken = tokenIn(mailText(paul.email))
    await nobody.drills.confirm({ body: { token: mineToken } })
    const ended = await failed(second)
    expect(ended.messages.filter(message => message.confirmedUtc !== null).map(message => message.notificationId)).toEqual([
      mineToken.split('.')[1],
    ])
  })

  test('a late confirmation leaves the drill failed, and the event open until one passes', async () => {
    await open()
    const { email } = await keeper()
    const box = await aDrillBox(farm)
    const id = await drilled(farm, api, box)
    await record(farm, api, id, isSent)
    clock.advance(BEYOND)
    await farm.api().drills.confirm({ body: { token: tokenIn((await mailTo(email))!.mail.text!) } })
    expect(await failed(id)).toMatchObject({ result: 'FAILED', stage: 'NOT_CONFIRMED', confirmed: 1 })
    const events = async () => data(await api.events.search({ query: { status: ['OPEN'] } })).content
    const [event] = await events()
    expect(event).toMatchObject({ title: 'Alarm drill failed: nobody confirmed', severityLevel: 'MAJOR', category: 'TECHNICAL' })
    expect(event!.entity.id).toBe(farm.at['House 1'])
    expect((await rowsOf(farm, event!.id)).map(row => row.recipient)).toEqual([email])
    sink.received.length = 0
    const next = await drilled(farm, api, await aDrillBoxAgain(box))
    await record(farm, api, next, isSent)
    const drillMail = await eventually(
      () => sink.received.find(received => tokenIn(received.mail.text ?? '') !== ''),
      received => received !== undefined,
    )
    await farm.api().drills.confirm({ body: { token: tokenIn(drillMail!.mail.text!) } })
    expect((await failed(next)).result).toBe('PASSED')
    expect(await events()).toEqual([])
  })
})

describe('the first stage that fails', () => {
  test('fails without recipients, or with a box that is offline, outdated or refuses', async () => {
    await open()
    const stageOf = async (house: string) => {
      const { ids } = data(await start(house))
      const { stage, reason, messages } = await failed(ids[0]!)
      return [stage, reason, messages.length]
    }
    expect(await stageOf('House 2')).toEqual(['NO_BOX', null, 0])
    const terminal = await aTerminal(farm, 'House 1')
    expect(await stageOf('House 1')).toEqual(['NOBODY', null, 0])
    await keeper()
    expect(await stageOf('House 1')).toEqual(['NOT_CONNECTED', null, 0])
    await farm.world.owner.query('update terminals set retired_at = now() where id = $1', [terminal.id])
    const old = await aDrillBox(farm, 'House 1', [], 2)
    expect(old.line.welcome.feat).toBeUndefined()
    expect(await stageOf('House 1')).toEqual(['NO_FEATURE', null, 0])
    await farm.world.owner.query('update terminals set retired_at = now() where id = $1', [old.id])
    const box = await aDrillBox(farm, 'House 1', ['drill', 'siren'], 3)
    expect(box.line.welcome.feat).toEqual(['drill'])
    const { ids } = data(await start())
    await box.answer((await box.ordered())!, 'rejected', { why: 'clock' })
    expect(await failed(ids[0]!)).toMatchObject({ stage: 'NO_ANSWER', reason: 'clock' })
    expect(await count(`from events where severity = 'MAJOR' and status = 'OPEN' and category = 'TECHNICAL'`)).toBe(5)
    // A farm drills the houses that have a box; what stands above farms is none.
    expect(data(await api.drills.preview({ params: { id: farm.at.Paul! } })).houses.map(house => house.entity.name)).toEqual([
      'House 1',
    ])
    await expect(start('Aves')).rejects.toMatchObject(failing('INVALID_INPUT', 'id'))
    await expect((await farm.as('Azinheira')).drills.start({ params: { id: farm.at.Azinheira! } })).rejects.toMatchObject(
      failing('INVALID_INPUT', 'id'),
    )
  })

  test('fails without a delivery, and its pending messages are never sent', async () => {
    await open({ SMTP_URL: '', SMS_PROVIDER: provider.webhook })
    provider.behave({ kind: 'answer', status: 503 })
    await keeper(phone)
    const id = await drilled(farm, api, await aDrillBox(farm))
    await record(farm, api, id, one => one.messages.some(message => message.lastError !== null))
    clock.advance(BEYOND)
    expect(await failed(id)).toMatchObject({ stage: 'NOT_DELIVERED', told: 1, confirmed: 0 })
    provider.behave({ kind: 'take' })
    clock.advance(60_000)
    const { messages } = await record(farm, api, id, one => one.messages[0]!.state === 'WITHHELD')
    expect(messages[0]!.withheldFor).toBe('DRILL_OVER')
    // That it failed is news, and goes by the way that is there; the drill itself does not.
    expect(provider.took.map(({ fields }) => fields.text).filter(text => text?.startsWith('DRILL'))).toEqual([])
  })

  test('drills count for the budget, and never use the reserve', async () => {
    await open({ SMTP_URL: '', SMS_PROVIDER: provider.webhook, NOTIFY_BUDGET: '1', NOTIFY_RESERVE: '5' })
    await keeper(phone)
    await keeper({ phone: '+351912345679' })
    const id = await drilled(farm, api, await aDrillBox(farm))
    const { messages } = await record(
      farm,
      api,
      id,
      one => one.messages.every(({ state }) => state !== 'QUEUED') && one.messages.length === 2,
    )
    expect(messages.map(message => `${message.state} ${message.withheldFor}`).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'SENT null',
      'WITHHELD BUDGET',
    ])
    expect(await count('from notification_days where used = 1 and reserve = 0')).toBe(1)
  })
})

describe('the plan', () => {
  const tuesday = Date.UTC(2026, 6, 7, 8, 59, 58) // 09:59:58 in Lisbon
  const begun = () => count('from drills where planned_at is not null')
  const look = async () => {
    await farm.idle()
    return begun()
  }

  test('runs every Tuesday at 10:00 local time, once, and skips missed runs', async () => {
    await open({ DRILLS: 'on' }, tuesday)
    await keeper()
    // Since a while.
    await farm.world.owner.query(`update entities set created_at = '2026-01-01'`)
    await aTerminal(farm, 'House 1')
    expect(await look()).toBe(0)
    clock.advance(2_000)
    await eventually(look, n => n === 1)
    const [drill] = data(await api.drills.search({ query: {} })).content
    expect(drill).toMatchObject({ plannedUtc: '2026-07-07T09:00:00.000Z', by: '', entity: { id: farm.at['House 1'] } })
    await failed(drill!.id)
    expect(await look()).toBe(1)
    // Down at the hour of the next week.
    clock.advance(7 * 86_400_000 + 6 * 60_000)
    expect(await look()).toBe(1)
    clock.advance(7 * 86_400_000 - 5 * 60_000)
    await eventually(look, n => n === 2)
    // In winter ten is another instant.
    clock.advance(Date.UTC(2026, 10, 3, 9, 0, 30) - clock.now())
    expect(await look()).toBe(2)
    clock.advance(3_600_000)
    await eventually(look, n => n === 3)
  })

  test('runs after a skipped hour as much later, in a repeated hour once', async () => {
    await open({ DRILLS: 'on' }, Date.UTC(2026, 2, 29, 0, 59))
    await keeper()
    await farm.world.owner.query(`update entities set created_at = '2026-01-01'`)
    await aTerminal(farm, 'House 1')
    const set = (weekday: number, at: string, version: number) =>
      api.drills.setPlan({ params: { id: farm.at.Paul! }, body: { plan: { isOn: true, weekday, at }, version } })
    const plan = data(await set(6, '01:30', 0))
    expect(plan.nextUtc).toBe('2026-03-29T01:30:00.000Z')
    clock.advance(60_000)
    expect(await look()).toBe(0)
    clock.advance(30 * 60_000 + 1000)
    await eventually(look, n => n === 1)
    clock.advance(Date.UTC(2026, 9, 25, 0, 30, 5) - clock.now())
    await eventually(look, n => n === 2)
    api = await farm.as('Aves')
    await failed(data(await api.drills.search({ query: {} })).content[0]!.id)
    clock.advance(3_600_000)
    expect(await look()).toBe(2)
  })

  test('a plan is inherited, versioned, protected by a permission and can be off', async () => {
    await open({}, tuesday)
    const at = (name: string) => ({ params: { id: farm.at[name]! } })
    const first = data(await api.drills.plan(at('House 1')))
    expect(first).toMatchObject({
      plan: { isOn: true, weekday: 1, at: '10:00' },
      own: null,
      planOf: null,
      version: 0,
      nextUtc: '2026-07-07T09:00:00.000Z',
    })
    const plan = { isOn: true, weekday: 3, at: '14:30' }
    expect(data(await api.drills.setPlan({ ...at('Paul'), body: { plan, version: 0 } }))).toMatchObject({ own: plan, version: 1 })
    expect(data(await api.drills.plan(at('House 1')))).toMatchObject({
      plan,
      own: null,
      version: 0,
      planOf: { id: farm.at.Paul },
    })
    await expect(api.drills.setPlan({ ...at('Paul'), body: { plan, version: 0 } })).rejects.toMatchObject(
      failing('VERSION_CONFLICT'),
    )
    const off = { isOn: false, weekday: 0, at: '00:00' }
    expect(data(await api.drills.setPlan({ ...at('House 2'), body: { plan: off, version: 0 } }))).toMatchObject({ nextUtc: null })
    expect(data(await api.drills.setPlan({ ...at('House 2'), body: { plan: null, version: 1 } }))).toMatchObject({
      plan,
      own: null,
      version: 0,
    })
    const bad = { ...at('Paul'), body: { plan: { ...plan, at: '24:00' }, version: 1 } }
    await expect(api.drills.setPlan(bad)).rejects.toMatchObject(failing('INVALID_INPUT', 'plan.at'))
    const reader = await farm.as('Paul', ['events.read', 'entities.read'])
    expect(data(await reader.drills.plan(at('House 1'))).plan).toEqual(plan)
    await expect(reader.drills.setPlan({ ...at('Paul'), body: { plan, version: 1 } })).rejects.toMatchObject(
      failing('NOT_ALLOWED'),
    )
    await expect(reader.drills.start(at('House 1'))).rejects.toMatchObject(failing('NOT_ALLOWED'))
    const trail = data(await api.audit.search({ query: { objectType: 'drill' } })).content
    expect(trail.map(one => one.action)).toEqual(['UPDATE', 'UPDATE', 'UPDATE'])
  })

  test('a house has at most one running drill, manual or planned', async () => {
    await open()
    await keeper()
    const box = await aDrillBox(farm)
    const [answer, two] = await Promise.all([start(), start()])
    expect([...data(answer).ids, ...data(two).ids]).toHaveLength(1)
    expect(data(await api.drills.preview({ params: { id: farm.at['House 1']! } })).houses).toMatchObject([
      { boxName: 'Box 1', stage: null, isRunning: true, people: [{ channels: ['MAIL'] }] },
    ])
    await box.ordered()
    expect(data(await start()).ids).toEqual([])
  })
})

const mailText = (email: string) =>
  sink.received.find(received => received.to[0] === email && tokenIn(received.mail.text ?? '') !== '')?.mail.text ?? ''

/** The same box in a session of now: what advanced the clock made it silent. */
async function aDrillBoxAgain(box: Awaited<ReturnType<typeof aDrillBox>>) {
  const { session } = await import('../../test/box.ts')
  const line = await session(farm, box, { feat: ['drill'], boot: 18, tail: 10, head: 11 })
  let seq = 10
  return {
    async ordered() {
      const order = await line.hear('dn/cmd')
      return order && 'drill' in order ? order : null
    },
    answer: (order: { id: string; n: number }) =>
      line.say('up/ack', { id: order.id, n: order.n, st: 'done' as const, at: clock.now() }),
    do: (key: string) =>
      line.say('up/data', {
        v: 1,
        e: 3,
        s: ++seq,
        t: clock.now(),
        q: 2,
        h: 0,
        r: [],
        x: [[0, 0, { rule: 'drill', ver: 0, kind: 'DRILL', key }]],
      }),
  }
}
