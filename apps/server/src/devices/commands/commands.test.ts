import type { Command as Sent } from '@steading/contract/box/messages'
import { CATEGORIES } from '@steading/contract/devices/categories'
import type { CategoryId } from '@steading/contract/devices/categories'
import type { Command, Value } from '@steading/contract/devices/interfaces'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aFan, aTerminal, batch, session } from '../../../test/box.ts'
import { aFarm, data } from '../../../test/farm.ts'
import type { Api, Farm } from '../../../test/farm.ts'
import type { InterfaceWish } from '../../interfaces/index.ts'
import { contradicts, matchesReadBack } from './command.ts'

/** ms by which the clock of this suite runs ahead */
let skew = 0
let farm: Farm
let api: Api
let changes: Command[]
let off: () => void
beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => Date.now(), mono: () => performance.now() + skew } })
  api = await farm.as('Paul')
})
afterAll(() => farm.close())
beforeEach(() => {
  changes = []
  off = farm.world.bus.on('command.changed', 'test', ({ command }) => void changes.push(command))
})
afterEach(() => off())

async function anOutput(more: Partial<InterfaceWish> = {}, connected = true) {
  const { box, id, place } = await aFan(farm, more)
  const made = connected ? await session(farm, box) : undefined
  const actuate = (value: Value, body: { ttl?: number; hold?: number } = {}) =>
    api.interfaces.actuate({ params: place, body: { value, ...body } })
  const state = async (commandId: string) => data(await api.interfaces.command({ params: { id: commandId } }))
  return { box, id, made: made!, place, actuate, state }
}
const answer = (sent: Pick<Sent, 'id' | 'n'>, st: 'done' | 'rejected' | 'expired' | 'unconfirmed', more = {}) => ({
  id: sent.id,
  n: sent.n,
  st,
  at: Date.now(),
  ...more,
})

test('sends a command to the live session and marks it DONE by the answer', async () => {
  const { made, actuate, state, id } = await anOutput()
  await farm.world.owner.query(
    'insert into last_values (interface_id, ts, received_at, value, flags) values ($1, now(), now(), 33, 0)',
    [id],
  )
  const before = Date.now()
  const command = data(await actuate(40))
  expect(command).toMatchObject({
    interfaceId: id,
    value: 40,
    state: 'SENT',
    answeredUtc: null,
    readBack: null,
    by: expect.stringMatching(/^Person/) as string,
  })
  expect(Date.parse(command.holdUntilUtc!) - Date.parse(command.issuedUtc)).toBe(1_800_000)
  const sent = await made.hear('dn/cmd')
  expect(sent).toEqual({
    v: 1,
    id: command.id,
    sid: made.sid,
    n: 1,
    if: 0,
    val: 40,
    iss: Date.parse(command.issuedUtc),
    ttl: 8000,
    hold: 1_800_000,
  })
  expect(sent!.iss).toBeGreaterThanOrEqual(before)
  await made.say('up/ack', answer(sent!, 'done', { val: 40, read: 41 }))
  expect(await state(command.id)).toMatchObject({
    state: 'DONE',
    readBack: 41,
    reason: null,
    answeredUtc: expect.any(String) as string,
  })
  expect(changes.map(change => change.state)).toEqual(['SENT', 'DONE'])
  const shown = data(await api.interfaces.details({ params: { id } }))
  expect(shown.lastCommand).toMatchObject({ id: command.id, state: 'DONE' })
  const { rows } = await farm.world.owner.query(
    "select actor_name, changes from audit where action = 'ACTUATE' and object_id = $1",
    [id],
  )
  expect(rows).toEqual([
    {
      actor_name: command.by,
      changes: [
        { field: 'value', old: 33, new: 40 },
        { field: 'hold', old: null, new: 1800 },
      ],
    },
  ])
  made.end()
})

test('a contradicting read-back leaves a command UNCONFIRMED until verified', async () => {
  const { id: output, made, actuate, state } = await anOutput()
  const { id } = data(await actuate(70))
  await made.say('up/ack', answer((await made.hear('dn/cmd'))!, 'done', { val: 70, read: 999 }))
  expect(await state(id)).toMatchObject({ state: 'UNCONFIRMED', readBack: 999, reason: null, verifiedUtc: null })
  expect(changes.at(-1)).toMatchObject({ id, state: 'UNCONFIRMED', value: 70, readBack: 999 })
  const shown = data(await api.interfaces.details({ params: { id: output } }))
  expect(shown.lastCommand).toMatchObject({ id, state: 'UNCONFIRMED', readBack: 999 })
  await made.say('up/data', batch(1, [[0, 10, 70]]))
  await expect.poll(async () => (await state(id)).verifiedUtc).toEqual(expect.any(String))
  made.end()
})

test('a read-back between the last reading and the command is DONE', async () => {
  const { id: output, made, actuate, state } = await anOutput()
  await farm.world.owner.query(
    'insert into last_values (interface_id, ts, received_at, value, flags) values ($1, now(), now(), 20, 0)',
    [output],
  )
  const report = async (value: number, read: number) => {
    const { id } = data(await actuate(value))
    await made.say('up/ack', answer((await made.hear('dn/cmd'))!, 'done', { val: value, read }))
    return (await state(id)).state
  }
  expect(await report(70, 35)).toBe('DONE')
  // Still on its way up to 70 when it is called back to 30.
  expect(await report(30, 45)).toBe('DONE')
  skew += 1000
  expect(await report(40, 80)).toBe('UNCONFIRMED')
  made.end()
})

test('a restart of the box ends a manual override, a new session does not', async () => {
  const { box, made, actuate, state } = await anOutput()
  const { id, holdUntilUtc } = data(await actuate(40))
  await made.say('up/ack', answer((await made.hear('dn/cmd'))!, 'done'))
  made.end()
  const again = await session(farm, box)
  expect((await state(id)).holdUntilUtc).toBe(holdUntilUtc)
  again.end()
  changes = []
  const restarted = await session(farm, box, { boot: 18 })
  const { holdUntilUtc: ended } = await state(id)
  expect(Date.parse(ended!)).toBeLessThanOrEqual(Date.now())
  expect(changes).toMatchObject([{ id, state: 'DONE', holdUntilUtc: ended }])
  restarted.end()
  changes = []
  const last = await session(farm, box, { boot: 19 })
  expect((await state(id)).holdUntilUtc).toBe(ended)
  expect(changes).toEqual([])
  last.end()
})

test('the audit entry has the manual override before the change', async () => {
  const { made, actuate, state, id } = await anOutput()
  const holds = async () => {
    const { rows } = await farm.world.owner.query<{ held: unknown[] }>(
      "select jsonb_path_query_array(changes, '$[*] ? (@.field == \"hold\")') as held from audit where action = 'ACTUATE' and object_id = $1 order by id",
      [id],
    )
    return rows.flatMap(row => row.held)
  }
  data(await actuate(40))
  await made.say('up/ack', answer((await made.hear('dn/cmd'))!, 'done'))
  const { id: second } = data(await actuate(50, { hold: 60_000 }))
  expect(await holds()).toMatchObject([
    { old: null, new: 1800 },
    { old: 1800, new: 60 },
  ])
  const { findCurrentHold: heldNow } = await import('./commands.sql.ts')
  const now = () => farm.world.db.work(farm.system, work => heldNow(work, id))
  expect(await now()).toEqual({ hold: 60_000 })
  // What is refused overrides nothing, what is over holds nothing.
  await made.say('up/ack', answer((await made.hear('dn/cmd'))!, 'rejected', { why: 'interlock' }))
  await expect.poll(async () => (await state(second)).state).toBe('REJECTED')
  expect(await now()).toEqual({ hold: 1_800_000 })
  await farm.world.owner.query(`update commands set issued_at = issued_at - interval '1 hour' where interface_id = $1`, [id])
  expect(await now()).toBeNull()
  made.end()
})

test('ignores a second answer, and numbers ascend', async () => {
  const { made, actuate, state } = await anOutput()
  const command = data(await actuate(40))
  const sent = (await made.hear('dn/cmd'))!
  await made.say('up/ack', answer(sent, 'rejected', { why: 'interlock', say: 'door open' }))
  await made.say('up/ack', answer(sent, 'done'))
  expect(await state(command.id)).toMatchObject({ state: 'REJECTED', reason: 'interlock', holdUntilUtc: null })
  await actuate(41)
  expect((await made.hear('dn/cmd'))?.n).toBe(2)
  made.end()
})

test('ignores answers of another box or with another number', async () => {
  const { made, actuate, state } = await anOutput()
  const other = await anOutput()
  const command = data(await actuate(40))
  const sent = (await made.hear('dn/cmd'))!
  await other.made.say('up/ack', answer(sent, 'done'))
  await made.say('up/ack', answer({ ...sent, n: sent.n + 1 }, 'done'))
  expect((await state(command.id)).state).toBe('SENT')
  await made.say('up/ack', answer(sent, 'expired', { why: 'late' }))
  expect(await state(command.id)).toMatchObject({ state: 'EXPIRED', reason: 'late' })
  made.end()
  other.made.end()
})

test('a later reading with the value verifies an unconfirmed command', async () => {
  const { made, actuate, state } = await anOutput()
  const command = data(await actuate(40))
  const sent = (await made.hear('dn/cmd'))!
  await made.say('up/ack', answer(sent, 'unconfirmed', { why: 'device' }))
  // Another value, and the value at a time before the command: neither says anything.
  await made.say(
    'up/data',
    batch(1, [
      [0, -60_000, 40],
      [0, 5, 30],
    ]),
  )
  await farm.idle()
  expect(await state(command.id)).toMatchObject({ state: 'UNCONFIRMED', reason: 'device', verifiedUtc: null })
  await made.say('up/data', batch(3, [[0, 10, 40]]))
  await expect.poll(async () => (await state(command.id)).verifiedUtc).toEqual(expect.any(String))
  expect((await state(command.id)).state).toBe('UNCONFIRMED')
  made.end()
})

describe('a command is refused', () => {
  test('without a live session', async () => {
    const { actuate, made, box } = await anOutput()
    made.end()
    await expect.poll(() => farm.app.services.devices.connected(box.id)).toBe(false)
    expect(await actuate(40)).toMatchObject({ refused: 'TERMINAL_NOT_CONNECTED' })
    const { rows } = await farm.world.owner.query('select 1 from commands where terminal_id = $1', [box.id])
    expect(rows).toEqual([])
    const back = await session(farm, box)
    expect(await back.messageByNow('dn/cmd')).toBeNull()
    back.end()
  })

  test('without a live session within 300 ms', { tags: ['timed'] }, async () => {
    const { actuate, made, box } = await anOutput()
    made.end()
    await expect.poll(() => farm.app.services.devices.connected(box.id)).toBe(false)
    const began = performance.now()
    await actuate(40)
    expect(performance.now() - began).toBeLessThan(300)
  })

  test('to a session that fell silent before the sweep', async () => {
    const { actuate, made } = await anOutput()
    made.send({ cmd: 'pingreq' })
    await made.next('pingresp')
    skew += 46_000
    expect(await actuate(40)).toMatchObject({ refused: 'TERMINAL_NOT_CONNECTED' })
    made.end()
  })

  test('while the terminal is not provisioned or updated', async () => {
    const { actuate, box, made } = await anOutput()
    const set = (status: string) =>
      farm.world.owner.query('update terminals set provision_status = $1 where id = $2', [status, box.id])
    await set('UPDATING')
    expect(await actuate(40)).toMatchObject({ refused: 'TERMINAL_UPDATING' })
    await set('NOT_PROVISIONED')
    expect(await actuate(40)).toMatchObject({ refused: 'TERMINAL_NOT_PROVISIONED' })
    made.end()
  })

  test('to a retired terminal, with its own code', async () => {
    const { actuate, box } = await anOutput()
    const { version } = data(await api.terminals.details({ params: { id: box.id } }))
    data(await api.terminals.retire({ params: { id: box.id }, body: { version } }))
    expect(await actuate(40)).toEqual({
      refused: 'TERMINAL_NOT_PROVISIONED',
      message: 'This smart box is retired and no longer accepts commands.',
    })
  })

  test('for an invalid value', async () => {
    const { actuate, made } = await anOutput()
    const wrong = (code: string) => ({ failure: expect.objectContaining({ fields: [expect.objectContaining({ code })] }) })
    await expect(actuate(101)).rejects.toMatchObject(wrong('tooBig'))
    await expect(actuate(-1)).rejects.toMatchObject(wrong('tooSmall'))
    await expect(actuate(40.5)).rejects.toMatchObject(wrong('type'))
    await expect(actuate(true)).rejects.toMatchObject(wrong('type'))
    await expect(actuate('40')).rejects.toMatchObject(wrong('type'))
    const sensor = await anOutput({ category: 'TEMPERATURE' }, false)
    await expect(sensor.actuate(20)).rejects.toMatchObject(wrong('notAnOutput'))
    made.end()
  })

  test('for an interface of another entity than the path', async () => {
    const { place, made } = await anOutput()
    const there = (more: Partial<typeof place>) => api.interfaces.actuate({ params: { ...place, ...more }, body: { value: 40 } })
    const missing = { failure: expect.objectContaining({ code: 'NOT_FOUND' }) }
    await expect(there({ e: farm.at.Azinheira! })).rejects.toMatchObject(missing)
    await expect(there({ t: (await aTerminal(farm)).id })).rejects.toMatchObject(missing)
    const stranger = await farm.as('Azinheira')
    await expect(stranger.interfaces.actuate({ params: place, body: { value: 40 } })).rejects.toMatchObject(missing)
    made.end()
  })

  test('the third within a second', async () => {
    const { actuate, made } = await anOutput()
    await actuate(1)
    await actuate(2)
    await expect(actuate(3)).rejects.toMatchObject({ failure: expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }) })
    made.end()
  })
})

test.each<[Value, Value, string, boolean]>([
  [40, 40, 'VENTILATION_CONTROL', true],
  [40.4, 40, 'VENTILATION_CONTROL', true],
  [41, 40, 'VENTILATION_CONTROL', false],
  [21.44, 21.4, 'SET_POINT', true],
  [21.5, 21.4, 'SET_POINT', false],
  [true, true, 'FAN_RELAY', true],
  [false, true, 'FAN_RELAY', false],
])('a reading of %s %s an order of %s of a %s', (read, ordered, category, is) => {
  expect(matchesReadBack(read, ordered, category)).toBe(is)
})

test.each<[Value, Value, readonly Value[], string, boolean]>([
  [70, 70, [20], 'VENTILATION_CONTROL', false],
  [20, 70, [20], 'VENTILATION_CONTROL', false],
  [35, 70, [20], 'VENTILATION_CONTROL', false],
  [71, 70, [20], 'VENTILATION_CONTROL', false],
  [72, 70, [20], 'VENTILATION_CONTROL', true],
  [18, 70, [20], 'VENTILATION_CONTROL', true],
  [999, 70, [20], 'VENTILATION_CONTROL', true],
  [35, 20, [70], 'VENTILATION_CONTROL', false],
  [60, 30, [20, 70], 'VENTILATION_CONTROL', false],
  [0, 70, [], 'VENTILATION_CONTROL', false],
  [999, 70, [], 'VENTILATION_CONTROL', true],
  [-2, 70, [], 'VENTILATION_CONTROL', true],
  ['on', 70, [], 'VENTILATION_CONTROL', true],
  [21.5, 21.4, [21.4], 'SET_POINT', false],
  [21.6, 21.4, [21.4], 'SET_POINT', true],
  [true, true, [false], 'FAN_RELAY', false],
  [false, true, [false], 'FAN_RELAY', true],
  [false, true, [], 'FAN_RELAY', true],
])('a read-back of %s contradicts an order of %s from %j of a %s: %s', (read, ordered, origins, category, is) => {
  const { min, max } = CATEGORIES[category as CategoryId]
  expect(contradicts(read, { commanded: ordered, origins, min, max, category })).toBe(is)
})
