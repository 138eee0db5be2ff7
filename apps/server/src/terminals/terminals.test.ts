import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aClaimedBox, aTerminal, batch, claimRequest, line, postClaim, session } from '../../test/box.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { createInterface } from '../interfaces/index.ts'

let farm: Farm
let api: Api
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
})
afterAll(() => farm.close())

const body = (more: object = {}) => ({
  displayName: 'New box',
  entityId: farm.at.Paul!,
  profile: 'FC-SMARTBOX-1' as const,
  ...more,
})

describe('create', () => {
  test('makes the box’s name and its claim code, shown once', async () => {
    const { terminal, claim } = data(await api.terminals.create({ body: body({ timeZone: 'Europe/Lisbon' }) }))
    expect(terminal).toMatchObject({
      displayName: 'New box',
      uid: expect.stringMatching(/^[a-z0-9]{16}$/) as string,
      profile: 'FC-SMARTBOX-1',
      rootEntity: { id: farm.at.Paul, displayName: 'Paul' },
      provisionStatus: 'NOT_PROVISIONED',
      connected: false,
      lastCommunicationTimestampUtc: null,
      timeOut: 900,
      timeZone: 'Europe/Lisbon',
      interfaceCount: 0,
      version: 1,
    })
    expect(claim).toMatchObject({
      uid: terminal.uid,
      claimCode: expect.stringMatching(/^([0-9A-Z]{4}-){6}[0-9A-Z]{2}$/) as string,
    })
    expect(Date.parse(claim.expiresUtc) - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
    const { rows } = await farm.world.owner.query<{ key: Buffer }>('select key from claims where terminal_id = $1', [terminal.id])
    expect(rows[0]!.key.toString()).not.toContain(claim.claimCode)
    const details = data(await api.terminals.details({ params: { id: terminal.id } }))
    expect(details).toMatchObject({
      createdBy: { shortName: expect.any(String) as string },
      firmware: null,
      reportedRevision: null,
    })
  })

  test('takes the time zone of its entity by default', async () => {
    await farm.world.owner.query(`update entities set time_zone = 'Europe/Athens' where id = $1`, [farm.at['House 2']])
    const { terminal } = data(await api.terminals.create({ body: body({ entityId: farm.at['House 2'] }) }))
    expect(terminal.timeZone).toBe('Europe/Athens')
    expect(data(await api.terminals.create({ body: body() })).terminal.timeZone).toBe('Europe/Lisbon')
  })

  test('refuses a uid that exists at any entity', async () => {
    const uid = 'uid0000000000000'
    data(await (await farm.as('Azinheira')).terminals.create({ body: body({ uid, entityId: farm.at.Azinheira }) }))
    expect(await api.terminals.create({ body: body({ uid }) })).toMatchObject({ refused: 'TERMINAL_ID_ALREADY_EXISTS' })
  })

  test('validates its fields', async () => {
    await expect(api.terminals.create({ body: body({ entityId: farm.at.Azinheira }) })).rejects.toMatchObject(
      failing('INVALID_INPUT', 'entityId'),
    )
    await expect(api.terminals.create({ body: body({ timeZone: 'Mars/Base' }) })).rejects.toMatchObject(
      failing('INVALID_INPUT', 'timeZone'),
    )
    await expect(api.terminals.create({ body: body({ claimCode: 'UUUU-UUUU-UUUU-UUUU-UUUU-UUUU-UU' }) })).rejects.toMatchObject(
      failing('INVALID_INPUT', 'claimCode'),
    )
    await expect(api.terminals.create({ body: body({ uid: 'Short' }) })).rejects.toMatchObject(failing('INVALID_INPUT', 'uid'))
    await expect(api.terminals.create({ body: body({ timeOut: 43_201 }) })).rejects.toMatchObject(
      failing('INVALID_INPUT', 'timeOut'),
    )
  })
})

test('lists boxes in scope, last heard first, filtered', async () => {
  const suinos = await farm.as('Suínos')
  const silent = await aTerminal(farm, 'Azinheira', { displayName: 'Silent one' })
  const box = await aClaimedBox(farm, 'Room 1', { displayName: 'Talking one' })
  const made = await session(farm, box)
  const list = async (query: Parameters<Api['terminals']['search']>[0]['query']) =>
    data(await suinos.terminals.search({ query })).content.map(one => one.id)
  const all = data(await suinos.terminals.search({ query: {} }))
  expect(all).toMatchObject({ sortProperty: 'lastCommunicationTimestampUtc', sortDirection: 'DESC', size: 10, number: 0 })
  expect(all.content[0]?.id).toBe(box.id)
  expect(all.content.map(one => one.id)).toContain(silent.id)
  expect(all.content.every(one => one.rootEntity.displayName.startsWith('Azinheira'))).toBe(true)
  expect(await list({ connected: 'true' })).toEqual([box.id])
  expect(await list({ connected: 'false' })).not.toContain(box.id)
  expect(await list({ search: 'talking' })).toEqual([box.id])
  expect(await list({ search: box.uid })).toEqual([box.id])
  expect(await list({ entityId: farm.at['Room 1'] })).toEqual([box.id])
  expect(await list({ provisionStatus: 'PROVISIONED' })).toEqual([box.id])
  expect(await list({ entityId: farm.at.Paul })).toEqual([])
  expect(await list({ sortProperty: 'displayName', sortDirection: 'ASC', search: 'one' })).toEqual([silent.id, box.id])
  expect(data(await suinos.terminals.checkConnection({ params: { id: box.id } }))).toMatchObject({
    connected: true,
    provisionStatus: 'PROVISIONED',
  })
  made.end()
})

test('changes only the name, under its version', async () => {
  const { id } = await aTerminal(farm)
  const renamed = data(await api.terminals.rename({ params: { id }, body: { displayName: 'Renamed', version: 1 } }))
  expect(renamed).toMatchObject({ displayName: 'Renamed', version: 2 })
  await expect(api.terminals.rename({ params: { id }, body: { displayName: 'Again', version: 1 } })).rejects.toMatchObject(
    failing('VERSION_CONFLICT'),
  )
  const both = await Promise.allSettled(
    ['One', 'Two'].map(name => api.terminals.rename({ params: { id }, body: { displayName: name.padEnd(5), version: 2 } })),
  )
  expect(both.map(promiseSettledResult => promiseSettledResult.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { rows } = await farm.world.owner.query(
    "select changes from audit where object_type = 'terminal' and action = 'UPDATE' and object_id = $1 order by id",
    [id],
  )
  expect(rows).toHaveLength(2)
  expect(rows[0]).toEqual({ changes: [{ field: 'displayName', old: 'Box of the test', new: 'Renamed' }] })
})

test('a heartbeat is no edit', async () => {
  const box = await aClaimedBox(farm)
  const before = data(await api.terminals.details({ params: { id: box.id } }))
  const made = await session(farm, box)
  expect(data(await api.terminals.details({ params: { id: box.id } })).version).toBe(before.version)
  made.end()
})

test('the preview lists rules in service by name, and counts those out of scope', async () => {
  const box = await aTerminal(farm, 'Paul')
  const add = async (entity: string, kind: string, name: string, status: string) =>
    farm.world.owner.query(
      `insert into rules (entity_id, terminal_id, kind, template, display_name, body, deployment_status)
        values ($1, $2, $3, 'ALARM_WITHOUT_ACTUATION', $4, '{}', $5)`,
      [farm.at[entity], box.id, kind, name, status],
    )
  const ending = async (by: Api) => data(await by.terminals.ending({ params: { id: box.id } }))
  expect(await ending(api)).toEqual({ rules: [], total: 0, alarms: 0, unseen: 0 })
  await add('Paul', 'ALARM', 'Too hot 10', 'DEPLOYED')
  await add('Paul', 'ALARM', 'Too hot 2', 'PENDING_DEPLOY')
  await add('House 1', 'CONTROL', 'Fans', 'DEPLOYED')
  await add('Paul', 'ALARM', 'Never used', 'UNDEPLOYED')
  await add('Paul', 'ALARM', 'Not taken', 'ERROR')
  await add('Aves', 'ALARM', 'Of the company', 'DEPLOYED')
  const names = (rules: readonly { displayName: string }[]) => rules.map(rule => rule.displayName)
  const all = await ending(api)
  expect(all).toMatchObject({ total: 4, alarms: 3, unseen: 0 })
  expect(names(all.rules)).toEqual(['Fans', 'Of the company', 'Too hot 2', 'Too hot 10'])
  // Of a kind that the role does not show, or above what one sees.
  const some = await ending(await farm.as('Paul', ['terminals.delete', 'rules.alarms']))
  expect(some).toMatchObject({ total: 4, alarms: 3, unseen: 2 })
  expect(names(some.rules)).toEqual(['Too hot 2', 'Too hot 10'])
})

test('a retired terminal is cut off, leaves the list and keeps its history', async () => {
  const box = await aClaimedBox(farm)
  const input = await farm.world.db.work(farm.system, work =>
    createInterface(work, farm.app.services.devices, {
      terminalId: box.id,
      entityId: farm.at.Paul!,
      displayName: 'Air',
      category: 'CO2',
      address: 'x',
    }),
  )
  for (const [name, status] of [
    ['Too hot 10', 'DEPLOYED'],
    ['Too hot 2', 'PENDING_DEPLOY'],
    ['Never used', 'UNDEPLOYED'],
  ])
    await farm.world.owner.query(
      `insert into rules (entity_id, terminal_id, kind, template, display_name, body, deployment_status)
        values ($1, $2, 'ALARM', 'ALARM_WITHOUT_ACTUATION', $3, '{}', $4)`,
      [farm.at.Paul, box.id, name, status],
    )
  const messages: unknown[] = []
  farm.world.bus.on('terminal.retired', 'test', message => void messages.push(message))
  const made = await session(farm, box)
  await expect(api.terminals.retire({ params: { id: box.id }, body: { version: 9 } })).rejects.toMatchObject(
    failing('VERSION_CONFLICT'),
  )
  data(await api.terminals.retire({ params: { id: box.id }, body: { version: 1 } }))
  await made.cutOff()
  expect(messages).toEqual([{ terminalId: box.id, entityId: farm.at.Paul }])
  const { rows: trace } = await farm.world.owner.query<{ changes: unknown }>(
    "select changes from audit where action = 'RETIRE' and object_id = $1",
    [box.id],
  )
  expect(trace).toEqual([
    {
      changes: [
        { field: 'rules', old: 'Too hot 2, Too hot 10', new: null },
        { field: 'interfaces', old: 'Air', new: null },
      ],
    },
  ])
  const listed = data(await api.terminals.search({ query: { search: box.uid } }))
  expect(listed.content).toEqual([])
  const retired = async () =>
    data(await api.terminals.search({ query: { search: box.uid, provisionStatus: 'RETIRED' } })).content.map(one => one.id)
  expect(await retired()).toEqual([box.id])
  expect(data(await api.interfaces.details({ params: { id: input } })).id).toBe(input)
  // Whoever looks at that box sees what it was, and what it measured; others are not offered it any more.
  expect(data(await api.terminals.checkConnection({ params: { id: box.id } }))).toMatchObject({
    displayName: 'Box of the test',
    connected: false,
    deletedTimestampUtc: null,
    retiredTimestampUtc: expect.stringMatching(/^20/) as unknown,
  })
  expect(data(await api.interfaces.list({ query: { terminalId: box.id } })).map(one => one.id)).toEqual([input])
  expect(data(await api.interfaces.list({ query: {} })).map(one => one.id)).not.toContain(input)
  const below = { params: { id: farm.at.Paul!, terminalId: box.id }, query: {} }
  expect(data(await api.interfaces.atTerminal(below))).toEqual([])
  for (const call of [
    () => api.terminals.claimCode({ params: { id: box.id } }),
    () => api.terminals.rotate({ params: { id: box.id } }),
    () => api.terminals.revoke({ params: { id: box.id } }),
    () => api.terminals.retire({ params: { id: box.id }, body: { version: 2 } }),
    () => api.terminals.rename({ params: { id: box.id }, body: { displayName: 'Other', version: 2 } }),
  ])
    await expect(call()).rejects.toMatchObject(failing('NOT_FOUND'))
  const another = await aTerminal(farm)
  expect(await retired()).not.toContain(another.id)
  await farm.world.owner.query('update interfaces set deleted_at = now() where id = $1', [input])
  data(await api.terminals.remove({ params: { id: box.id } }))
  expect(await retired()).toEqual([])
})

describe('a box that is out of service', () => {
  const code = '0000-1111-2222-3333-4444-5555-66'
  const again = async (uid: string) => data(await api.terminals.create({ body: body({ uid, claimCode: code }) })).terminal.id
  const claimed = async (uid: string) => {
    const answer = await postClaim(farm, claimRequest(uid, code))
    expect(answer.status).toBe(200)
    return { uid, ...((await answer.json()) as { password: string }) } // safe: a test looks at its form
  }
  const deleted = async (id: string) => data(await api.terminals.remove({ params: { id } }))
  const retired = async (id: string) => data(await api.terminals.retire({ params: { id }, body: { version: 1 } }))

  test.each([
    ['deleted', deleted],
    ['retired', retired],
  ])('%s, it is claimed once as a new terminal, and the old one stays readable', async (_, end) => {
    const old = await aClaimedBox(farm)
    const first = await session(farm, old)
    await end(old.id)
    await first.cutOff()
    const id = await again(old.uid)
    expect(id).not.toBe(old.id)
    expect(await api.terminals.create({ body: body({ uid: old.uid }) })).toMatchObject({ refused: 'TERMINAL_ID_ALREADY_EXISTS' })
    expect(data(await api.terminals.details({ params: { id: old.id } })).uid).toBe(old.uid)
    // Neither the old password nor the old code opens the new place, before and after it is claimed.
    expect((await line(farm, old)).returnCode).toBe(4)
    expect((await postClaim(farm, claimRequest(old.uid, old.code))).status).toBe(403)
    const fresh = await claimed(old.uid)
    expect((await line(farm, old)).returnCode).toBe(4)
    const made = await session(farm, fresh)
    expect(data(await api.terminals.details({ params: { id } })).connected).toBe(true)
    expect(data(await api.terminals.details({ params: { id: old.id } })).connected).toBe(false)
    // What becomes of the old record is nothing to the box that lives.
    if (end === retired) await deleted(old.id)
    await farm.idle()
    expect(await made.ping()).toBe(true)
    expect(farm.app.services.devices.connected(id)).toBe(true)
    made.end()
  })

  test('takes the place of another box', async () => {
    const gone = await aTerminal(farm)
    const other = await aTerminal(farm)
    const here = await aTerminal(farm)
    await deleted(gone.id)
    await retired(other.id)
    const swap = (uid: string, version: number) =>
      api.terminals.swap({ params: { id: here.id }, body: { version, uid, claimCode: code } })
    expect(data(await swap(gone.uid, 1)).claim.uid).toBe(gone.uid)
    expect(data(await swap(other.uid, 2)).claim.uid).toBe(other.uid)
    await claimed(other.uid)
  })

  test('discards readings of the old terminal and its old configuration', async () => {
    const old = await aClaimedBox(farm)
    await retired(old.id)
    const id = await again(old.uid)
    const sensor = await farm.world.db.work(farm.system, work =>
      createInterface(work, farm.app.services.devices, {
        terminalId: id,
        entityId: farm.at.Paul!,
        displayName: 'Air',
        category: 'CO2',
        address: 'x',
      }),
    )
    const values = async () =>
      (await farm.world.owner.query('select seq::int, value from readings where interface_id = $1 order by seq', [sensor])).rows
    const made = await session(farm, await claimed(old.uid), { head: 5, tail: 9, rev: 41, hash: `sha256:${'a'.repeat(64)}` })
    expect(made.welcome).toMatchObject({ ackEpoch: 3, ackUpTo: 9, desiredRev: 42 })
    await made.say('up/data', batch(10, [[0, 0, 400], [0, 10, 410]])) // prettier-ignore
    expect(await made.hear('dn/ack')).toEqual({ e: 3, upTo: 11 })
    expect(await values()).toEqual([])
    await made.say('up/shadow', { v: 1, rev: 42, hash: `sha256:${'b'.repeat(64)}`, rules: {} })
    await made.say('up/data', batch(12, [[0, 0, 420]]))
    expect(await made.hear('dn/ack')).toEqual({ e: 3, upTo: 12 })
    expect(await values()).toEqual([{ seq: 12, value: 420 }])
    made.end()
  })

  test('keeps readings from before its first hello if it had no terminal before', async () => {
    const box = await aClaimedBox(farm)
    const made = await session(farm, box, { head: 5, tail: 9, rev: 0 })
    // What comes before its oldest is gone; the rest may come.
    expect(made.welcome).toMatchObject({ ackEpoch: 3, ackUpTo: 4 })
    made.end()
  })
})
