import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Worker } from 'node:worker_threads'
import { aProvider } from '../../../test/provider.ts'
import type { FakeProvider } from '../../../test/provider.ts'
import { aSink, eventually } from '../../../test/smtp.ts'
import { createTransportWorker } from './transportWorker.ts'
import type { TransportWorker } from './transportWorker.ts'
import { parseProviderAddress } from '../../platform/config/providerAddress.ts'

let sink: Awaited<ReturnType<typeof aSink>>
let gateway: FakeProvider
let worker: TransportWorker
/** The threads that were begun, in their order. */
let threads: Worker[]
const noted = (worker: Worker) => void threads.push(worker)

beforeEach(async () => {
  threads = []
  process.on('worker', noted)
  gateway = await aProvider()
  sink = await aSink({ refuse: ([to]) => (to === 'full@farm.example' ? { code: 552, message: 'mailbox full' } : undefined) })
  worker = createTransportWorker({
    SMTP_URL: sink.url,
    MAIL_FROM: 'Steading <alarms@farm.example>',
    SMS_PROVIDER: parseProviderAddress('SMS', gateway.webhook) as Exclude<ReturnType<typeof parseProviderAddress>, string>, // safe: it is one
    VOICE_PROVIDER: undefined,
    WHATSAPP_PROVIDER: undefined,
    HEARTBEAT_URL: `http://127.0.0.1:${gateway.port}/`,
  })
})
afterEach(async () => {
  process.off('worker', noted)
  gateway.behave({ kind: 'take' })
  await worker.close()
  await gateway.close()
  await sink.close()
})

const message = (to: string, key = to) => ({
  key,
  to,
  subject: 'Too hot',
  text: 'House 1 is too hot',
  html: '<p>House 1</p>',
  date: new Date(Date.UTC(2026, 6, 6)),
  language: 'en-US',
  link: null,
  report: null,
})

test("sends on one thread and answers the provider's reference", async () => {
  const [mail, reference] = await Promise.all([
    worker.send('MAIL', message('paul@farm.example')),
    worker.send('SMS', message('+351912345678')),
  ])
  expect(mail).toBe('')
  expect(reference).toBe(gateway.took[0]!.key)
  expect(sink.received.map(received => [received.to, received.mail.subject, received.mail.date])).toEqual([
    [['paul@farm.example'], 'Too hot', '2026-07-06T00:00:00.000Z'],
  ])
  expect(threads).toHaveLength(1)
})

test('rejects with outcome, scope of the failure and retry delay', async () => {
  await expect(worker.send('MAIL', message('full@farm.example'))).rejects.toMatchObject({
    name: 'NotDelivered',
    message: expect.stringContaining('mailbox full') as string,
    failure: { outcome: 'REFUSED', isChannelFailure: false, retryAfterMs: 0 },
  })
  gateway.behave({ kind: 'answer', status: 429, retryAfter: '7' })
  await expect(worker.send('SMS', message('+351912345678'))).rejects.toMatchObject({
    failure: { outcome: 'FAILED', isChannelFailure: true, retryAfterMs: 7000 },
  })
})

test('reports UNKNOWN for messages of a crashed thread and starts another thread', async () => {
  gateway.behave({ kind: 'holdAfter' })
  const sending = worker.send('SMS', message('+351912345678'))
  await eventually(
    () => gateway.took.length,
    count => count === 1,
  )
  await Promise.all([
    expect(sending).rejects.toMatchObject({ failure: { outcome: 'UNKNOWN', isChannelFailure: true } }),
    threads[0]!.terminate(),
  ])
  gateway.behave({ kind: 'take' })
  await expect(worker.send('SMS', message('+351912345679'))).resolves.toMatch(/^[\da-f]{40}$/)
  expect(threads).toHaveLength(2)
})

test('closes when the pending messages are sent', async () => {
  const sending = Promise.all(Array.from({ length: 10 }, (_, n) => worker.send('MAIL', message('paul@farm.example', `m${n}`))))
  await worker.close()
  expect(sink.received).toHaveLength(10)
  await sending
  expect(threads[0]!.threadId).toBe(-1)
})

test('terminates a thread that misses its pings', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    gateway.behave({ kind: 'hang' })
    const slow = worker.send('SMS', message('+351912345678'))
    await eventually(
      () => gateway.seen().asked,
      count => count === 1,
    )
    // It answers to each look, though it waits.
    for (let n = 0; n < 10; n++) {
      vi.advanceTimersByTime(5000)
      await new Promise(resolve => threads[0]!.once('message', resolve))
    }
    expect(threads).toHaveLength(1)
    vi.spyOn(threads[0]!, 'postMessage').mockImplementation(() => undefined)
    const lost = worker.send('MAIL', message('paul@farm.example'))
    const given = Promise.all([slow, lost].map(one => expect(one).rejects.toMatchObject({ failure: { outcome: 'UNKNOWN' } })))
    vi.advanceTimersByTime(30_000)
    expect(threads[0]!.threadId).toBeGreaterThan(0)
    vi.advanceTimersByTime(5000)
    await given
    await worker.send('MAIL', message('paul@farm.example'))
    expect([threads.length, sink.received.length]).toEqual([2, 1])
  } finally {
    vi.useRealTimers()
  }
})

test('closes within seconds while a provider hangs', { tags: ['nightly'] }, async () => {
  gateway.behave({ kind: 'hang' })
  const hanging = worker.send('SMS', message('+351912345678'))
  await eventually(
    () => gateway.seen().asked,
    count => count === 1,
  )
  const closing = worker.close()
  await expect(worker.send('MAIL', message('paul@farm.example'))).rejects.toThrow('the program is ending')
  await Promise.all([closing, expect(hanging).rejects.toMatchObject({ failure: { outcome: 'UNKNOWN' } })])
  expect(threads[0]!.threadId).toBe(-1)
})
