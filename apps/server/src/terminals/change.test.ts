import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aClaimedBox, aTerminal, batch, claimRequest, line, postClaim, session } from '../../test/box.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { aHouse } from '../../test/rules.ts'
import { createInterface } from '../interfaces/index.ts'

let farm: Farm
let api: Api
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
})
afterAll(() => farm.close())

const wish = (more: object = {}) => ({
  displayName: 'Edited',
  entityId: farm.at.Paul!,
  profile: 'FC-SMARTBOX-ROOM' as const,
  timeOut: 60,
  timeZone: 'Europe/Athens',
  version: 1,
  ...more,
})
const audits = async (id: string) =>
  (
    await farm.world.owner.query<{ action: string; changes: unknown }>(
      "select action, changes from audit where object_type = 'terminal' and object_id = $1 order by id",
      [id],
    )
  ).rows
const aSensor = (terminalId: string, entityId: string) =>
  farm.world.db.work(farm.system, work =>
    createInterface(work, farm.app.services.devices, { terminalId, entityId, displayName: 'Air', category: 'CO2', address: 'x' }),
  )

describe('edit', () => {
  test('writes every field, audited with old and new values', async () => {
    const { id } = await aTerminal(farm)
    const edited = data(await api.terminals.edit({ params: { id }, body: wish({ entityId: farm.at['House 1'] }) }))
    expect(edited).toMatchObject({
      displayName: 'Edited',
      rootEntity: { id: farm.at['House 1'] },
      profile: 'FC-SMARTBOX-ROOM',
      timeOut: 60,
      timeZone: 'Europe/Athens',
      version: 2,
    })
    expect((await audits(id)).at(-1)).toEqual({
      action: 'UPDATE',
      changes: [
        { field: 'displayName', old: 'Box of the test', new: 'Edited' },
        { field: 'entity', old: 'Paul', new: 'Paul | House 1' },
        { field: 'profile', old: 'FC-SMARTBOX-1', new: 'FC-SMARTBOX-ROOM' },
        { field: 'timeOut', old: 900, new: 60 },
        { field: 'timeZone', old: 'Europe/Lisbon', new: 'Europe/Athens' },
      ],
    })
    const details = data(await api.terminals.details({ params: { id } }))
    expect(details.lastUpdatedBy?.shortName).toMatch(/^Person/)
  })

  test('of two concurrent edits the second is refused', async () => {
    const { id } = await aTerminal(farm)
    const both = await Promise.allSettled([1, 2].map(() => api.terminals.edit({ params: { id }, body: wish() })))
    expect(both.map(promiseSettledResult => promiseSettledResult.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(api.terminals.edit({ params: { id }, body: wish() })).rejects.toMatchObject(failing('VERSION_CONFLICT'))
  })

  test('validates its fields', async () => {
    const { id } = await aTerminal(farm)
    const wrong = (more: object, field: string) =>
      expect(api.terminals.edit({ params: { id }, body: wish(more) })).rejects.toMatchObject(failing('INVALID_INPUT', field))
    await wrong({ entityId: farm.at.Azinheira }, 'entityId')
    await wrong({ timeZone: 'Mars/Base' }, 'timeZone')
    await wrong({ timeOut: -1 }, 'timeOut')
    await wrong({ timeOut: 43_201 }, 'timeOut')
    await wrong({ displayName: 'ab' }, 'displayName')
    await wrong({ profile: 'FC-TOASTER' }, 'profile')
    data(await api.terminals.edit({ params: { id }, body: wish({ timeOut: 0 }) }))
    data(await api.terminals.edit({ params: { id }, body: wish({ timeOut: 43_200, version: 2 }) }))
    const stranger = await farm.as('Azinheira')
    await expect(stranger.terminals.edit({ params: { id }, body: wish() })).rejects.toMatchObject(failing('NOT_FOUND'))
  })

  test('a move leaves no traces at the old entity', async () => {
    const { id } = await aTerminal(farm)
    await aSensor(id, farm.at['House 1']!)
    const to = (entityId: string, version: number) => api.terminals.edit({ params: { id }, body: wish({ entityId, version }) })
    expect(await to(farm.at['House 2']!, 1)).toMatchObject({ refused: 'CANNOT_EDIT_TERMINAL_WITH_DEPENDENCIES' })
    expect(data(await to(farm.at['House 1']!, 1)).rootEntity.id).toBe(farm.at['House 1'])
    expect(data(await to(farm.at.Aves!, 2)).rootEntity.id).toBe(farm.at.Aves)
  })

  test('rules keep it in its place and its zone', async () => {
    const { terminalId: id } = await aHouse(farm)
    const { rows } = await farm.world.owner.query<{ entity_id: string; time_zone: string; version: number }>(
      'select entity_id, time_zone, version from terminals where id = $1',
      [id],
    )
    const { entity_id: entityId, time_zone: timeZone, version } = rows[0]!
    await farm.world.owner.query(
      `insert into rules (entity_id, terminal_id, kind, template, display_name, body) values ($1, $2, 'ALARM', 'x', 'x', '{}')`,
      [farm.at.Paul, id],
    )
    const edit = (more: object) => api.terminals.edit({ params: { id }, body: wish({ entityId, timeZone, version, ...more }) })
    const refused = { refused: 'CANNOT_EDIT_TERMINAL_WITH_DEPENDENCIES' }
    expect(await edit({ timeZone: 'Europe/Athens' })).toMatchObject(refused)
    await farm.world.owner.query('update interfaces set deleted_at = now() where terminal_id = $1', [id])
    // To a house that is beside the rule's farm; within it the rule goes along.
    expect(
      await (
        await farm.as('Grupo')
      ).terminals.edit({
        params: { id },
        body: wish({ entityId: farm.at.Azinheira, timeZone, version }),
      }),
    ).toMatchObject(refused)
    data(await edit({ entityId: farm.at['House 2'] }))
  })

  test('a box in session is listed at its new entity', async () => {
    const box = await aClaimedBox(farm)
    const made = await session(farm, box)
    data(await api.terminals.edit({ params: { id: box.id }, body: wish({ entityId: farm.at['House 2'], version: 1 }) }))
    const messages: unknown[] = []
    const forget = farm.world.bus.on('terminal.presence', 'test', message => void messages.push(message))
    made.end()
    await expect.poll(() => messages).toMatchObject([{ terminalId: box.id, entityId: farm.at['House 2'], connected: false }])
    forget()
  })
})

describe('delete', () => {
  test('waits for its interfaces and rules, then keeps the history', async () => {
    const box = await aClaimedBox(farm)
    const sensor = await aSensor(box.id, farm.at.Paul!)
    const made = await session(farm, box)
    const params = { id: box.id }
    const rule = `insert into rules (entity_id, terminal_id, kind, template, display_name, body, desired, deployment_status)
      values ($1, $2, 'ALARM', 'x', 'x', '{}', $3, $4) returning id`
    const active = { refused: 'CANNOT_DELETE_TERMINAL_WITH_ACTIVE_RULES' }
    for (const [desired, status] of [
      [true, 'ERROR'],
      [true, 'PENDING_DEPLOY'],
      [false, 'PENDING_UNDEPLOY'],
      [false, 'DEPLOYED'],
    ] as const) {
      const { rows } = await farm.world.owner.query<{ id: string }>(rule, [farm.at.Aves, box.id, desired, status])
      expect(await api.terminals.remove({ params })).toMatchObject(active)
      await farm.world.owner.query('delete from rules where id = $1', [rows[0]!.id])
    }
    expect(await api.terminals.remove({ params })).toMatchObject({ refused: 'CANNOT_DELETE_TERMINAL_WITH_DEPENDENCIES' })
    await farm.world.owner.query('update interfaces set deleted_at = now() where id = $1', [sensor])
    data(await api.terminals.remove({ params }))
    await made.cutOff()
    expect((await line(farm, box)).returnCode).toBe(4)
    expect(data(await api.terminals.search({ query: { search: box.uid } })).content).toEqual([])
    expect(data(await api.terminals.atEntity({ params: { id: farm.at.Paul! } })).map(one => one.id)).not.toContain(box.id)
    expect(data(await api.terminals.details({ params }))).toMatchObject({
      interfaceCount: 0,
      deletedBy: { shortName: expect.stringMatching(/^Person/) as string },
      deletedTimestampUtc: expect.any(String) as string,
      retiredTimestampUtc: expect.any(String) as string,
    })
    expect((await audits(box.id)).at(-1)?.action).toBe('DELETE')
    await expect(api.terminals.remove({ params })).rejects.toMatchObject(failing('NOT_FOUND'))
    await expect(api.terminals.edit({ params, body: wish({ version: 2 }) })).rejects.toMatchObject(failing('NOT_FOUND'))
    await expect(api.terminals.swap({ params, body: { version: 2 } })).rejects.toMatchObject(failing('NOT_FOUND'))
    // The old record stays as it was when its box begins anew.
    const body = { displayName: 'Another', entityId: farm.at.Paul!, profile: 'FC-SMARTBOX-1' as const, uid: box.uid }
    expect(data(await api.terminals.create({ body })).terminal.id).not.toBe(box.id)
    expect(data(await api.terminals.details({ params: { id: box.id } }))).toMatchObject({
      uid: box.uid,
      displayName: 'Box of the test',
    })
  })

  test('a retired one can go too, and keeps when it was retired', async () => {
    const { id } = await aTerminal(farm)
    data(await api.terminals.retire({ params: { id }, body: { version: 1 } }))
    const { retiredTimestampUtc } = data(await api.terminals.details({ params: { id } }))
    data(await api.terminals.remove({ params: { id } }))
    expect(data(await api.terminals.details({ params: { id } })).retiredTimestampUtc).toBe(retiredTimestampUtc)
  })
})

test('the terminals of an entity, with all below it, by name', async () => {
  const suinos = await farm.as('Suínos')
  const b = await aTerminal(farm, 'Azinheira', { displayName: 'B box' })
  const a = await aTerminal(farm, 'Room 1', { displayName: 'A box' })
  const at = async (id: string) => data(await suinos.terminals.atEntity({ params: { id } }))
  expect(await at(farm.at.Azinheira!)).toEqual([
    { id: a.id, displayName: 'A box', profile: 'FC-SMARTBOX-1', provisionStatus: 'NOT_PROVISIONED', connected: false },
    { id: b.id, displayName: 'B box', profile: 'FC-SMARTBOX-1', provisionStatus: 'NOT_PROVISIONED', connected: false },
  ])
  expect((await at(farm.at['Room 1']!)).map(one => one.id)).toEqual([a.id])
  await expect(at(farm.at.Paul!)).rejects.toMatchObject(failing('NOT_FOUND'))
})

test('what boxes there are, in every language', async () => {
  const profiles = data(await api.terminals.profiles({}))
  expect(profiles.map(({ value, hasConnectionInterface }) => [value, hasConnectionInterface])).toEqual([
    ['FC-SMARTBOX-1', true],
    ['FC-SMARTBOX-ROOM', false],
  ])
  expect(new Set(profiles.flatMap(profile => Object.values(profile.translations))).size).toBe(12)
})

describe('another box takes the place', () => {
  /** The box whose label or code this is claims its place. */
  const claimed = async (uid: string, code: string) => {
    const answer = await postClaim(farm, claimRequest(uid, code))
    expect(answer.status).toBe(200)
    const { password } = (await answer.json()) as { password: string }
    return { uid, password }
  }

  test('a replacement keeps ids, interfaces and history, and counts from 1 in the same epoch', async () => {
    const old = await aClaimedBox(farm)
    const sensor = await aSensor(old.id, farm.at.Paul!)
    const ix = 0
    const first = await session(farm, old)
    const early = Date.now() - 60_000
    await first.say(
      'up/data',
      batch(
        1,
        [
          [ix, 0, 400],
          [ix, 10, 410],
          [ix, 20, 420],
        ],
        { t: early },
      ),
    )
    expect(await first.hear('dn/ack')).toMatchObject({ e: 3, upTo: 3 })
    const before = data(await api.terminals.details({ params: { id: old.id } }))

    const { terminal, claim } = data(await api.terminals.swap({ params: { id: old.id }, body: { version: before.version } }))
    expect(terminal).toMatchObject({
      id: old.id,
      displayName: before.displayName,
      uid: claim.uid,
      provisionStatus: 'NOT_PROVISIONED',
    })
    expect(claim.uid).not.toBe(old.uid)
    await first.cutOff()
    expect((await line(farm, old)).returnCode).toBe(4)
    expect((await postClaim(farm, claimRequest(old.uid, old.code))).status).toBe(403)
    const between = data(await api.terminals.details({ params: { id: old.id } }))
    expect(between).toMatchObject({
      firmware: null,
      boots: null,
      reportedRevision: null,
      connected: false,
      interfaceCount: 1,
    })
    // What the old one said last may have been noted after `before` was read.
    expect(Date.parse(between.lastCommunicationTimestampUtc!)).toBeGreaterThanOrEqual(
      Date.parse(before.lastCommunicationTimestampUtc!),
    )

    const fresh = await claimed(claim.uid, claim.claimCode)
    const second = await session(farm, fresh)
    // Nothing of this box is stored, though the old one had the same epoch.
    expect(second.welcome).toMatchObject({ ackEpoch: 0, ackUpTo: 0 })
    expect(second.welcome.desiredRev).toBeGreaterThan(before.desiredRevision)
    // The configuration is made out to it.
    const part = await second.hear('dn/shadow')
    expect(JSON.parse(Buffer.from((part as { data: string }).data, 'base64').toString())).toMatchObject({
      uid: claim.uid,
      ifs: [{ id: sensor, ix }],
    })
    // The very numbers, and times, of the old one.
    await second.say(
      'up/data',
      batch(
        1,
        [
          [ix, 0, 500],
          [ix, 10, 510],
        ],
        { t: early },
      ),
    )
    expect(await second.hear('dn/ack')).toMatchObject({ e: 3, upTo: 2 })
    const { rows } = await farm.world.owner.query('select seq::int, value from readings where interface_id = $1 order by value', [
      sensor,
    ])
    expect(rows).toEqual([
      { seq: 1, value: 400 },
      { seq: 2, value: 410 },
      { seq: 3, value: 420 },
      { seq: 1, value: 500 },
      { seq: 2, value: 510 },
    ])
    // What it sends again is known, and nobody's clone.
    await second.say(
      'up/data',
      batch(
        2,
        [
          [ix, 0, 510],
          [ix, 5, 515],
        ],
        { t: early + 10 },
      ),
    )
    expect(await second.hear('dn/ack')).toMatchObject({ e: 3, upTo: 3 })
    const aside = await farm.world.owner.query('select 1 from quarantine where terminal_id = $1', [old.id])
    expect(aside.rowCount).toBe(0)
    expect(
      (await audits(old.id)).filter(audit => audit.action === 'UPDATE' && JSON.stringify(audit.changes).includes('"uid"')),
    ).toEqual([
      {
        action: 'UPDATE',
        changes: [
          { field: 'uid', old: old.uid, new: claim.uid },
          { field: 'claim', old: null, new: 'open' },
        ],
      },
    ])
    second.end()
    // And a third.
    const third = data(await api.terminals.swap({ params: { id: old.id }, body: { version: terminal.version } }))
    const last = await session(farm, await claimed(third.claim.uid, third.claim.claimCode))
    expect(last.welcome).toMatchObject({ ackEpoch: 0, ackUpTo: 0 })
    last.end()
  })

  test('replaces by the label of the new box, refuses one that is in use', async () => {
    const other = await aTerminal(farm, 'Azinheira')
    const here = await aTerminal(farm)
    const swap = (more: object) => api.terminals.swap({ params: { id: here.id }, body: { version: 1, ...more } })
    for (const uid of [other.uid, here.uid]) expect(await swap({ uid })).toMatchObject({ refused: 'TERMINAL_ID_ALREADY_EXISTS' })
    await expect(swap({ uid: 'Short' })).rejects.toMatchObject(failing('INVALID_INPUT', 'uid'))
    // All that is wrong at once.
    await expect(swap({ uid: 'Short', claimCode: 'UUUU-UUUU-UUUU-UUUU-UUUU-UUUU-UU' })).rejects.toMatchObject({
      failure: {
        fields: [
          { field: 'uid', code: 'uid' },
          { field: 'claimCode', code: 'claimCode' },
        ],
      },
    })
    await expect(swap({ version: 2 })).rejects.toMatchObject(failing('VERSION_CONFLICT'))
    const stranger = await farm.as('Azinheira')
    await expect(stranger.terminals.swap({ params: { id: here.id }, body: { version: 1 } })).rejects.toMatchObject(
      failing('NOT_FOUND'),
    )
    // Nothing of that changed anything.
    expect(data(await api.terminals.details({ params: { id: here.id } }))).toMatchObject({ uid: here.uid, version: 1 })
    const code = '0000-1111-2222-3333-4444-5555-66'
    const { claim } = data(await swap({ uid: 'labelled00000001', claimCode: code }))
    expect(claim).toMatchObject({ uid: 'labelled00000001', claimCode: code })
    await claimed('labelled00000001', code)
    // The old box may begin elsewhere.
    const body = { displayName: 'Again', entityId: farm.at.Paul!, profile: 'FC-SMARTBOX-1' as const, uid: here.uid }
    expect(data(await api.terminals.create({ body })).terminal.uid).toBe(here.uid)
  })

  test('rules of the old box become pending, and manual overrides end', async () => {
    const box = await aClaimedBox(farm)
    const output = await farm.world.db.work(farm.system, work =>
      createInterface(work, farm.app.services.devices, {
        terminalId: box.id,
        entityId: farm.at.Paul!,
        displayName: 'Fan',
        category: 'FAN_RELAY' as const,
        address: 'f',
      }),
    )
    const { rows } = await farm.world.owner.query<{ id: string }>(
      `insert into rules (entity_id, terminal_id, kind, template, display_name, body, desired, desired_hash, running_version, running_hash, deployment_status)
       values ($1, $2, 'ALARM', 'ALARM_WITHOUT_ACTUATION', 'x', '{}', true, 'h', 1, 'h', 'DEPLOYED') returning id`,
      [farm.at.Paul, box.id],
    )
    await farm.world.owner.query(
      `insert into commands (id, interface_id, terminal_id, sid, n, value, issued_at, ttl, hold, issuer_name, state)
       values ($1, $2, $3, 's', 1, '1', now(), 8000, 3600000, 'me', 'DONE')`,
      ['0'.repeat(26), output, box.id],
    )
    data(await api.terminals.swap({ params: { id: box.id }, body: { version: 1 } }))
    await expect
      .poll(async () => (await api.rules.details({ params: { id: rows[0]!.id } }).then(data)).deploymentStatus)
      .toBe('PENDING_DEPLOY')
    const { lastCommand } = data(await api.interfaces.details({ params: { id: output } }))
    expect(Date.parse(lastCommand!.holdUntilUtc!)).toBeLessThanOrEqual(Date.now())
  })
})
