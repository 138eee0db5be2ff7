import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data } from '../../../test/farm.ts'
import type { Farm } from '../../../test/farm.ts'
import { aClock } from '../../../test/outbox.ts'

const clock = aClock(Math.ceil(Date.now() / 86_400_000) * 86_400_000)
let farm: Farm
beforeAll(async () => {
  farm = await aFarm({ clock, settings: { UPLOADS_PER_MINUTE: '2', SEARCHES_PER_SECOND: '1' } })
})
afterAll(() => farm.close())

const refusal = { failure: { code: 'TOO_MANY_REQUESTS' }, status: 429 }

test('limits list queries per user', async () => {
  const api = await farm.as('Paul', ['events.read', 'terminals.read'])
  const other = await farm.as('Paul', ['events.read'])
  for (let n = 0; n < 5; n++) {
    await api.events.search({ query: {} })
    await api.terminals.search({ query: {} })
  }
  await expect(api.events.search({ query: {} })).rejects.toMatchObject(refusal)
  // What is looked at one by one is no search.
  expect(data(await api.events.openCount({}))).toBeDefined()
  await other.events.search({ query: {} })
  clock.advance(10_000)
  await api.events.search({ query: {} })
})

test('limits uploads per minute, not calls without files', async () => {
  const api = await farm.as('Paul', ['events.read', 'events.create'])
  const file = () => new File(['what was seen'], 'note.txt', { type: 'text/plain' })
  const write = (files: readonly File[]) =>
    api.events.create({
      body: {
        category: 'CLIMATE',
        severityLevel: 'MAJOR',
        title: 'Gate left open',
        description: '',
        additionalNotes: '',
        cause: 'HUMAN_ERROR',
        openDate: new Date(clock.now()).toISOString(),
        status: 'OPEN',
        actions: [],
        entityId: farm.at.Paul!,
      },
      files: [...files],
    })
  await write([file(), file()])
  await write([file()])
  await expect(write([file()])).rejects.toMatchObject({
    ...refusal,
    failure: { code: 'TOO_MANY_REQUESTS', fields: [{ field: 'files' }] },
  })
  await write([])
  clock.advance(60_000)
  await write([file()])
})
