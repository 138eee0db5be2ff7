import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGES } from '@steading/contract/users/languages'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { aClock, anOccurrence, responsible, rowsOf } from '../../test/outbox.ts'
import { alarmNotification, linkToken } from '../outbox/index.ts'

let farm: Farm
const clock = aClock(Date.UTC(2026, 6, 6, 0, 30))
let userId: string

beforeAll(async () => {
  farm = await aFarm({ clock, settings: { SESSION_HOURS: '720', IDLE_MINUTES: '1440', REQUEST_MINUTES: '1440' } })
  userId = await responsible(farm, 'Paul', await farm.person('Paul'), {
    short_name: 'João',
    language: 'en-US',
    time_zone: 'Europe/Lisbon',
  })
})
afterAll(() => farm.close())

/** Notifies a contact of an alarm; answers the token of the link and the event. */
async function alarmLink(title = 'Too hot') {
  const news = await anOccurrence(farm, 'House 1', 'CRITICAL', { title })
  await farm.world.db.work(farm.system, work => farm.app.services.outbox.notify(work, alarmNotification(news)))
  const [row] = await rowsOf(farm, news.eventId)
  return { token: linkToken(farm.world.secrets, row!.id), eventId: news.eventId, message: row!.id }
}
const get = (url: string, headers = {}) => farm.app.http.inject({ method: 'GET', url, headers })
const post = (url: string, form: Record<string, string>, headers = {}) =>
  farm.app.http.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  })
const keyIn = (page: string) => /name="key" value="([\w-]{43})"/.exec(page)![1]!
const history = async (eventId: string) => {
  const { rows } = await farm.world.owner.query<{
    step: string
    via: string
    arrives_at: Date | null
    checks: string[]
    user_id: string
  }>(
    `select step, via, arrives_at, checks, user_id::text from event_changes where event_id = $1 and step is not null order by id`,
    [eventId],
  )
  return rows
}
async function opened() {
  const alarm = await alarmLink()
  const page = await post('/a', { token: alarm.token })
  return { ...alarm, page, form: { key: keyIn(page.body), message: alarm.message, eventId: alarm.eventId } }
}

test('a look shows a button alone: it reveals nothing and spends nothing', async () => {
  const { token } = await alarmLink()
  for (let n = 0; n < 3; n++) {
    const page = await get(`/a/${token}`)
    expect(page.statusCode).toBe(200)
    expect(page.body).not.toMatch(/Too hot|House 1|João/)
    expect(page.body).toContain('Show the alarm')
  }
  expect((await post('/a', { token })).body).toContain('Too hot')
})

test('responses are not cached, framed or indexed, send no referrer and allow no script', async () => {
  const { token } = await alarmLink()
  for (const page of [await get(`/a/${token}`), await post('/a', { token })]) {
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(page.headers['x-robots-tag']).toContain('noindex')
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/script-src|unsafe/)
    expect(page.body).not.toMatch(/<script|\son\w+=|https?:\/\//)
  }
})

test('a token opens once; the cookie of the device that opened it shows it again, and another device sees a button', async () => {
  const { token, message } = await alarmLink()
  const page = await post('/a', { token })
  const cookie = String(page.headers['set-cookie'])
  expect(cookie).toMatch(new RegExp(`^alarm_${message}=[\\w-]{43}; Path=/a; Max-Age=86400; HttpOnly; SameSite=Lax`))
  const again = await post('/a', { token })
  expect([again.statusCode, again.body.includes('already opened on another device')]).toEqual([400, true])
  expect((await get(`/a/${token}`, { cookie: cookie.split(';')[0]! })).body).toContain('Too hot')
  expect((await get(`/a/${token}`)).body).not.toContain('Too hot')
  expect((await get(`/a/${token}`, { cookie: `alarm_${message}=${'x'.repeat(43)}` })).body).not.toContain('Too hot')
})

test('a wrong token, a wrong key and a form without one answer nothing', async () => {
  const { eventId, form } = await opened()
  const wrong = [
    await get('/a/nonsense'),
    await post('/a', { token: `${'x'.repeat(43)}.1` }),
    await post('/a', {}),
    await post('/a/answer', { ...form, key: 'x'.repeat(43), step: 'SEEN' }),
    await post('/a/answer', { eventId, step: 'SEEN' }),
    // The cookie alone answers nothing.
    await post('/a/answer', { eventId, step: 'SEEN' }, { cookie: `alarm_${form.message}=${form.key}` }),
    await post('/a/answer', { ...form, eventId: String(Number(eventId) + 1000), step: 'SEEN' }),
  ]
  for (const page of wrong) {
    expect(page.statusCode).toBe(400)
    expect(page.body).not.toContain('Too hot')
  }
  expect(await history(eventId)).toEqual([])
})

describe('an answer by a form', () => {
  test('goes with an arrival in minutes or at a time of the reader’s clock', async () => {
    const { eventId, form } = await opened()
    const page = await post('/a/answer', { ...form, step: 'GOING', arrivesIn: '30' })
    expect(page.body).toContain('there by 02:00')
    clock.advance(60_000)
    await post('/a/answer', { ...form, step: 'GOING', at: '02:40' })
    clock.advance(60_000)
    await post('/a/answer', { ...form, step: 'WITHDRAWN' })
    const lines = await history(eventId)
    expect(lines.map(line => [line.step, line.via, line.user_id])).toEqual([
      ['GOING', 'LINK', userId],
      ['GOING', 'LINK', userId],
      ['WITHDRAWN', 'LINK', userId],
    ])
    expect(lines[0]!.arrives_at!.getTime() % 60_000).toBe(0)
    expect(
      new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/Lisbon' }).format(lines[1]!.arrives_at!),
    ).toBe('02:40')
  })

  test('that is not allowed is not noted, and the page says so', async () => {
    const { eventId, form } = await opened()
    for (const answer of [
      { step: 'DANCE' },
      { step: 'GOING', arrivesIn: '9999' },
      { step: 'WITHDRAWN' },
      { step: '', notes: ' ' },
    ]) {
      const page = await post('/a/answer', { ...form, ...answer })
      expect([page.statusCode, page.body.includes('role="alert"')]).toEqual([400, true])
    }
    expect(await history(eventId)).toEqual([])
  })

  test('stores what was looked at before nothing was found, and shows it', async () => {
    const { eventId, form } = await opened()
    const page = await post('/a/answer', { ...form, step: 'NOTHING_FOUND', 'check.PHASES': 'on', 'check.GAS': 'on' })
    expect(page.body).toContain('Nothing found')
    expect(await history(eventId)).toMatchObject([{ step: 'NOTHING_FOUND', checks: ['PHASES', 'GAS'] }])
    const solved = await post('/a/answer', { ...form, step: 'SOLVED' })
    expect(solved.body).toContain('This alarm is closed.')
  })

  test('says after the alarm whether something was found', async () => {
    const { eventId, form, page } = await opened()
    expect(page.body).not.toContain('Was something found?')
    const closed = await post('/a/answer', { ...form, step: 'SOLVED' })
    expect(closed.body).toContain('Was something found?')
    const response = await post('/a/answer', { ...form, step: '', finding: 'SOMETHING' })
    expect([response.statusCode, response.body.includes('role="alert"')]).toEqual([200, false])
    const { rows } = await farm.world.owner.query('select finding, status from events where id = $1', [eventId])
    expect(rows).toEqual([{ finding: 'SOMETHING', status: 'CLOSED' }])
    expect((await post('/a/answer', { ...form, step: '', finding: 'PERHAPS' })).statusCode).toBe(400)
  })

  test('escapes what people wrote', async () => {
    const { form } = await opened()
    const page = await post('/a/answer', { ...form, step: '', notes: '<img src=x onerror=alert(1)>' })
    expect(page.body).toContain('&lt;img src=x')
    expect(page.body).not.toContain('<img')
  })
})

test('the key behind the # of the full page opens the same event there', async () => {
  const { eventId, page } = await opened()
  const [, key] = /href="\/alarm#key\.([\w-]{43})\.\d+"/.exec(page.body)!
  expect(data(await farm.api().events.linked({ body: { key: key! } }))).toMatchObject({ eventId })
})

test.each(LANGUAGES)('both steps take at most 14 KB over the wire, in %s', async language => {
  await farm.world.owner.query('update users set language = $1 where id = $2', [language, userId])
  const { token } = await alarmLink()
  const headers = { 'accept-encoding': 'gzip', 'accept-language': language }
  const steps = [await get(`/a/${token}`, headers), await post('/a', { token }, headers)]
  const bytes = steps.map(
    step =>
      step.rawPayload.length +
      Object.entries(step.headers).reduce((sum, [name, value]) => sum + name.length + String(value).length + 4, 0),
  )
  const read = steps.map(step =>
    String(
      step.headers['content-encoding'] === 'gzip'
        ? gunzipSync(step.rawPayload)
        : step.headers['content-encoding'] === 'br'
          ? brotliDecompressSync(step.rawPayload)
          : step.rawPayload,
    ),
  )
  expect(read[1]).toContain('Too hot')
  expect(read[1]).toContain(`lang="${language}"`)
  expect(bytes[0]! + bytes[1]!).toBeLessThanOrEqual(14_336)
})
