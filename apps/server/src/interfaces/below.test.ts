import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aClaimedBox, batch, session } from '../../test/box.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { anInterface, aRule, tooHot } from '../../test/rules.ts'
import { PATIENCE } from '../../../../tools/testing/patience.ts'

/** Boxes stand at farms, and above them; whoever stands below one works with what it measures there. */
let farm: Farm
/** ms by which the clock of this suite runs ahead: an output takes so many commands a second, whoever gives them. */
let skew = 0
let box: Awaited<ReturnType<typeof aClaimedBox>>
let made: Awaited<ReturnType<typeof session>>
let air = ''
let fan = ''
let elsewhere = ''
beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => Date.now(), mono: () => performance.now() + skew } })
  box = await aClaimedBox(farm, 'Aves')
  air = await anInterface(farm, box.id, 'House 1', 'TEMPERATURE', 'Air', 'air')
  fan = await anInterface(farm, box.id, 'House 1', 'VENTILATION_CONTROL', 'Fan', 'fan')
  elsewhere = await anInterface(farm, box.id, 'House 2', 'TEMPERATURE', 'Air beside', 'air/2')
  made = await session(farm, box)
  await made.say('up/data', batch(1, [[0, 0, 21.5]]))
  const above = await farm.as('Aves')
  const last = async () => data(await above.interfaces.reading({ params: { e: farm.at.Aves!, t: box.id, i: air } }))
  await vi.waitUntil(async () => (await last()).convertedValue === 21.5, { timeout: PATIENCE.poll })
  const chosen = await above.interfaces.setDefaults({
    params: { id: farm.at['House 1']! },
    body: { interfaceIds: [air], version: 1 },
  })
  data(chosen)
})
afterAll(() => farm.close())

/** Somebody at the enterprise who is kept to a house. */
async function keptTo(house: string) {
  const email = await farm.person('Aves')
  await farm.world.owner.query(
    `with kept as (update users set restricted = true where email = $1 returning id) insert into user_access select id, $2 from kept`,
    [email, farm.at[house]],
  )
  return farm.api(await farm.login(email))
}
const PEOPLE: Readonly<Record<string, () => Promise<Api>>> = {
  'with the farm as root': () => farm.as('Paul'),
  'with a house as root': () => farm.as('House 1'),
  'kept to a house': () => keptTo('House 1'),
}

describe.each(Object.entries(PEOPLE))('a user %s', (who, enter) => {
  let api: Api
  beforeAll(async () => {
    api = await enter()
  })
  const house = () => farm.at['House 1']!
  const place = (i: string) => ({ e: house(), t: box.id, i })
  const seen = () => (who.includes('farm') ? [air, fan, elsewhere] : [air, fan])

  test('finds the interfaces in lists, and no other', async () => {
    const searched = data(await api.interfaces.search({ query: {} }))
    expect(searched.content.map(one => one.id).toSorted()).toEqual(seen().toSorted())
    expect(searched.content[0]!.terminal).toMatchObject({ id: box.id, displayName: 'Box of the test', connected: true })
    const ids = (rows: readonly { readonly id: string }[]) => rows.map(row => row.id).toSorted()
    expect(ids(data(await api.interfaces.list({ query: {} })))).toEqual(seen().toSorted())
    expect(ids(data(await api.interfaces.atEntity({ params: { id: house() }, query: {} })))).toEqual([air, fan].toSorted())
    expect(ids(data(await api.interfaces.byIds({ query: { ids: [air, elsewhere] } })))).toEqual(
      seen()
        .filter(id => id !== fan)
        .toSorted(),
    )
    expect(data(await api.interfaces.overview({ query: { entityId: house() } }))).toMatchObject({ total: 2, fresh: 1, never: 1 })
    expect(data(await api.interfaces.defaults({ params: { id: house() } })).defaults).toMatchObject([{ interface: { id: air } }])
  })

  test('reads them: details, the last reading, a chart', async () => {
    expect(data(await api.interfaces.details({ params: { id: air } }))).toMatchObject({
      displayName: 'Air',
      lastConvertedReading: 21.5,
    })
    expect(data(await api.interfaces.reading({ params: place(air) }))).toMatchObject({ convertedValue: 21.5, good: true })
    const now = Date.now()
    const span = { fromDate: new Date(now - 3_600_000).toISOString(), toDate: new Date(now + 3_600_000).toISOString() }
    const series = data(await api.readings.series({ query: { interfaceIds: [air], ...span } }))
    expect(series).toMatchObject([{ interfaceId: air, values: expect.arrayContaining([21.5]) as unknown }])
    await expect(api.interfaces.details({ params: { id: '999' } })).rejects.toMatchObject({ failure: { code: 'NOT_FOUND' } })
  })

  test('drives them', async () => {
    skew += 1000
    const command = data(await api.interfaces.actuate({ params: place(fan), body: { value: 40 } }))
    expect(command).toMatchObject({ interfaceId: fan, state: 'SENT' })
    expect(await made.hear('dn/cmd')).toMatchObject({ id: command.id, val: 40 })
    expect(data(await api.interfaces.command({ params: { id: command.id } }))).toMatchObject({ id: command.id })
  })

  test('changes interfaces in scope', async () => {
    const one = data(await api.interfaces.details({ params: { id: fan } }))
    const edited = await api.interfaces.edit({ params: place(fan), body: { displayName: `Fan of ${who}`, version: one.version } })
    expect(data(edited).displayName).toBe(`Fan of ${who}`)
  })

  test('sees of the box only what its interfaces show', async () => {
    const absent = { failure: { code: 'NOT_FOUND' } }
    await expect(api.terminals.details({ params: { id: box.id } })).rejects.toMatchObject(absent)
    const mine = { displayName: 'Mine', entityId: house(), profile: 'FC-SMARTBOX-1' as const, timeOut: 900, timeZone: 'UTC' }
    await expect(api.terminals.edit({ params: { id: box.id }, body: { ...mine, version: 1 } })).rejects.toMatchObject(absent)
    await expect(api.terminals.remove({ params: { id: box.id } })).rejects.toMatchObject(absent)
    expect(data(await api.terminals.search({ query: {} })).totalElements).toBe(0)
    const beside = await api.interfaces.details({ params: { id: elsewhere } }).then(
      () => 'seen',
      () => 'absent',
    )
    expect(beside).toBe(who.includes('farm') ? 'seen' : 'absent')
  })
})

describe('an interface whose rule or box is above the scope', () => {
  const counts = { activeRules: 1, errorRules: 0, undeployedRules: 1, pendingRules: 0 }
  beforeAll(async () => {
    const watching = { displayName: 'Too hot', entityId: farm.at.Paul!, sectorId: farm.at['House 1']!, ...tooHot(air) }
    const inService = await aRule(farm, watching)
    await aRule(farm, { ...watching, displayName: 'Hot at the enterprise', entityId: farm.at.Aves! })
    await farm.world.owner.query(`update rules set deployment_status = 'DEPLOYED', desired = true where id = $1`, [inService])
    const above = await farm.as('Aves')
    const { version } = data(await above.interfaces.defaults({ params: { id: farm.at.Paul! } }))
    data(await above.interfaces.setDefaults({ params: { id: farm.at.Paul! }, body: { interfaceIds: [air], version } }))
  })

  test.each<[string, string | undefined, object]>([
    ['at the enterprise', 'Aves', { rules: 0, calculated: 0, places: 0 }],
    ['with the farm as root', 'Paul', { rules: 1, calculated: 0, places: 0 }],
    ['with a house as root', 'House 1', { rules: 2, calculated: 0, places: 1 }],
    ['kept to a house', undefined, { rules: 2, calculated: 0, places: 1 }],
  ])('a user %s sees the number of rules that use it, also out of scope', async (_, root, unseen) => {
    const api = root ? await farm.as(root) : await keptTo('House 1')
    expect(data(await api.interfaces.search({ query: { search: 'Air' } })).content.find(one => one.id === air)).toMatchObject(
      counts,
    )
    const one = data(await api.interfaces.details({ params: { id: air } }))
    expect(one).toMatchObject({ ...counts, unseen })
    expect(data(await api.interfaces.withAlarms({ query: { interfaceIds: [air, fan] } }))).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ interfaceId: air, hasAlarms: true }),
        expect.objectContaining({ interfaceId: fan, hasAlarms: false }),
      ]),
    )
    // No word of a rule that one may not see.
    expect(JSON.stringify(one)).not.toContain('Hot at the enterprise')
  })
})

test('the refusal of a used address names no output out of scope', async () => {
  const body = { terminalId: box.id, displayName: 'Second', category: 'FAN_RELAY' as const, address: 'relay' }
  const above = await farm.as('Aves')
  data(await above.interfaces.create({ body: { ...body, displayName: 'Secret fan', entityId: farm.at['House 2']! } }))
  const beside = await above.interfaces.create({ body: { ...body, address: 'relay/2', entityId: farm.at['House 1']! } })
  const { id: i, version } = data(beside)
  const api = await keptTo('House 1')
  const params = { e: farm.at['House 1']!, t: box.id, i }
  const failed: unknown = await api.interfaces
    .edit({ params, body: { address: 'relay', version } })
    .catch((error: unknown) => (error as { failure: unknown }).failure)
  expect(failed).toMatchObject({ fields: [{ field: 'address', code: 'addressTaken' }] })
  expect(JSON.stringify(failed)).not.toContain('Secret')
  const seen = above.interfaces.edit({ params, body: { address: 'relay', version } })
  await expect(seen).rejects.toMatchObject({
    failure: { fields: [{ code: 'addressInUse', message: expect.stringContaining('Secret fan') as string }] },
  })
})

test('row security shows a box read-only to users who see one of its interfaces', async () => {
  const reach = (scope: string) =>
    farm.world.pool.query<{ n: number }>(
      `with reach as materialized (select set_config('app.scope', $1, false), set_config('app.whole', '', false))
     select (select count(*)::int from boxes) as n from reach`,
      [scope],
    )
  const pathOf = async (name: string) =>
    (await farm.world.owner.query<{ path: string }>('select path::text from entities where id = $1', [farm.at[name]])).rows[0]!
      .path
  expect((await reach(`{${await pathOf('House 1')}}`)).rows).toEqual([{ n: 1 }])
  expect((await reach(`{${await pathOf('Azinheira')}}`)).rows).toEqual([{ n: 0 }])
  expect((await reach('{}')).rows).toEqual([{ n: 0 }])
  await expect(farm.world.pool.query('update boxes set display_name = $1', ['x'])).rejects.toThrow(/permission denied/)
})
