import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { REPLAY_WINDOW } from '@steading/contract/apiAccess/subscriptions'
import type { WebhookBody } from '@steading/contract/apiAccess/subscriptions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBox } from '../../test/box-rows.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { aClock } from '../../test/outbox.ts'
import { eventually } from '../../test/journal.ts'
import { createReadings, createSubscribers, valuesOf } from '../../test/subscribers.ts'

const HOUR = 3_600_000
const clock = aClock(Math.ceil(Date.now() / 86_400_000) * 86_400_000)
let farm: Farm
let manager: Api
let box: Awaited<ReturnType<typeof aBox>>
let store: ReturnType<typeof createReadings>
let subscribers: ReturnType<typeof createSubscribers>
beforeAll(async () => {
  farm = await aFarm({
    clock,
    settings: { WEBHOOK_NETWORKS: '127.0.0.0/8', SESSION_HOURS: '720', IDLE_MINUTES: '1440', REQUEST_MINUTES: '1440' },
  })
  manager = await farm.as('Aves')
  box = await aBox(farm.world.owner, farm.at['House 1']!, [
    { category: 'CO2', history: 'ALL_VALUES' },
    { category: 'CO2', history: 'ALL_VALUES' },
  ])
  store = createReadings(farm, box.id, clock.now)
  subscribers = createSubscribers(farm, () => manager)
})
afterAll(() => farm.close())

/** Waits for a state while webhooks deliver: their task, whose clock stands, is woken before each look. */
const whileDelivering = (holds: () => boolean | Promise<boolean>) =>
  eventually(() => {
    farm.task('subscriptions').wake()
    return holds()
  })

interface Received {
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** A receiver that knows nothing of the platform but its documentation: it verifies, then keeps what it has not yet. */
async function aReceiver() {
  const received: Received[] = []
  let status = 200
  let server: Server | undefined
  const start = (port: number) =>
    new Promise<number>(done => {
      server = createServer((request, response) => {
        void text(request).then(body => {
          received.push({ headers: request.headers, body })
          response.writeHead(status).end('taken')
        })
      }).listen(port, '127.0.0.1', () => done((server!.address() as AddressInfo).port)) // safe: listening on TCP
    })
  const port = await start(0)
  const stop = () =>
    new Promise(done => {
      server!.closeAllConnections()
      server!.close(done)
    })
  return {
    received,
    url: `http://127.0.0.1:${port}/farm`,
    stop,
    restart: () => start(port),
    answer: (next: number) => void (status = next),
    messages: () => received.map(({ body }) => JSON.parse(body) as WebhookBody), // safe: the platform sends it
  }
}

/** The receiver of docs/api.md, as it stands there. */
async function documentedReceiver() {
  const document = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8')
  const file = join(mkdtempSync(join(tmpdir(), 'steading-api-')), 'receiver.mjs')
  writeFileSync(file, /```js\n(.*?)```/s.exec(document)![1]!)
  const { isGenuine } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
    readonly isGenuine: (headers: Received['headers'], body: string, key: string, now: number) => boolean
  }
  return ({ headers, body }: Received, key: string, now: number) => isGenuine(headers, body, key, now)
}

/** Of each interface the values in the order in which they arrived. */
const byInterface = (items: WebhookBody['items']) =>
  Map.groupBy(
    items.filter(item => item.kind === 'READING'),
    ({ interfaceId }) => interfaceId,
  )

test('delivers readings in order to a receiver that was down, restarted and duplicates', { tags: ['nightly'] }, async () => {
  const receiver = await aReceiver()
  const { apiId } = await subscribers.anApiUser()
  const subscription = await subscribers.subscribe(apiId, {
    type: 'READINGS',
    interfaceIds: box.interfaces,
    delivery: 'WEBHOOK',
    url: receiver.url,
  })
  const params = { apiId, id: subscription.id }
  const details = async () => data(await manager.subscriptions.details({ params }))
  const attemptsOf = async () => data(await manager.subscriptions.deliveries({ params, query: {} })).content[0]?.attempts ?? 0
  const values = [...(await store(3))]
  await whileDelivering(() => receiver.received.length === 1)
  await receiver.stop()
  values.push(...(await store(1)))
  // From its first failure on, the newest delivery of the log is the one that is tried again.
  await whileDelivering(async () => (await details()).failingSinceUtc !== null)
  for (let passed = 0; passed < 4 * HOUR; passed += HOUR / 2) {
    values.push(...(await store(2)))
    const due = (await details()).nextAttemptUtc
    const attempts = await attemptsOf()
    clock.advance(HOUR / 2)
    if (due === null || Date.parse(due) <= clock.now()) await whileDelivering(async () => (await attemptsOf()) > attempts)
  }
  expect(await details()).toMatchObject({ status: 'ACTIVE', lastError: 'ECONNREFUSED' })
  await receiver.restart()
  // The receiver takes it, but its answer says otherwise: the same delivery comes again.
  receiver.answer(500)
  data(await manager.subscriptions.resume({ params }))
  await whileDelivering(() => receiver.received.length === 2)
  receiver.answer(200)
  data(await manager.subscriptions.resume({ params }))
  values.push(...(await store(2)))
  const arrived = () => {
    const seen = new Set<string>()
    return receiver.messages().flatMap(({ deliveryId, items }) => {
      if (seen.has(deliveryId)) return []
      seen.add(deliveryId)
      return items
    })
  }
  await whileDelivering(() => arrived().length >= values.length)
  expect(valuesOf(arrived())).toEqual(values)
  for (const items of byInterface(arrived()).values()) {
    const inOrder = items.map(({ value }) => Number(value))
    expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
  }
  const isSigned = await documentedReceiver()
  const [, second, third] = receiver.messages()
  expect(third!.deliveryId).toBe(second!.deliveryId)
  for (const one of receiver.received.slice(1)) expect(isSigned(one, subscription.hmacSecret!, clock.now())).toBe(true)
  // A changed body, a changed time and another key are refused.
  const last = receiver.received.at(-1)!
  expect(isSigned({ ...last, body: `${last.body} ` }, subscription.hmacSecret!, clock.now())).toBe(false)
  expect(isSigned(last, 'another key', clock.now())).toBe(false)
  expect(isSigned(last, subscription.hmacSecret!, clock.now() + REPLAY_WINDOW * 1000 + 1000)).toBe(false)
  await receiver.stop()
  await manager.subscriptions.remove({ params })
})

test('fails after 24 h, keeps its place, and sends a delivery again on request', { tags: ['nightly'] }, async () => {
  const receiver = await aReceiver()
  receiver.answer(503)
  const { apiId } = await subscribers.anApiUser()
  const { id } = await subscribers.subscribe(apiId, {
    type: 'READINGS',
    interfaceIds: box.interfaces,
    delivery: 'WEBHOOK',
    url: receiver.url,
  })
  const params = { apiId, id }
  const details = async () => data(await manager.subscriptions.details({ params }))
  const stored = await store(2)
  await whileDelivering(async () => (await details()).lastError === 'HTTP 503')
  clock.advance(24 * HOUR)
  // The session was idle for as long.
  manager = await farm.as('Aves')
  await whileDelivering(async () => (await details()).status === 'FAILED')
  receiver.answer(200)
  data(await manager.subscriptions.resume({ params }))
  await whileDelivering(async () => (await details()).failingSinceUtc === null && receiver.received.length >= 3)
  expect(valuesOf(receiver.messages().at(-1)!.items)).toEqual(stored)
  const log = async () => data(await manager.subscriptions.deliveries({ params, query: {} })).content
  await whileDelivering(async () => (await log())[0]?.status === 'DELIVERED')
  const [delivery] = await log()
  const before = receiver.received.length
  await manager.subscriptions.resend({ params: { ...params, deliveryId: delivery!.id } })
  await whileDelivering(() => receiver.received.length === before + 1)
  expect(receiver.messages().at(-1)).toMatchObject({ deliveryId: delivery!.id, isResent: true })
  await receiver.stop()
  await manager.subscriptions.remove({ params })
})

test('retries at once on request, although the next attempt is not due', { tags: ['nightly'] }, async () => {
  const receiver = await aReceiver()
  const { apiId } = await subscribers.anApiUser()
  const subject = { type: 'READINGS', interfaceIds: box.interfaces, delivery: 'WEBHOOK', url: receiver.url }
  const { id } = await subscribers.subscribe(apiId, subject)
  const params = { apiId, id }
  const details = async () => data(await manager.subscriptions.details({ params }))
  const log = async () => data(await manager.subscriptions.deliveries({ params, query: {} })).content
  await store(2)
  await whileDelivering(async () => (await log())[0]?.status === 'DELIVERED')
  receiver.answer(503)
  await store(2)
  await whileDelivering(async () => (await details()).nextAttemptUtc !== null)
  receiver.answer(200)
  const [waiting, accepted] = await log()
  const resend = (deliveryId: string) => manager.subscriptions.resend({ params: { ...params, deliveryId } })
  await resend(accepted!.id)
  await whileDelivering(() => receiver.messages().some(({ deliveryId, isResent }) => deliveryId === accepted!.id && isResent))
  expect(await details()).toMatchObject({ lastError: 'HTTP 503' })
  await resend(waiting!.id)
  await whileDelivering(async () => (await log())[0]?.status === 'DELIVERED')
  expect(receiver.messages().at(-1)).toMatchObject({ deliveryId: waiting!.id, isResent: false })
  expect(await details()).toMatchObject({ failingSinceUtc: null, lastError: null })
  await receiver.stop()
  await manager.subscriptions.remove({ params })
})

test('refuses receivers within the network and subjects out of reach', async () => {
  const { apiId } = await subscribers.anApiUser()
  for (const url of ['https://10.0.0.1/', 'https://localhost/', 'https://[::1]/', 'http://receiver.example/'])
    await expect(subscribers.subscribe(apiId, { type: 'EVENTS', delivery: 'WEBHOOK', url })).rejects.toMatchObject(
      failing('INVALID_INPUT', 'url'),
    )
  await expect(subscribers.subscribe(apiId, { type: 'EVENTS', entityIds: [farm.at['Room 1']!] })).rejects.toMatchObject(
    failing('INVALID_INPUT', 'entityIds'),
  )
  await expect(subscribers.subscribe(apiId, { type: 'READINGS' })).rejects.toMatchObject(failing('INVALID_INPUT', 'interfaceIds'))
})
