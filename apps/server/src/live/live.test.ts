import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBox, createSender } from '../../test/box-rows.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { liveSlice } from './live.routes.ts'

let farm: Farm
let send: ReturnType<typeof createSender>
beforeAll(async () => {
  farm = await aFarm()
  send = createSender(farm.app.services.journal)
})
afterAll(() => farm.close())

/** Opens a stream and reads its greeting. */
async function listen(api: Api, interfaceIds: readonly string[]) {
  const leaving = new AbortController()
  const messages = data(
    await api.live.stream({ query: { interfaceIds: [...interfaceIds] } }, { signal: leaving.signal, background: true }),
  )
  const reader = messages[Symbol.asyncIterator]()
  const next = async () => {
    const { value, done } = await reader.next()
    return done ? undefined : value
  }
  expect(await next()).toMatchObject({ type: 'hello' })
  return { next, leave: () => leaving.abort() }
}

test('a tab receives the values it subscribed to, within its scope', async () => {
  const house = await aBox(farm.world.owner, farm.at['House 1']!, [{ category: 'CO2' }, { category: 'NH3' }])
  const room = await aBox(farm.world.owner, farm.at['Room 1']!, [{ category: 'CO2' }])
  const tab = await listen(await farm.as('Aves'), [house.interfaces[0]!, room.interfaces[0]!])
  await send(room.id, 0, 700)
  await send(house.id, 1, 7)
  await send(house.id, 0, 800)
  expect(await tab.next()).toMatchObject({ type: 'reading', interfaceId: house.interfaces[0], value: 800, good: true })
  tab.leave()
})

test('changes reach only users with the permission, below their root entity', async () => {
  const reader = await farm.as('Aves', ['events.read'])
  const other = await farm.as('Aves', ['rules.read'])
  const events = await listen(reader, [])
  const rules = await listen(other, [])
  farm.world.bus.emit('event.changed', { eventId: '1', entityId: farm.at['Room 1']!, status: 'OPEN' })
  farm.world.bus.emit('event.changed', { eventId: '2', entityId: farm.at['House 1']!, status: 'OPEN' })
  farm.world.bus.emit('rule.changed', {
    ruleId: '3',
    kind: 'CONTROL',
    entityId: farm.at['House 1']!,
    deploymentStatus: 'DEPLOYED',
  })
  expect(await events.next()).toEqual({ type: 'event', eventId: '2', status: 'OPEN' })
  expect(await rules.next()).toEqual({ type: 'rule', ruleId: '3', deploymentStatus: 'DEPLOYED' })
  events.leave()
  rules.leave()
})

test('changes of a batch reach only users with the permission, below their root entity', async () => {
  const tab = await listen(await farm.as('Aves', ['batches.read']), [])
  const other = await listen(await farm.as('Aves', ['events.read']), [])
  farm.world.bus.emit('batch.changed', { batchId: '1', entityId: farm.at['Room 1']! })
  farm.world.bus.emit('batch.changed', { batchId: '2', entityId: farm.at['House 1']! })
  farm.world.bus.emit('event.changed', { eventId: '3', entityId: farm.at['House 1']!, status: 'OPEN' })
  expect(await tab.next()).toEqual({ type: 'batch', batchId: '2' })
  expect(await other.next()).toEqual({ type: 'event', eventId: '3', status: 'OPEN' })
  tab.leave()
  other.leave()
})

test.each([
  ['rules.read', 'CONTROL'],
  ['rules.alarms', 'ALARM'],
  ['rules.scheduler', 'SCHEDULER'],
] as const)('a user with %s receives changes of %s rules only', async (permission, kind) => {
  const tab = await listen(await farm.as('Aves', [permission]), [])
  for (const [at, other] of (['CONTROL', 'ALARM', 'SCHEDULER'] as const).entries())
    farm.world.bus.emit('rule.changed', {
      ruleId: String(at + 1),
      kind: other,
      entityId: farm.at['House 1']!,
      deploymentStatus: 'DEPLOYED',
    })
  farm.world.bus.emit('rule.changed', { ruleId: '9', kind, entityId: farm.at['House 1']!, deploymentStatus: 'ERROR' })
  const ruleId = String(['CONTROL', 'ALARM', 'SCHEDULER'].indexOf(kind) + 1)
  expect([await tab.next(), await tab.next()]).toMatchObject([{ ruleId }, { ruleId: '9' }])
  tab.leave()
})

test('a stream ends with its session, before any further message', async () => {
  const email = await farm.person('Aves')
  const session = await farm.login(email)
  const box = await aBox(farm.world.owner, farm.at['House 1']!, [{ category: 'CO2' }])
  const tab = await listen(farm.api(session), box.interfaces)
  await send(box.id, 0, 800)
  expect(await tab.next()).toMatchObject({ value: 800 })
  await farm.api(session).sessions.logout()
  await new Promise(done => setTimeout(done, 1_100))
  await send(box.id, 0, 900)
  expect(await tab.next()).toBeUndefined()
})

test('a stream needs a session', async () => {
  await expect(farm.api().live.stream({ query: {} })).rejects.toMatchObject({ status: 401 })
})

test('refuses a stream beyond the 40 of a person until one ends', () => {
  const { handlers } = liveSlice(farm.world)
  const first = new AbortController()
  const open = (signal = new AbortController().signal) =>
    handlers.stream!({ actor: { ...farm.system, id: '1' }, query: {}, token: '', signal } as never) // safe: what the handler reads
  open(first.signal)
  for (let n = 1; n < 40; n++) open()
  expect(() => open()).toThrow('TOO_MANY_REQUESTS')
  first.abort()
  open()
})
