import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { aSink, eventually } from '../../test/smtp.ts'
import { oneLine } from './transport/mailer.ts'
import { createOutbox } from './outbox.ts'
import { anOccurrence, responsible, rowsOf } from '../../test/outbox.ts'
import { alarmNotification } from './messages/templates/alarm.ts'
import type { Alarm } from './messages/templates/alarm.ts'

/** Nothing of the writer's own. */
const plain = { subject: '', body: '' }

const tell = (farm: Farm, alarm: Alarm, post = farm.app.services.outbox) =>
  farm.world.db
    .work(farm.system, work => post.notify(work, alarmNotification(alarm)))
    .then(messages => messages.filter(({ channel, isReached }) => channel === 'MAIL' && isReached).length)

test('removes line breaks from a header', () => {
  expect(oneLine('Fire\r\nBcc: all@example.com\u2028x')).toBe('Fire Bcc: all@example.com x')
})

describe('without a mail server', () => {
  let farm: Farm
  beforeAll(async () => (farm = await aFarm()))
  afterAll(() => farm.close())

  test('keeps messages, and hides addresses without users.read', async () => {
    const email = await farm.person('Paul')
    await responsible(farm, 'Paul', email)
    const alarm = await anOccurrence(farm, 'House 1')
    expect(await tell(farm, alarm)).toBe(1)
    const reader = await farm.as('House 1', ['events.read', 'users.read'])
    const { content } = data(await reader.outbox.search({ query: { eventId: alarm.eventId } }))
    expect(content).toMatchObject([{ state: 'KEPT', channel: 'MAIL', recipient: email, attempts: 0, sentUtc: null }])
    const shy = await farm.as('Paul', ['events.read'])
    expect(data(await shy.outbox.search({ query: {} })).content[0]!.recipient).toBe('p…@steading.example')
    const beside = await farm.as('Azinheira', ['events.read', 'users.read'])
    expect(data(await beside.outbox.search({ query: {} })).totalElements).toBe(0)
  })

  test('notifies the nearest responsibles, and further ones by escalation level', async () => {
    const near = await farm.person('Suínos')
    const above = await farm.person('Grupo')
    const inactive = await farm.person('Suínos')
    const far = await farm.person('Paul')
    await responsible(farm, 'Azinheira', near)
    await responsible(farm, 'Grupo', above)
    await responsible(farm, 'Room 1', inactive, { status: 'INACTIVE' })
    await responsible(farm, 'Room 1', far)
    const alarm = await anOccurrence(farm, 'Room 1')
    expect(await tell(farm, alarm)).toBe(1)
    expect((await rowsOf(farm, alarm.eventId)).map(row => row.recipient)).toEqual([near])
    expect(await tell(farm, alarm)).toBe(0)
    expect(await tell(farm, { ...alarm, escalation: 1 })).toBe(1)
    expect((await rowsOf(farm, alarm.eventId)).map(row => row.recipient)).toEqual([near, above])
  })

  test('applies preferences except to CRITICAL events', async () => {
    const silent = await farm.person('Aves')
    const patient = await farm.person('Aves')
    const named = await farm.person('Aves')
    const chosen = (MAIL: boolean, from: string) => ({
      notifications: JSON.stringify({ channels: { MAIL, SMS: true, VOICE: true, WHATSAPP: true }, from }),
    })
    await responsible(farm, 'House 2', silent, chosen(false, 'LOW'))
    await responsible(farm, 'House 2', patient, chosen(true, 'MAJOR'))
    await responsible(farm, 'House 2', named)
    const hear = async (severity: Alarm['severity']) => {
      const alarm = await anOccurrence(farm, 'House 2', severity)
      await tell(farm, alarm)
      return (await rowsOf(farm, alarm.eventId)).map(row => row.recipient)
    }
    expect(await hear('MODERATE')).toEqual([named])
    expect(await hear('MAJOR')).toEqual([patient, named])
    expect(await hear('CRITICAL')).toEqual([silent, patient, named])
  })

  test('notifies an event’s own recipients in their languages, throttled', async () => {
    const greek = await farm.person('Azinheira')
    await farm.world.db.work(farm.system, work =>
      work.sql.updateTable('users').set({ language: 'el-GR' }).where('email', '=', greek).execute(),
    )
    const { id } = await farm.world.db.work(farm.system, work =>
      work.sql.selectFrom('users').select('id').where('email', '=', greek).executeTakeFirstOrThrow(),
    )
    const actions: Alarm['actions'] = [
      {
        type: 'MAIL',
        status: 'ACTIVE',
        notifyResponsible: false,
        recurrence: 600,
        properties: { usersList: [id], contactsList: ['Vet@example.org', greek.toUpperCase()], ...plain },
      },
    ]
    const alarm = { ...(await anOccurrence(farm, 'Room 1')), actions }
    expect(await tell(farm, alarm)).toBe(2)
    const rows = await rowsOf(farm, alarm.eventId)
    expect(rows.map(row => row.recipient)).toEqual([greek, 'Vet@example.org'])
    expect(rows[0]!.subject).toMatch(/^(Χαμηλή|Μέτρια|Υψηλή|Κρίσιμη): /)
    expect(await tell(farm, { ...alarm, key: 'second' })).toBe(0)
    expect(await tell(farm, { ...alarm, key: 'third', at: new Date(alarm.at.getTime() + 601_000) })).toBe(2)
  })

  test('throttles neither escalated recipients nor an escalated CRITICAL event', async () => {
    const properties = { usersList: [], contactsList: [], ...plain }
    const actions = [{ type: 'MAIL', status: 'ACTIVE', notifyResponsible: true, recurrence: 86_400, properties }] as const
    const notifyFrom = async (severity: Alarm['severity']) => {
      const alarm = { ...(await anOccurrence(farm, 'Room 1', severity)), actions }
      const counts = [await tell(farm, alarm)]
      for (const [key, escalation] of [
        ['again', 0],
        ['up', 1],
        ['further', 1],
      ] as const)
        counts.push(await tell(farm, { ...alarm, key: `${alarm.key}:${key}`, escalation }))
      return { counts, people: (await rowsOf(farm, alarm.eventId)).map(row => row.recipient) }
    }
    const { counts, people } = await notifyFrom('MAJOR')
    expect(counts).toEqual([1, 0, 1, 0])
    const [near, above] = people
    expect(await notifyFrom('CRITICAL')).toEqual({ counts: [1, 0, 2, 2], people: [near, near, above, near, above] })
  })
})

describe('with a mail server', () => {
  test('sends UTF-8, text and HTML, and the link of the configured host', async () => {
    const sink = await aSink()
    const farm = await aFarm({ settings: { SMTP_URL: sink.url, PUBLIC_URL: 'https://farm.example/' } })
    await responsible(farm, 'Paul', await farm.person('Paul'), { language: 'pt-PT' })
    const alarm = await anOccurrence(farm, 'House 1')
    await tell(farm, alarm)
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
    expect(mail.text).toContain(`Abrir o evento: https://farm.example/events/${alarm.eventId}/details`)
    expect(mail.html).toContain('<html lang="pt-PT">')
    await eventually(
      () => rowsOf(farm, alarm.eventId),
      rows => rows[0]?.state === 'SENT' && rows[0].sent_at !== null,
    )
    await farm.close()
    await sink.close()
  })

  test('sends each e-mail once after an outage', async () => {
    const probe = await aSink()
    const { port } = probe
    await probe.close()
    const farm = await aFarm({ settings: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
    await responsible(farm, 'Paul', await farm.person('Paul'))
    const all = await Promise.all(Array.from({ length: 4 }, () => anOccurrence(farm, 'House 1')))
    for (const alarm of all) await tell(farm, alarm)
    await eventually(
      () => Promise.all(all.map(alarm => rowsOf(farm, alarm.eventId))),
      found => found.flat().every(row => row.failed_since !== null && row.state === 'QUEUED'),
    )
    const sink = await aSink({ port })
    await eventually(
      () => sink.received.length,
      count => count >= 4,
    )
    await eventually(
      () => Promise.all(all.map(alarm => rowsOf(farm, alarm.eventId))),
      found => found.flat().every(row => row.state === 'SENT'),
    )
    expect(new Set(sink.received.map(({ mail }) => mail.messageId)).size).toBe(4)
    expect(sink.received).toHaveLength(4)
    await farm.close()
    await sink.close()
  })

  test('repeats an e-mail with the same Message-ID after a crash', async () => {
    const sink = await aSink()
    const farm = await aFarm({ settings: { SMTP_URL: sink.url } })
    await responsible(farm, 'Paul', await farm.person('Paul'))
    const alarm = await anOccurrence(farm, 'House 1')
    await tell(farm, alarm)
    await eventually(
      () => rowsOf(farm, alarm.eventId),
      rows => rows[0]?.state === 'SENT',
    )
    // As the crash of another program left it: taken up, never marked.
    await farm.world.db.work(farm.system, work =>
      work.sql
        .updateTable('notifications')
        .set({ state: 'QUEUED', sent_at: null, claimed_by: randomUUID(), due_at: new Date(work.now.getTime() + 60_000) })
        .where('event_id', '=', alarm.eventId)
        .execute(),
    )
    const after = createOutbox(farm.world)
    await after.part.start()
    await eventually(
      () => sink.received.length,
      count => count === 2,
    )
    const [row] = await eventually(
      () => rowsOf(farm, alarm.eventId),
      rows => rows[0]?.state === 'SENT',
    )
    expect(sink.received[1]!.mail.messageId).toBe(sink.received[0]!.mail.messageId)
    expect(sink.received[1]!.mail.date).toBe(sink.received[0]!.mail.date)
    // Nothing came twice: who reads mail drops the second of the same id.
    expect(row!.possible_duplicate).toBe(false)
    await after.part.stop()
    await farm.close()
    await sink.close()
  })

  test('two outboxes over one table send an e-mail once', async () => {
    const sink = await aSink()
    const farm = await aFarm({ settings: { SMTP_URL: sink.url } })
    await responsible(farm, 'Paul', await farm.person('Paul'))
    const other = createOutbox(farm.world)
    await other.part.start()
    const alarm = await Promise.all(Array.from({ length: 4 }, () => anOccurrence(farm, 'House 1')))
    for (const one of alarm) {
      await tell(farm, one)
      other.wake()
    }
    await eventually(
      () => Promise.all(alarm.map(one => rowsOf(farm, one.eventId))),
      found => found.flat().every(row => row.state === 'SENT'),
    )
    expect(sink.received).toHaveLength(4)
    await other.part.stop()
    await farm.close()
    await sink.close()
  })

  test('a rejected recipient blocks no other', async () => {
    const refuse = (to: readonly string[]) =>
      to.some(address => address.startsWith('gone')) ? { code: 550, message: 'no such person' } : undefined
    const sink = await aSink({ refuse })
    const farm = await aFarm({ settings: { SMTP_URL: sink.url } })
    await responsible(farm, 'Paul', await farm.person('Paul'))
    const alarm = await anOccurrence(farm, 'House 1')
    const actions: Alarm['actions'] = [
      {
        type: 'MAIL',
        status: 'ACTIVE',
        notifyResponsible: true,
        recurrence: 0,
        properties: { usersList: [], contactsList: ['gone@example.org', 'not an address'], ...plain },
      },
    ]
    await tell(farm, { ...alarm, actions })
    const rows = await eventually(
      () => rowsOf(farm, alarm.eventId),
      found => found.some(row => row.state === 'SENT') && found.filter(row => row.last_error !== null).length === 2,
    )
    expect(rows.filter(row => row.state === 'QUEUED').map(row => row.recipient)).toEqual(['gone@example.org', 'not an address'])
    expect(sink.received).toHaveLength(1)
    await farm.close()
    await sink.close()
  })
})
