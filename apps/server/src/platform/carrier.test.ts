import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Worker } from 'node:worker_threads'
import { aProvider } from '../../test/provider.ts'
import type { FakeProvider } from '../../test/provider.ts'
import { aSink, eventually } from '../../test/smtp.ts'
import { carrier } from './carrier.ts'
import type { Carrier } from './carrier.ts'
import { providerAddress } from './provider-address.ts'

let sink: Awaited<ReturnType<typeof aSink>>
let gateway: FakeProvider
let carried: Carrier
/** The threads that were begun, in their order. */
let threads: Worker[]
const noted = (worker: Worker) => void threads.push(worker)

beforeEach(async () => {
  threads = []
  process.on('worker', noted)
  gateway = await aProvider()
  sink = await aSink({ refuse: ([to]) => (to === 'full@farm.example' ? { code: 552, message: 'mailbox full' } : undefined) })
  carried = carrier({
    ...{ SMTP_URL: sink.url, MAIL_FROM: 'Steading <alarms@farm.example>' },
    SMS_PROVIDER: providerAddress('SMS', gateway.webhook) as Exclude<ReturnType<typeof providerAddress>, string>, // safe: it is one
    ...{ VOICE_PROVIDER: undefined, WHATSAPP_PROVIDER: undefined, HEARTBEAT_URL: `http://127.0.0.1:${gateway.port}/` },
  })
})
afterEach(async () => {
  process.off('worker', noted)
  gateway.behave({ kind: 'take' })
  await carried.close()
  await gateway.close()
  await sink.close()
})

const message = (to: string, key = to) => ({
  ...{ key, to, subject: 'Too hot', text: 'House 1 is too hot', html: '<p>House 1</p>', date: new Date(Date.UTC(2026, 6, 6)) },
  ...{ language: 'en-US', link: null, report: null },
})

test('brings mails and messages outside over one thread, and answers what the provider calls them', async () => {
  const [mail, reference] = await Promise.all([
    carried.carry('MAIL', message('paul@farm.example')),
    carried.carry('SMS', message('+351912345678')),
  ])
  expect(mail).toBe('')
  expect(reference).toBe(gateway.took[0]!.key)
  expect(sink.received.map(one => [one.to, one.mail.subject, one.mail.date])).toEqual([
    [['paul@farm.example'], 'Too hot', '2026-07-06T00:00:00.000Z'],
  ])
  expect(threads).toHaveLength(1)
})

test('what is refused says why, whose fault it is and when to ask again', async () => {
  await expect(carried.carry('MAIL', message('full@farm.example'))).rejects.toMatchObject({
    name: 'NotDelivered',
    message: expect.stringContaining('mailbox full') as string,
    said: { outcome: 'REFUSED', ofWay: false, again: 0 },
  })
  gateway.behave({ kind: 'answer', status: 429, retryAfter: '7' })
  await expect(carried.carry('SMS', message('+351912345678'))).rejects.toMatchObject({
    said: { outcome: 'FAILED', ofWay: true, again: 7000 },
  })
})

test('of what a thread had that dies nobody knows how far it came; the next message begins another', async () => {
  gateway.behave({ kind: 'holdAfter' })
  const sending = carried.carry('SMS', message('+351912345678'))
  await eventually(
    () => gateway.took.length,
    count => count === 1,
  )
  await Promise.all([
    expect(sending).rejects.toMatchObject({ said: { outcome: 'UNKNOWN', ofWay: true } }),
    threads[0]!.terminate(),
  ])
  gateway.behave({ kind: 'take' })
  await expect(carried.carry('SMS', message('+351912345679'))).resolves.toMatch(/^[\da-f]{40}$/)
  expect(threads).toHaveLength(2)
})

test('closes once what is being sent is out', async () => {
  const sending = Promise.all(Array.from({ length: 10 }, (_, n) => carried.carry('MAIL', message('paul@farm.example', `m${n}`))))
  await carried.close()
  expect(sink.received).toHaveLength(10)
  await sending
  expect(threads[0]!.threadId).toBe(-1)
})

test('a thread that says nothing any more is given up, however long a provider thinks', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    gateway.behave({ kind: 'hang' })
    const slow = carried.carry('SMS', message('+351912345678'))
    await eventually(
      () => gateway.seen().asked,
      count => count === 1,
    )
    // It answers to each look, though it waits.
    for (let n = 0; n < 10; n++) {
      vi.advanceTimersByTime(5000)
      await new Promise(heard => threads[0]!.once('message', heard))
    }
    expect(threads).toHaveLength(1)
    vi.spyOn(threads[0]!, 'postMessage').mockImplementation(() => undefined)
    const lost = carried.carry('MAIL', message('paul@farm.example'))
    const given = Promise.all([slow, lost].map(one => expect(one).rejects.toMatchObject({ said: { outcome: 'UNKNOWN' } })))
    vi.advanceTimersByTime(30_000)
    expect(threads[0]!.threadId).toBeGreaterThan(0)
    vi.advanceTimersByTime(5000)
    await given
    await carried.carry('MAIL', message('paul@farm.example'))
    expect([threads.length, sink.received.length]).toEqual([2, 1])
  } finally {
    vi.useRealTimers()
  }
})

test('closes within seconds though a provider hangs, and takes nothing any more', async () => {
  gateway.behave({ kind: 'hang' })
  const hanging = carried.carry('SMS', message('+351912345678'))
  await eventually(
    () => gateway.seen().asked,
    count => count === 1,
  )
  const closing = carried.close()
  await expect(carried.carry('MAIL', message('paul@farm.example'))).rejects.toThrow('the program is ending')
  await Promise.all([closing, expect(hanging).rejects.toMatchObject({ said: { outcome: 'UNKNOWN' } })])
  expect(threads[0]!.threadId).toBe(-1)
})
