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
import { anOccurrence, by, rowsOf } from '../../../test/outbox.ts'
import type { Manner } from '../../../test/provider.ts'
import { aSink } from '../../../test/smtp.ts'
import type { Alarm } from '../messages/templates/alarm.ts'

withChannels()

describe('a failing provider', () => {
  test('a message is given up after five refusals and blocks no other', { tags: ['nightly'] }, async () => {
    await open({ SMS_PROVIDER: provider.twilio })
    provider.behave(({ fields }) => (fields.To === '+351912345678' ? { kind: 'answer', status: 400 } : { kind: 'take' }))
    const actions = by(['SMS'], { contactsList: ['+351912345678', '+34612345678'] })
    const alarm = { ...(await anOccurrence(farm, 'House 1')), actions }
    await tell(farm, alarm)
    for (let tries = 1; tries <= 5; tries++) {
      await settled(farm, [alarm], row => isOut(row) || (row.refusals === tries && row.claimed_by === null))
      clock.advance(16_000)
    }
    const rows = await rowsOf(farm, alarm.eventId)
    expect(rows.map(row => [row.state, row.attempts])).toEqual([
      ['FAILED', 5],
      ['SENT', 1],
    ])
  })

  type Failure = readonly [manner: Manner, outcome: string, isRepeated: boolean]
  const assertRetry = async ([manner, outcome, repeated]: Failure) => {
    await open({ SMS_PROVIDER: provider.twilio })
    provider.behave(manner)
    const alarm = { ...(await anOccurrence(farm, 'House 1')), actions: by(['SMS'], { contactsList: ['+351912345678'] }) }
    await tell(farm, alarm)
    await settled(farm, [alarm], row => row.attempts === 1 && row.claimed_by === null && row.failed_since !== null)
    provider.behave({ kind: 'take' })
    clock.advance(2000)
    const [row] = await settled(farm, [alarm], isOut)
    expect(row!.possible_duplicate).toBe(repeated)
    expect(provider.took).toHaveLength(manner.kind === 'dropAfter' ? 2 : 1)
    const tries = await farm.world.db.work(farm.system, work =>
      work.sql.selectFrom('notification_attempts').select('outcome').orderBy('id').execute(),
    )
    expect(tries.map(one => one.outcome)).toEqual([outcome, 'SENT'])
  }
  const commonFailures: readonly Failure[] = [
    [{ kind: 'answer', status: 500 }, 'FAILED', false],
    [{ kind: 'dropAfter' }, 'UNKNOWN', true],
  ]
  test.for(commonFailures)('%j is recorded, retried and marked as a possible duplicate', failure => assertRetry(failure))
  const failures: readonly Failure[] = [
    [{ kind: 'answer', status: 401 }, 'FAILED', false],
    [{ kind: 'redirect' }, 'FAILED', false],
    [{ kind: 'dropBefore' }, 'UNKNOWN', true],
  ]
  test.for(failures)('%j is recorded, retried and marked as a possible duplicate', { tags: ['nightly'] }, failure =>
    assertRetry(failure),
  )

  test('an idempotency key avoids possible duplicates', async () => {
    await open({ SMS_PROVIDER: provider.webhook })
    provider.behave({ kind: 'dropAfter' })
    const alarm = { ...(await anOccurrence(farm, 'House 1')), actions: by(['SMS'], { contactsList: ['+351912345678'] }) }
    await tell(farm, alarm)
    await settled(farm, [alarm], row => row.attempts === 1 && row.claimed_by === null && row.failed_since !== null)
    provider.behave({ kind: 'flood' })
    clock.advance(2000)
    const [row] = await settled(farm, [alarm], isOut)
    expect([row!.possible_duplicate, provider.took.length, row!.attempts]).toEqual([false, 1, 2])
  })

  test('is probed by one message at a time, then all are sent, CRITICAL first', { tags: ['nightly'] }, async () => {
    await open({ SMS_PROVIDER: provider.twilio })
    provider.behave({ kind: 'answer', status: 429, retryAfter: '600' })
    const all: Alarm[] = []
    for (let n = 0; n < 12; n++) {
      const actions = by(['SMS'], { contactsList: [`+3519120000${10 + n}`] })
      all.push({ ...(await anOccurrence(farm, 'House 1', n % 4 === 3 ? 'CRITICAL' : 'LOW')), actions })
    }
    await tell(farm, all[0]!)
    await settled(farm, all.slice(0, 1), row => row.attempts === 1 && row.claimed_by === null)
    for (const alarm of all.slice(1)) await tell(farm, alarm)
    clock.advance(40_000)
    await settled(farm, all, row => row.failed_since !== null)
    expect(provider.seen().asked).toBe(1)
    provider.behave({ kind: 'answer', status: 500 })
    for (let asked = 2; asked <= 5; asked++) {
      // It said ten minutes; the channel does not wait so long for one message.
      clock.advance(asked === 2 ? 6_000 : 61_000)
      await whileSending(
        () => provider.seen().asked,
        count => count === asked,
      )
      await settled(farm, all, row => row.claimed_by === null)
    }
    expect(provider.seen().most).toBe(1)
    provider.behave({ kind: 'take' })
    clock.advance(30_000)
    await settled(farm, all, isOut)
    expect(provider.took).toHaveLength(12)
    const grave = provider.took.map(({ fields }) => fields.Body!.startsWith('Critical'))
    expect(grave.lastIndexOf(true)).toBeLessThan(6)
  })

  test('recipients are notified on the next channel once after 90 s', async () => {
    await open({ SMS_PROVIDER: provider.twilio, VOICE_PROVIDER: provider.twilio, SMTP_URL: sink.url })
    provider.behave(({ path }) => (path.endsWith('Messages.json') ? { kind: 'answer', status: 503 } : { kind: 'take' }))
    const { id, email } = await keeper()
    const actions = by(['SMS'], { usersList: [id], contactsList: ['+34612345678'] })
    const alarm = { ...(await anOccurrence(farm, 'House 1')), actions }
    await tell(farm, alarm)
    await settled(farm, [alarm], row => row.failed_since !== null)
    await farm.pass(89_000)
    expect(await rowsOf(farm, alarm.eventId)).toHaveLength(2)
    clock.advance(2000)
    const rows = await whileSending(
      () => rowsOf(farm, alarm.eventId),
      found => found.length === 3 && found[2]!.state === 'SENT',
    )
    expect(rows.map(row => [row.channel, row.recipient, row.fallback_done])).toEqual([
      ['SMS', '+351912345678', true],
      ['SMS', '+34612345678', true],
      ['MAIL', email, false],
    ])
    expect(sink.received).toHaveLength(1)
    clock.advance(200_000)
    await farm.idle()
    expect(await rowsOf(farm, alarm.eventId)).toHaveLength(3)
  })
})

test('each of many messages is sent once, CRITICAL first', async () => {
  await open({ SMS_PROVIDER: provider.webhook, SMTP_URL: sink.url, NOTIFY_BUDGET: '1000' })
  await farm.world.owner.query(
    `insert into notifications
       (key, entity_id, channel, recipient, language, time_zone, subject, text, state, urgency, due_at, created_at)
     select channel || n, (select min(id) from entities), channel, case channel when 'SMS' then '+351912345678' else 'paul@x.example' end,
       'en-US', 'UTC', 'House ' || n, 'House ' || n, 'QUEUED', case when n > 150 then 'CRITICAL' else 'NORMAL' end, $1, $1
     from generate_series(1, 200) n, unnest(array['SMS', 'MAIL']) channel`,
    [new Date(farm.world.clock.now() - 1000)],
  )
  farm.app.services.outbox.wake()
  const left = async () =>
    (await farm.world.owner.query<{ n: number }>(`select count(*)::int as n from notifications where state <> 'SENT'`)).rows[0]!.n
  await whileSending(left, n => n === 0)
  const went = {
    SMS: provider.took.map(({ fields }) => fields.text!),
    MAIL: sink.received.map(({ mail }) => mail.subject!),
  }
  for (const words of Object.values(went)) {
    expect(words.length).toBe(200)
    expect(new Set(words).size).toBe(200)
    // Those that are on their way beside one another may come in any order.
    const late = words.slice(0, 50).filter(word => Number(word.split(' ')[1]) <= 150)
    expect(late.length).toBeLessThan(16)
  }
})

describe('the health of channels', () => {
  const MINUTES = 60_000
  const asked = () =>
    farm.world.db.work(farm.system, async work => {
      const since = new Date(work.now.getTime() - 2 * MINUTES)
      const people = await farm.app.services.outbox.reached(work, farm.at['House 1']!)
      return {
        isUnheard: await farm.app.services.outbox.isUnheard(work, since),
        stalled: await farm.app.services.outbox.stalled(work, since, people),
      }
    })
  const contacts = (...numbers: string[]) => by(['SMS'], { contactsList: numbers })
  const given = async (actions: Alarm['actions'], severity: Alarm['severity'] = 'MAJOR') => {
    const alarm = { ...(await anOccurrence(farm, 'House 1', severity)), actions }
    await tell(farm, alarm)
    await whileSending(
      () => {
        clock.advance(1000)
        farm.app.services.outbox.wake()
        return rowsOf(farm, alarm.eventId)
      },
      rows => rows.every(row => ['SENT', 'FAILED', 'KEPT'].includes(row.state)),
    )
  }

  test('fails a channel that refuses several recipients until one succeeds', async () => {
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

  test('attributes refusals to recipients if other messages succeed', async () => {
    await open({ SMS_PROVIDER: provider.twilio, SMTP_URL: sink.url })
    await keeper()
    provider.behave(({ fields }) => (fields.To === '+351912345670' ? { kind: 'take' } : { kind: 'answer', status: 400 }))
    await given(contacts('+351912345670', '+351912345671', '+351912345672'))
    clock.advance(3 * MINUTES)
    expect((await asked()).stalled).toEqual([])
  })

  test('counts pending messages of a closed channel as unread', { tags: ['nightly'] }, async () => {
    const picky = await aSink({ refuse: () => ({ code: 550, message: 'relay denied' }) })
    await open({ SMTP_URL: picky.url })
    await keeper()
    await given(by(['MAIL', 'SMS']), 'CRITICAL')
    clock.advance(3 * MINUTES)
    expect((await asked()).isUnheard).toBe(true)
    await picky.close()
  })
})
