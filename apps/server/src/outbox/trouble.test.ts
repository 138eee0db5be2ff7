import { describe, expect, test } from 'vitest'
import { clock, farm, isOut, keeper, open, provider, settled, sink, tell, withChannels } from '../../test/channels.ts'
import { anOccurrence, by, rowsOf } from '../../test/outbox.ts'
import type { Manner } from '../../test/provider.ts'
import { aSink, eventually } from '../../test/smtp.ts'
import type { News } from './outbox.ts'

withChannels()

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

describe('what the watch is told', () => {
  const MINUTES = 60_000
  const asked = () =>
    farm.world.db.work(farm.system, async work => {
      const since = new Date(work.now.getTime() - 2 * MINUTES)
      const people = await farm.app.doors.outbox.reached(work, farm.at['House 1']!)
      return {
        isUnheard: await farm.app.doors.outbox.isUnheard(work, since),
        stalled: await farm.app.doors.outbox.stalled(work, since, people),
      }
    })
  const contacts = (...numbers: string[]) => by(['SMS'], { contactsList: numbers })
  const given = async (actions: News['actions'], severity: News['severity'] = 'MAJOR') => {
    const news = { ...(await anOccurrence(farm, 'House 1', severity)), actions }
    await tell(farm, news)
    await eventually(
      () => {
        clock.advance(1000)
        farm.app.doors.outbox.wake()
        return rowsOf(farm, news.eventId)
      },
      rows => rows.every(row => ['SENT', 'FAILED', 'KEPT'].includes(row.state)),
    )
  }

  test('a channel that refuses one after the other is in trouble until one gets through; one number that is none is not', async () => {
    await open({ SMS_PROVIDER: provider.twilio, SMTP_URL: sink.url })
    await keeper()
    provider.behave({ kind: 'answer', status: 400 })
    await given(contacts('+351912345670'))
    clock.advance(3 * MINUTES)
    expect((await asked()).stalled).toEqual([])
    await given(contacts('+351912345671'))
    clock.advance(3 * MINUTES)
    expect((await asked()).stalled).toEqual([{ channel: 'SMS', by: 'MAIL' }])
    provider.behave({ kind: 'take' })
    await given(contacts('+351912345672'))
    expect((await asked()).stalled).toEqual([])
  })

  test('what is refused beside what gets through is those numbers’ trouble', async () => {
    await open({ SMS_PROVIDER: provider.twilio, SMTP_URL: sink.url })
    await keeper()
    provider.behave(({ fields }) => (fields.To === '+351912345670' ? { kind: 'take' } : { kind: 'answer', status: 400 }))
    await given(contacts('+351912345670', '+351912345671', '+351912345672'))
    clock.advance(3 * MINUTES)
    expect((await asked()).stalled).toEqual([])
  })

  test('what is kept on a channel that nobody opened is heard by nobody', async () => {
    const picky = await aSink({ refuse: () => ({ code: 550, message: 'relay denied' }) })
    await open({ SMTP_URL: picky.url })
    await keeper()
    await given(by(['MAIL', 'SMS']), 'CRITICAL')
    clock.advance(3 * MINUTES)
    expect((await asked()).isUnheard).toBe(true)
    await picky.close()
  })
})
