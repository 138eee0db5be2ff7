import { readFileSync } from 'node:fs'
import type { Data } from '@steading/contract/box/messages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBox } from '../../test/box-rows.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { eventually } from '../../test/journal.ts'
import { aClock } from '../../test/outbox.ts'

const clock = aClock(Date.UTC(2026, 4, 4, 12))
let farm: Farm
let manager: Api
let box: Awaited<ReturnType<typeof aBox>>
let beside: Awaited<ReturnType<typeof aBox>>
beforeAll(async () => {
  farm = await aFarm({ clock })
  manager = await farm.as('Aves')
  box = await aBox(farm.world.owner, farm.at['House 1']!, [{ category: 'TEMPERATURE', history: 'ALL_VALUES' }])
  beside = await aBox(farm.world.owner, farm.at['Room 1']!, [{ category: 'TEMPERATURE', history: 'ALL_VALUES' }])
  for (const { id } of [box, beside]) {
    const message: Data = {
      v: 1,
      e: 1,
      s: 1,
      t: clock.now() - 3_600_000,
      q: 2,
      h: 0,
      r: [
        [0, 0, 21.5],
        [0, 60_000, 22.5],
      ],
    }
    await farm.app.services.journal.store({ terminalId: id, data: message, receivedAt: clock.now() })
  }
  // Rollups follow the journal a second behind.
  const ids = [box, beside].flatMap(({ interfaces }) => interfaces)
  const hours = () => farm.world.owner.query('select from rollups_1h where interface_id = any($1)', [ids])
  await eventually(async () => (await hours()).rowCount === 2)
})
afterAll(() => farm.close())

let count = 0
const anApiUser = async (scopes: readonly string[]) => {
  const fields = { username: `reader-${++count}`, displayName: 'Reader', allowedIps: [], rateLimit: 6000, expiresUtc: null }
  const body = { entityId: farm.at.Paul!, ...fields, scopes }
  const { id, secret } = data(await manager.apiAccess.create({ body: body as never }))
  return { id, token: `${id}.${secret}`, program: farm.api({ sessionToken: `${id}.${secret}` }) }
}

const document = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8')
const examples = [...document.matchAll(/```sh\n(curl .*?)```/gs)].map(([, example]) => example!)

/** The request of a curl command: its address, headers and body. */
function requestOf(command: string) {
  const words = [...command.matchAll(/'([^']*)'|([^\s\\']+)/g)].map(([, quoted, plain]) => quoted ?? plain!)
  const after = (option: string) => words.flatMap((word, at) => (words[at - 1] === option ? [word] : []))
  const [body] = after('-d')
  const headers = after('-H').map(header => header.split(': ', 2) as [string, string]) // safe: a name and a value
  return { address: words[1]!, headers, ...(body !== undefined && { method: 'POST', body }) }
}

test.each(examples)('the documented call is answered: %s', async example => {
  const { id, token } = await anApiUser(['entities.read', 'interfaces.read'])
  const subscription = data(
    await manager.subscriptions.create({
      params: { apiId: id },
      body: {
        displayName: 'Climate',
        type: 'READINGS',
        interfaceIds: [...box.interfaces],
        entityIds: [],
        delivery: 'PULL',
        url: null,
      },
    }),
  )
  const command = example
    .replace('https://farm.example', farm.url)
    .replace('7.Zm9v…', token)
    .replace('/entities/12', `/entities/${farm.at.Paul!}`)
    .replace('/subscriptions/3/', `/subscriptions/${subscription.id}/`)
    .replace('cursor=4711', 'cursor=0')
    .replace('interfaceIds=34', `interfaceIds=${box.interfaces[0]!}`)
    .replace('"34"', `"${box.interfaces[0]!}"`)
  const { address, ...request } = requestOf(command)
  const response = await fetch(address, request)
  const text = await response.text()
  expect({ status: response.status, text }).toMatchObject({ status: 200 })
  // The readings are 21.5 and 22.5; the last one has no weight in an average yet.
  expect(text).toMatch(address.includes('/entities/') ? /Paul/ : /21\.5|22/)
})

const range = { fromDate: '2026-05-04T00:00:00Z', toDate: '2026-05-05T00:00:00Z' }

test('an API user reads the history of its scope only', async () => {
  const { program } = await anApiUser(['interfaces.read'])
  const interfaceIds = [box.interfaces[0]!, beside.interfaces[0]!]
  const rows = data(await program.readings.search({ query: { interfaceIds: box.interfaces, ...range } })).content
  expect(rows.map(row => row.convertedValue)).toEqual([22.5, 21.5])
  const seen = async () => ({
    last: data(await program.readings.last({ query: { interfaceIds } })).map(one => one.interfaceId),
    lastByBody: data(await program.readings.lastByBody({ body: { interfaceIds } })).map(one => one.interfaceId),
    series: data(await program.readings.series({ query: { interfaceIds, ...range } })).map(one => one.interfaceId),
    aggregate: data(await program.readings.lastAggregate({ body: { interfaceIds, timezone: 'Europe/Lisbon' } })).map(
      one => one.interfaceId,
    ),
  })
  const own = [box.interfaces[0]!]
  expect(await seen()).toEqual({ last: own, lastByBody: own, series: own, aggregate: own })
  expect(data(await program.interfaces.categories({})).length).toBeGreaterThan(0)
})

test('an API user without the scope reads no history', async () => {
  const { program } = await anApiUser(['events.read'])
  const refused = failing('NOT_ALLOWED')
  const { interfaces: interfaceIds } = box
  await expect(program.readings.search({ query: { interfaceIds, ...range } })).rejects.toMatchObject(refused)
  await expect(program.readings.last({ query: { interfaceIds } })).rejects.toMatchObject(refused)
  await expect(program.readings.lastByBody({ body: { interfaceIds } })).rejects.toMatchObject(refused)
  await expect(program.readings.series({ query: { interfaceIds, ...range } })).rejects.toMatchObject(refused)
  await expect(program.interfaces.categories({})).rejects.toMatchObject(refused)
  expect(data(await program.events.severities({})).length).toBeGreaterThan(0)
})
