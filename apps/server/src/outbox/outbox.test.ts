import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { aSink, eventually } from '../../test/smtp.ts'
import { oneLine } from '../platform/mail.ts'
import { outbox } from './outbox.ts'
import { anOccurrence, responsible, rowsOf } from '../../test/outbox.ts'
import { retryAfter } from './pump.ts'
import type { News } from './outbox.ts'

/** Nothing of the writer's own. */
const plain = { subject: '', body: '' }

const tell = (farm: Farm, news: News, post = farm.app.doors.outbox) =>
  farm.world.db.work(farm.system, work => post.tell(work, news)).then(heard => heard.MAIL)

test('waiting between tries grows and is bounded', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 500].map(retryAfter)).toEqual([2, 4, 8, 16, 32, 60, 60, 60].map(s => s * 1000))
})

test('a header stays one line', () => {
  expect(oneLine('Fire\r\nBcc: all@example.com\u2028x')).toBe('Fire Bcc: all@example.com x')
})

describe('without a mail server', () => {
  let farm: Farm
  beforeAll(async () => (farm = await aFarm()))
  afterAll(() => farm.close())

  test('what would have gone out is kept, seen by those whose place it is, and addresses only by those who may see people', async () => {
    const email = await farm.person('Paul')
    await responsible(farm, 'Paul', email)
    const news = await anOccurrence(farm, 'House 1')
    expect(await tell(farm, news)).toBe(1)
    const reader = await farm.as('House 1', ['events.read', 'users.read'])
    const { content } = data(await reader.outbox.search({ query: { eventId: news.eventId } }))
    expect(content).toMatchObject([{ state: 'KEPT', channel: 'MAIL', recipient: email, attempts: 0, sentUtc: null }])
    const shy = await farm.as('Paul', ['events.read'])
    expect(data(await shy.outbox.search({ query: {} })).content[0]!.recipient).toBe('p…@steading.example')
    const beside = await farm.as('Azinheira', ['events.read', 'users.read'])
    expect(data(await beside.outbox.search({ query: {} })).totalElements).toBe(0)
  })

  test('the nearest responsibles are told, further ones as it escalates, each once, none who is inactive or cannot see the place', async () => {
    const [near, above, inactive, far] = [
      await farm.person('Suínos'),
      await farm.person('Grupo'),
      await farm.person('Suínos'),
      await farm.person('Paul'),
    ]
    await responsible(farm, 'Azinheira', near)
    await responsible(farm, 'Grupo', above)
    await responsible(farm, 'Room 1', inactive, { status: 'INACTIVE' })
    await responsible(farm, 'Room 1', far)
    const news = await anOccurrence(farm, 'Room 1')
    expect(await tell(farm, news)).toBe(1)
    expect((await rowsOf(farm, news.eventId)).map(row => row.recipient)).toEqual([near])
    expect(await tell(farm, news)).toBe(0)
    expect(await tell(farm, { ...news, escalation: 1 })).toBe(1)
    expect((await rowsOf(farm, news.eventId)).map(row => row.recipient)).toEqual([near, above])
  })

  test('people are told as they have chosen; of what is CRITICAL everybody', async () => {
    const [silent, patient, named] = [await farm.person('Aves'), await farm.person('Aves'), await farm.person('Aves')]
    const chosen = (MAIL: boolean, from: string) => ({
      notifications: JSON.stringify({ channels: { MAIL, SMS: true, VOICE: true, WHATSAPP: true }, from }),
    })
    await responsible(farm, 'House 2', silent, chosen(false, 'LOW'))
    await responsible(farm, 'House 2', patient, chosen(true, 'MAJOR'))
    await responsible(farm, 'House 2', named)
    const hear = async (severity: News['severity']) => {
      const news = await anOccurrence(farm, 'House 2', severity)
      await tell(farm, news)
      return (await rowsOf(farm, news.eventId)).map(row => row.recipient)
    }
    expect(await hear('MODERATE')).toEqual([named])
    expect(await hear('MAJOR')).toEqual([patient, named])
    expect(await hear('CRITICAL')).toEqual([silent, patient, named])
  })

  test('an event’s own recipients, in their languages; a channel’s recurrence holds back', async () => {
    const greek = await farm.person('Azinheira')
    await farm.world.db.work(farm.system, work =>
      work.sql.updateTable('users').set({ language: 'el-GR' }).where('email', '=', greek).execute(),
    )
    const { id } = await farm.world.db.work(farm.system, work =>
      work.sql.selectFrom('users').select('id').where('email', '=', greek).executeTakeFirstOrThrow(),
    )
    const actions: News['actions'] = [
      {
        type: 'MAIL',
        status: 'ACTIVE',
        notifyResponsible: false,
        recurrence: 600,
        properties: { usersList: [id], contactsList: ['Vet@example.org', greek.toUpperCase()], ...plain },
      },
    ]
    const news = { ...(await anOccurrence(farm, 'Room 1')), actions }
    expect(await tell(farm, news)).toBe(2)
    const rows = await rowsOf(farm, news.eventId)
    expect(rows.map(row => row.recipient)).toEqual([greek, 'Vet@example.org'])
    expect(rows[0]!.subject).toMatch(/^(Χαμηλή|Μέτρια|Υψηλή|Κρίσιμη): /)
    expect(await tell(farm, { ...news, key: 'second' })).toBe(0)
    expect(await tell(farm, { ...news, key: 'third', at: new Date(news.at.getTime() + 601_000) })).toBe(2)
  })

  test('a channel’s recurrence keeps nobody up the list from hearing, and of what is CRITICAL nobody at all', async () => {
    const properties = { usersList: [], contactsList: [], ...plain }
    const actions = [{ type: 'MAIL', status: 'ACTIVE', notifyResponsible: true, recurrence: 86_400, properties }] as const
    const told = async (severity: News['severity']) => {
      const news = { ...(await anOccurrence(farm, 'Room 1', severity)), actions }
      const counts = [await tell(farm, news)]
      for (const [key, escalation] of [
        ['again', 0],
        ['up', 1],
        ['further', 1],
      ] as const)
        counts.push(await tell(farm, { ...news, key: `${news.key}:${key}`, escalation }))
      return { counts, people: (await rowsOf(farm, news.eventId)).map(row => row.recipient) }
    }
    const { counts, people } = await told('MAJOR')
    expect(counts).toEqual([1, 0, 1, 0])
    const [near, above] = people
    expect(await told('CRITICAL')).toEqual({ counts: [1, 0, 2, 2], people: [near, near, above, near, above] })
  })
})

describe('with a mail server', () => {
  test('a mail arrives as it was meant: UTF-8, both parts, the link of the configured host', async () => {
    const sink = await aSink()
    const farm = await aFarm({ settings: { SMTP_URL: sink.url, PUBLIC_URL: 'https://farm.example/' } })
    await responsible(farm, 'Paul', await farm.person('Paul'), { language: 'pt-PT' })
    const news = await anOccurrence(farm, 'House 1')
    await tell(farm, news)
    await eventually(
      () => sink.received.length,
      count => count === 1,
    )
    const [{ mail, to }] = sink.received as [(typeof sink.received)[number]]
    expect(mail.subject).toBe('Elevada: Demasiado calor — Olá ç, House 1')
    expect(mail.from?.address).toBe('alarm@steading.example')
    expect(to).toHaveLength(1)
    expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
    expect(mail.text).toMatch(/^Elevada\nDemasiado calor — Olá ç\n/)
    expect(mail.text).toContain(`Abrir o evento: https://farm.example/events/${news.eventId}/details`)
    expect(mail.html).toContain('<html lang="pt-PT">')
    await eventually(
      () => rowsOf(farm, news.eventId),
      rows => rows[0]?.state === 'SENT' && rows[0].sent_at !== null,
    )
    await farm.close()
    await sink.close()
  })

  test('while it is down nothing is lost; when it is back each comes once', async () => {
    const probe = await aSink()
    const { port } = probe
    await probe.close()
    const farm = await aFarm({ settings: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
    await responsible(farm, 'Paul', await farm.person('Paul'))
    const all = await Promise.all(Array.from({ length: 4 }, () => anOccurrence(farm, 'House 1')))
    for (const news of all) await tell(farm, news)
    await eventually(
      () => Promise.all(all.map(news => rowsOf(farm, news.eventId))),
      found => found.flat().every(row => row.failed_since !== null && row.state === 'QUEUED'),
    )
    const sink = await aSink({ port })
    await eventually(
      () => sink.received.length,
      count => count >= 4,
      40_000,
    )
    await eventually(
      () => Promise.all(all.map(news => rowsOf(farm, news.eventId))),
      found => found.flat().every(row => row.state === 'SENT'),
    )
    expect(new Set(sink.received.map(({ mail }) => mail.messageId)).size).toBe(4)
    expect(sink.received).toHaveLength(4)
    await farm.close()
    await sink.close()
  }, 60_000)

  test('sent again after a crash between sending and its commit, it is the same mail', async () => {
    const sink = await aSink()
    const farm = await aFarm({ settings: { SMTP_URL: sink.url } })
    await responsible(farm, 'Paul', await farm.person('Paul'))
    const news = await anOccurrence(farm, 'House 1')
    await tell(farm, news)
    await eventually(
      () => rowsOf(farm, news.eventId),
      rows => rows[0]?.state === 'SENT',
    )
    // As the crash of another program left it: taken up, never marked.
    await farm.world.db.work(farm.system, work =>
      work.sql
        .updateTable('notifications')
        .set({ state: 'QUEUED', sent_at: null, taken_by: randomUUID(), due_at: new Date(work.now.getTime() + 60_000) })
        .where('event_id', '=', news.eventId)
        .execute(),
    )
    const after = outbox(farm.world)
    await after.part.start()
    await eventually(
      () => sink.received.length,
      count => count === 2,
    )
    const [row] = await eventually(
      () => rowsOf(farm, news.eventId),
      rows => rows[0]?.state === 'SENT',
    )
    expect(sink.received[1]!.mail.messageId).toBe(sink.received[0]!.mail.messageId)
    expect(sink.received[1]!.mail.date).toBe(sink.received[0]!.mail.date)
    // Nothing came twice: who reads mail drops the second of the same id.
    expect(row!.repeated).toBe(false)
    await after.part.stop()
    await farm.close()
    await sink.close()
  })

  test('two outboxes over one table send a mail once', async () => {
    const sink = await aSink()
    const farm = await aFarm({ settings: { SMTP_URL: sink.url } })
    await responsible(farm, 'Paul', await farm.person('Paul'))
    const other = outbox(farm.world)
    await other.part.start()
    const news = await Promise.all(Array.from({ length: 4 }, () => anOccurrence(farm, 'House 1')))
    for (const one of news) {
      await tell(farm, one)
      other.wake()
    }
    await eventually(
      () => Promise.all(news.map(one => rowsOf(farm, one.eventId))),
      found => found.flat().every(row => row.state === 'SENT'),
    )
    expect(sink.received).toHaveLength(4)
    await other.part.stop()
    await farm.close()
    await sink.close()
  })

  test('a recipient whom the server will not have holds up nobody', async () => {
    const refuse = (to: readonly string[]) =>
      to.some(address => address.startsWith('gone')) ? { code: 550, message: 'no such person' } : undefined
    const sink = await aSink({ refuse })
    const farm = await aFarm({ settings: { SMTP_URL: sink.url } })
    await responsible(farm, 'Paul', await farm.person('Paul'))
    const news = await anOccurrence(farm, 'House 1')
    const actions: News['actions'] = [
      {
        type: 'MAIL',
        status: 'ACTIVE',
        notifyResponsible: true,
        recurrence: 0,
        properties: { usersList: [], contactsList: ['gone@example.org', 'not an address'], ...plain },
      },
    ]
    await tell(farm, { ...news, actions })
    const rows = await eventually(
      () => rowsOf(farm, news.eventId),
      found => found.some(row => row.state === 'SENT') && found.filter(row => row.last_error !== null).length === 2,
    )
    expect(rows.filter(row => row.state === 'QUEUED').map(row => row.recipient)).toEqual(['gone@example.org', 'not an address'])
    expect(sink.received).toHaveLength(1)
    await farm.close()
    await sink.close()
  })
})
