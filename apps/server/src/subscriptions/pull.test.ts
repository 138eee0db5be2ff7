import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { WebhookBody } from '@steading/contract/apiAccess/subscriptions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBox } from '../../test/box-rows.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { createHerd, entry } from '../../test/herd.ts'
import { eventually } from '../../test/journal.ts'
import { aClock, anOccurrence } from '../../test/outbox.ts'
import { aRule, tooHot } from '../../test/rules.ts'
import { createReadings, createSubscribers, valuesOf } from '../../test/subscribers.ts'

const DAY = 86_400_000
const clock = aClock(Math.ceil(Date.now() / DAY) * DAY)
let farm: Farm
let manager: Api
let box: Awaited<ReturnType<typeof aBox>>
let store: ReturnType<typeof createReadings>
let subscribers: ReturnType<typeof createSubscribers>
beforeAll(async () => {
  farm = await aFarm({ clock, settings: { RETENTION: 'journal=7', WEBHOOK_NETWORKS: '127.0.0.0/8' } })
  manager = await farm.as('Aves')
  box = await aBox(farm.world.owner, farm.at['House 1']!, [
    { category: 'CO2', history: 'ALL_VALUES' },
    { category: 'CO2', history: 'ALL_VALUES' },
    { category: 'TEMPERATURE' },
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

const readings = () => ({ type: 'READINGS', interfaceIds: box.interfaces.slice(0, 2) })
/** As each night: the days of the journal beyond its retention are removed. */
const archive = () =>
  eventually(async () => {
    const { rows } = await farm.world.owner.query<{ archived: boolean }>(
      'select archive_journal_day(day, $2) as archived from journal_days($1) as day',
      [new Date(clock.now() - 7 * DAY), farm.app.services.journal.followed()],
    )
    return rows.every(({ archived }) => archived)
  })
/** Sessions end before a week does. */
const aWeekLater = async () => {
  clock.advance(8 * DAY)
  manager = await farm.as('Aves')
}

test('pulls readings in order by cursor, and repeats a page that was not confirmed', async () => {
  const { apiId, program } = await subscribers.anApiUser()
  await store(4)
  const { id } = await subscribers.subscribe(apiId, readings())
  const stored = await store(6)
  const pull = async (query: object = {}) => data(await program.subscriptions.pull({ params: { id }, query }))
  const first = await pull()
  expect(valuesOf(first.items)).toEqual(stored)
  expect((await pull()).items).toEqual(first.items)
  expect((await pull({ cursor: first.cursor })).items).toEqual([])
  const more = await store(2)
  expect(valuesOf((await pull()).items)).toEqual(more)
  await expect(manager.subscriptions.pull({ params: { id } })).rejects.toMatchObject(failing('NOT_FOUND'))
})

test('pulls changes of events, and none without the permission', async () => {
  const { apiId, program } = await subscribers.anApiUser(['events.read'])
  const { id } = await subscribers.subscribe(apiId, { type: 'EVENTS' })
  await anOccurrence(farm, 'House 1', 'CRITICAL', { title: 'Too hot' })
  await anOccurrence(farm, 'Room 1')
  const { items } = data(await program.subscriptions.pull({ params: { id } }))
  expect(items).toMatchObject([{ kind: 'EVENT', change: 'CREATED', entityId: farm.at['House 1'], data: { title: 'Too hot' } }])
  const other = await subscribers.anApiUser(['interfaces.read'])
  const readings = await subscribers.subscribe(other.apiId, { type: 'EVENTS' })
  await expect(other.program.subscriptions.pull({ params: { id: readings.id } })).rejects.toMatchObject(failing('NOT_ALLOWED'))
  await expect(other.program.subscriptions.pull({ params: { id } })).rejects.toMatchObject(failing('NOT_FOUND'))
})

test('pulls movements of batches, each kind by its own permission', async () => {
  const herd = createHerd(farm, manager)
  const subject = { type: 'BATCH_MOVEMENTS', entityIds: [farm.at.Paul!] }
  const pull = await subscribers.aPull(
    ['batches.read', 'batches.transactions.read', 'batches.feedMovements.read', 'entities.read'],
    subject,
  )
  const pullWeighings = await subscribers.aPull(['batches.read'], subject)
  const elsewhere = await subscribers.aPull(['batches.read', 'batches.transactions.read'], {
    type: 'BATCH_MOVEMENTS',
    entityIds: [farm.at['House 1']!],
  })
  const at = new Date(clock.now() - 2 * DAY).toISOString()
  const { id: batchId } = await herd.openBatch(at)
  const movement = await herd.booked(batchId, entry(1000, at))
  const feedType = data(
    await manager.feedTypes.create({
      body: {
        entityId: farm.at.Aves!,
        code: 'F1',
        displayName: 'Starter',
        species: 'BROILER',
        translations: {},
        medicated: false,
        withdrawalDays: 0,
      },
    }),
  )
  const feed = data(
    await manager.feedMovements.create({
      body: { batchId, action: 'ENTRY', actionType: 'BUY', timestamp: at, weight: 800, feedTypeId: feedType.id },
      files: [],
    }),
  )
  const weighing = data(await manager.weighings.create({ body: { batchId, timestamp: at, number: 10, totalWeight: 20 } }))
  await herd.edit(movement, { number: 990 })
  await manager.weighings.remove({ params: { id: weighing.id } })
  const { items } = await pull()
  expect(items).toMatchObject([
    { kind: 'ANIMAL_MOVEMENT', change: 'CREATED', id: movement.id, batchId, data: { action: 'ENTRY', number: 1000 } },
    { kind: 'FEED_MOVEMENT', change: 'CREATED', id: feed.id, batchId, data: { feedTypeId: feedType.id } },
    { kind: 'WEIGHING', change: 'CREATED', id: weighing.id, batchId },
    { kind: 'ANIMAL_MOVEMENT', change: 'UPDATED', id: movement.id, data: { number: 990 } },
    { kind: 'WEIGHING', change: 'DELETED', id: weighing.id },
  ])
  expect((await pullWeighings()).items.map(item => item.kind)).toEqual(['WEIGHING', 'WEIGHING'])
  expect((await elsewhere()).items).toEqual([])
})

test('pulls the changes of the status of rules', async () => {
  const pull = await subscribers.aPull(['rules.read'], { type: 'RULE_STATUS', entityIds: [farm.at['House 1']!] })
  const id = await aRule(farm, {
    entityId: farm.at['House 1']!,
    displayName: 'Hot house',
    template: 'CLOUD_ALARM',
    inputs: tooHot(box.interfaces[2]!).inputs,
    event: {
      title: 'Hot',
      severityLevel: 'CRITICAL',
      category: 'CLIMATE',
      hasRepetitionTime: false,
      actionConfigurations: [{ type: 'MAIL', recurrence: 360, properties: { contactsList: ['vet@steading.example'] } }],
    },
    autoClose: true,
  })
  await farm.world.owner.query(`update rules set deployment_status = 'PENDING_DEPLOY' where id = $1`, [id])
  // A change of something else is none of the status.
  await farm.world.owner.query(`update rules set updated_at = now() where id = $1`, [id])
  await farm.world.owner.query(`update rules set deployment_status = 'DEPLOYED' where id = $1`, [id])
  await farm.world.owner.query(`update rules set deleted_at = now() where id = $1`, [id])
  const { items } = await pull()
  expect(items).toMatchObject([
    { kind: 'RULE', change: 'CREATED', id, data: { displayName: 'Hot house' } },
    { change: 'UPDATED', data: { deploymentStatus: 'PENDING_DEPLOY' } },
    { change: 'UPDATED', data: { deploymentStatus: 'DEPLOYED' } },
    { change: 'DELETED', id },
  ])
})

test('pages hold the limit, and confirming the last one ends them', async () => {
  const pull = await subscribers.aPull(['interfaces.read'], readings())
  const stored: number[] = []
  for (let message = 0; message < 4; message++) stored.push(...(await store(2)))
  const first = await pull({ limit: 3 })
  expect([first.items.length, first.hasMore]).toEqual([4, true])
  const second = await pull({ limit: 3, cursor: first.cursor })
  expect(valuesOf([...first.items, ...second.items])).toEqual(stored)
  const last = await pull({ limit: 3, cursor: second.cursor })
  expect(last).toMatchObject({ items: [], hasMore: false, isIncomplete: false })
})

test('reports that readings were removed before they were pulled', async () => {
  const late = await subscribers.aPull(['interfaces.read'], readings())
  const prompt = await subscribers.aPull(['interfaces.read'], readings())
  const other = await subscribers.aPull(['interfaces.read'], { type: 'READINGS', interfaceIds: [box.interfaces[2]!] })
  const removed = await store(4)
  const { items, cursor } = await prompt()
  expect(valuesOf(items)).toEqual(removed)
  await prompt({ cursor })
  await aWeekLater()
  await archive()
  const storedValues = await store(2)
  const page = await late()
  expect(valuesOf(page.items)).toEqual(storedValues)
  // Once confirmed, the gap is told no more; who had pulled in time, or of other sensors, has none.
  expect(await late({ cursor: page.cursor })).toMatchObject({ items: [], isIncomplete: false })
  const next = await prompt()
  expect([valuesOf(next.items), next.isIncomplete]).toEqual([storedValues, false])
  expect(await other()).toMatchObject({ items: [], isIncomplete: false })
})

test('reports to a webhook that readings were removed while it was paused', async () => {
  const received: WebhookBody[] = []
  const server = createServer((request, response) => {
    void text(request).then(body => {
      received.push(JSON.parse(body) as WebhookBody) // safe: the platform sends it
      response.end()
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // safe: listening on TCP
  const { apiId } = await subscribers.anApiUser()
  const url = `http://127.0.0.1:${port}/farm`
  const { id } = await subscribers.subscribe(apiId, { ...readings(), delivery: 'WEBHOOK', url })
  const params = { apiId, id }
  const { displayName, interfaceIds, entityIds, version } = data(await manager.subscriptions.details({ params }))
  const body = { displayName, interfaceIds, entityIds, url, status: 'PAUSED', version } as const
  data(await manager.subscriptions.edit({ params, body }))
  await store(2)
  await aWeekLater()
  await archive()
  const storedValues = await store(2)
  data(await manager.subscriptions.resume({ params }))
  await whileDelivering(() => received.length > 0)
  expect(received[0]).toMatchObject({ isIncomplete: true, isResent: false })
  expect(valuesOf(received[0]!.items)).toEqual(storedValues)
  const next = await store(2)
  await whileDelivering(() => received.length > 1)
  expect([received[1]!.isIncomplete, valuesOf(received[1]!.items)]).toEqual([false, next])
  await manager.subscriptions.remove({ params })
  server.close()
})

test('reports that changes were deleted before they were pulled', async () => {
  const late = await subscribers.aPull(['events.read'], { type: 'EVENTS' })
  const house2 = await subscribers.aPull(['events.read'], { type: 'EVENTS', entityIds: [farm.at['House 2']!] })
  const rules = await subscribers.aPull(['rules.read'], { type: 'RULE_STATUS' })
  await anOccurrence(farm, 'House 1', 'MAJOR', { title: 'Before' })
  await aWeekLater()
  await whileDelivering(async () => (await late()).isIncomplete)
  await anOccurrence(farm, 'House 1', 'MAJOR', { title: 'After' })
  const page = await late()
  expect(page.items).toMatchObject([{ data: { title: 'After' } }])
  expect((await late({ cursor: page.cursor })).isIncomplete).toBe(false)
  for (const pull of [house2, rules]) expect(await pull()).toMatchObject({ items: [], isIncomplete: false })
})
