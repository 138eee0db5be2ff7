import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { clock, farm, isOut, keeper, open, provider, settled, tell, withChannels } from '../../../test/channels.ts'
import { anOccurrence, by, rowsOf } from '../../../test/outbox.ts'
import type { Acknowledged } from '../outbox.types.ts'
import type { Alarm } from '../messages/templates/alarm.ts'

withChannels()

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
  const called = async (acknowledgements: Acknowledged[]) => {
    farm.app.services.outbox.onAcknowledged(acknowledged => void acknowledgements.push(acknowledged))
    const { id } = await keeper({ language: 'de-DE' })
    const alarm = { ...(await anOccurrence(farm, 'House 1')), actions: by(['VOICE']) }
    await tell(farm, alarm)
    await settled(farm, [alarm], isOut)
    return { id, alarm, link: /action="([^"]+)"/.exec(provider.took[0]!.fields.Twiml!)![1]! }
  }

  test('a call of a user who lost access does not acknowledge and says so', { tags: ['nightly'] }, async () => {
    await open({ VOICE_PROVIDER: provider.twilio })
    const acknowledgements: Acknowledged[] = []
    const { id, link } = await called(acknowledgements)
    await farm.world.owner.query(`update users set status = 'INACTIVE' where id = $1`, [id])
    const one = { Digits: '1', CallSid: 'CA1', To: '+351912345678' }
    const answer = await press(link, one, signed(link, one))
    expect(await answer.text()).toContain(farm.world.texts['de-DE']('voice.notPressed'))
    expect(acknowledgements).toEqual([])
  })

  test('acknowledges in the user’s name if Twilio signed it, for a day', async () => {
    await open({ VOICE_PROVIDER: provider.twilio })
    const acknowledgements: Acknowledged[] = []
    const { id, alarm, link } = await called(acknowledgements)
    const one = { Digits: '1', CallSid: 'CA1', To: '+351912345678' }
    expect((await press(link, one)).status).toBe(404)
    expect((await press(link, one, signed(link, { ...one, Digits: '2' }))).status).toBe(404)
    expect((await press(`${link}x`, one, signed(`${link}x`, one))).status).toBe(404)
    // Without the provider’s signature it is of no call.
    const unsigned = farm.api().outbox.pressed({ params: { token: 'x'.repeat(43) }, body: one })
    await expect(unsigned).rejects.toMatchObject({ failure: { code: 'NOT_FOUND' } })
    const other = { ...one, Digits: '5' }
    const unsaid = await press(link, other, signed(link, other))
    expect([unsaid.status, await unsaid.text()]).toEqual([200, expect.stringContaining('Es wurde keine Antwort erfasst')])
    expect(acknowledgements).toEqual([])
    const answer = await press(link, one, signed(link, one))
    expect(answer.headers.get('content-type')).toBe('text/xml')
    expect(await answer.text()).toBe(
      '<Response><Say language="de-DE">Danke. Die anderen sehen, dass Sie sich kümmern.</Say></Response>',
    )
    expect(acknowledgements).toEqual([
      { eventId: alarm.eventId, userId: id, recipient: expect.any(String), channel: 'VOICE', isGoing: false },
    ])
    // Pressed again, nothing happens again.
    expect((await press(link, one, signed(link, one))).status).toBe(200)
    expect(acknowledgements).toHaveLength(1)
    expect((await rowsOf(farm, alarm.eventId))[0]!.acknowledged_at).not.toBe(null)
    clock.advance(24 * 3_600_000 + 1000)
    expect((await press(link, one, signed(link, one))).status).toBe(404)
    // A form is for this call alone.
    const elsewhere = { method: 'POST', headers: { 'x-tenant': '1' }, body: new URLSearchParams({ email: 'a' }) }
    expect((await fetch(`${farm.url}/services/users/password_reset`, elsewhere)).status).toBe(415)
  })
})

test('acknowledges the alarms that a call about a digest named', async () => {
  await open({ VOICE_PROVIDER: provider.webhook })
  const acknowledgements: Acknowledged[] = []
  farm.app.services.outbox.onAcknowledged(acknowledged => void acknowledgements.push(acknowledged))
  await keeper()
  const all: Alarm[] = []
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
  const call = provider.took.find(took => took.fields.text!.startsWith('5 alarms'))!
  const named = all.filter((_, n) => call.fields.text!.includes(`Critical: ${n} far`))
  expect(named.map(alarm => alarm.eventId)).toContain(all[8]!.eventId)
  expect(call.fields.text).toMatch(/House 1\. And \d more\. To/)
  await fetch(`${farm.url}${new URL(call.fields.link!).pathname}`, {
    method: 'POST',
    body: new URLSearchParams({ Digits: '1' }),
  })
  expect(new Set(acknowledgements.map(acknowledged => acknowledged.eventId))).toEqual(new Set(named.map(alarm => alarm.eventId)))
})

test('makes no call about an event that was closed while the call waited', async () => {
  await open({ VOICE_PROVIDER: provider.twilio })
  await keeper()
  provider.behave({ kind: 'answer', status: 503 })
  const alarm = { ...(await anOccurrence(farm, 'House 1', 'CRITICAL')), actions: by(['VOICE']) }
  await tell(farm, alarm)
  await settled(farm, [alarm], row => row.failed_since !== null)
  await farm.world.owner.query(`update events set status = 'CLOSED', close_date = $2 where id = $1`, [
    alarm.eventId,
    new Date(clock.now() + 60_000),
  ])
  provider.behave({ kind: 'take' })
  clock.advance(10 * 60_000)
  const [row] = await settled(farm, [alarm], ({ state }) => state !== 'QUEUED')
  expect(row).toMatchObject({ state: 'WITHHELD', suppression_reason: 'OVER' })
  const calls = provider.took.length
  const written = { ...(await anOccurrence(farm, 'House 1', 'CRITICAL')), actions: by(['VOICE']) }
  await farm.world.owner.query(`update events set status = 'CLOSED', close_date = $2 where id = $1`, [
    written.eventId,
    new Date(clock.now() - 60_000),
  ])
  await tell(farm, written)
  await settled(farm, [written], isOut)
  expect(provider.took).toHaveLength(calls + 1)
})
