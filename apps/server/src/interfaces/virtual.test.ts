import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aClaimedBox, aTerminal, batch, session } from '../../test/box.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { aRule, tooHot } from '../../test/rules.ts'
import { recordRegisterBases } from '../readings/index.ts'

let farm: Farm
let api: Api
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
})
afterAll(() => farm.close())

const HOUR = 3_600_000
type Body = Parameters<Api['interfaces']['create']>[0]['body']
const body = (terminalId: string, more: Partial<Body> = {}): Body => ({
  displayName: 'Air',
  terminalId,
  entityId: farm.at['House 1']!,
  category: 'TEMPERATURE',
  ...(!more.virtual && { address: 'a' }),
  ...more,
})
const add = async (terminalId: string, more: Partial<Body> = {}) =>
  data(await api.interfaces.create({ body: body(terminalId, more) }))
const valuesOf = async (id: string) =>
  (
    await farm.world.owner.query<{ value: number; good: boolean; late: boolean }>(
      'select value, flags & 1 = 0 as good, flags & 4 <> 0 as late from readings where interface_id = $1 order by ts, seq',
      [id],
    )
  ).rows
const numbers = async (id: string) => (await valuesOf(id)).map(value => value.value)

describe('valid virtual interfaces', () => {
  test('a box has no part in it, and no rule of a box', async () => {
    const { id: t } = await aTerminal(farm)
    const one = await add(t)
    const { desiredRevision } = data(await api.terminals.details({ params: { id: t } }))
    const made = await add(t, { virtual: { operation: 'SCALE', sourceIds: [one.id], a: 1.8, b: 32 } })
    expect(made).toMatchObject({ address: null, virtual: { operation: 'SCALE', sourceIds: [one.id], a: 1.8, b: 32 }, unit: '°C' })
    expect(data(await api.terminals.details({ params: { id: t } })).desiredRevision).toBe(desiredRevision)
    const rule = { displayName: 'Hot', entityId: farm.at.Paul!, ...tooHot(made.id) }
    await expect(aRule(farm, { ...rule, terminalId: t })).rejects.toThrow('INVALID_INPUT')
    await expect(aRule(farm, rule)).resolves.toBeDefined()
    const params = { e: farm.at.Paul!, t, i: made.id }
    const edit = (more: object) => api.interfaces.edit({ params, body: { version: 1, ...more } })
    for (const more of [{ address: 'x' }, { every: 5 }, { factor: 2 }, { offset: 1 }])
      await expect(edit(more)).rejects.toMatchObject(failing('INVALID_INPUT', Object.keys(more)[0]))
    await expect(edit({ virtual: { operation: 'SUM', sourceIds: [made.id] } })).rejects.toMatchObject(
      failing('INVALID_INPUT', 'virtual.sourceIds.0'),
    )
    const listed = data(await api.interfaces.list({ query: { terminalId: t } }))
    expect(listed.map(of => [of.id, of.calculated])).toEqual(
      expect.arrayContaining([
        [one.id, false],
        [made.id, true],
      ]),
    )
    const changed = data(await edit({ virtual: { operation: 'MAX', sourceIds: [one.id] } }))
    expect(changed.virtual).toEqual({ operation: 'MAX', sourceIds: [one.id] })
    expect(data(await api.terminals.details({ params: { id: t } })).desiredRevision).toBe(desiredRevision)
  })

  test('a changed formula of a register is committed with its new base', async () => {
    const { id: t } = await aTerminal(farm)
    const sources = [await add(t, { category: 'WATER_COUNTER' }), await add(t, { category: 'WATER_COUNTER' })]
    await farm.world.owner.query('update terminal_links set reported_rev = desired_rev where terminal_id = $1', [t])
    const sourceIds = sources.map(source => source.id)
    const { id } = await add(t, { category: 'WATER_COUNTER', virtual: { operation: 'SUM', sourceIds } })
    /** Whether the transaction that wrote the interface wrote each base. */
    const bases = async () =>
      (
        await farm.world.owner.query<{ together: boolean }>(
          `select base.xmin::text = interfaces.xmin::text as together
           from register_bases base join interfaces on interfaces.id = interface_id where interface_id = $1 order by since`,
          [id],
        )
      ).rows.map(({ together }) => together)
    expect(await bases()).toEqual([true])
    const params = { e: farm.at.Paul!, t, i: id }
    data(await api.interfaces.edit({ params, body: { version: 1, virtual: { operation: 'DIFF', sourceIds } } }))
    expect(await bases()).toEqual([false, true])
  })

  test('sources are of one terminal and unit, and registers add up to a register', async () => {
    const { id: t } = await aTerminal(farm)
    const air = await add(t)
    const door = await add(t, { category: 'DOOR_CONTACT' })
    const water = await add(t, { category: 'WATER_COUNTER' })
    const wind = await add(t, { category: 'WIND_DIRECTION' })
    const wet = await add(t, { category: 'HUMIDITY' })
    const elsewhere = await add((await aTerminal(farm)).id)
    const virtual = await add(t, { virtual: { operation: 'AVG', sourceIds: [air.id] } })
    const wrong = (field: string, how: Body['virtual'], more: Partial<Body> = {}) =>
      expect(api.interfaces.create({ body: body(t, { virtual: how, ...more }) })).rejects.toMatchObject(
        failing('INVALID_INPUT', field),
      )
    const sum = (...sourceIds: string[]) => ({ operation: 'SUM' as const, sourceIds })
    for (const odd of [elsewhere, door, water, wind, wet, virtual]) await wrong('virtual.sourceIds.1', sum(air.id, odd.id))
    await wrong('virtual.sourceIds.1', sum(air.id, air.id))
    // All that is wrong at once, and what to do about each.
    const problem = (at: number, code: string, message: string) => ({ field: `virtual.sourceIds.${at}`, code, message })
    await expect(
      api.interfaces.create({ body: body(t, { virtual: sum(elsewhere.id, air.id, '987654321', door.id, air.id) }) }),
    ).rejects.toMatchObject({
      failure: {
        fields: [
          problem(0, 'notASource', 'This is not a sensor of this smart box. Choose one that it measures itself.'),
          problem(2, 'notASource', 'This is not a sensor of this smart box. Choose one that it measures itself.'),
          problem(3, 'SENSOR_NOT_NUMERIC', expect.any(String) as string),
          problem(4, 'DUPLICATE_INTERFACE', expect.any(String) as string),
        ],
      },
    })
    const unknown = { operation: 'AVERAGE', sourceIds: [air.id] } as unknown as Body['virtual'] // safe: wrong on purpose
    await expect(api.interfaces.create({ body: body(t, { virtual: unknown }) })).rejects.toMatchObject({
      failure: {
        fields: [{ field: 'virtual.operation', code: 'notOneOf', message: expect.stringContaining('AVG, SUM, MIN') as string }],
      },
    })
    await wrong('virtual.sourceIds', sum())
    await wrong('virtual.sourceIds', sum(...Array.from({ length: 17 }, (_, at) => String(at + 1))))
    await wrong('virtual.sourceIds', { operation: 'DIFF', sourceIds: [air.id] })
    await wrong('virtual.a', { operation: 'SCALE', sourceIds: [air.id], a: 0 })
    await wrong('virtual.sourceIds.0', sum(air.id), { category: 'WATER_COUNTER' })
    await wrong('virtual.operation', { operation: 'AVG', sourceIds: [water.id] }, { category: 'WATER_COUNTER' })
    for (const category of ['DOOR_CONTACT', 'TEXT_STATE', 'SET_POINT', 'VENTILATION_CONTROL', 'WIND_DIRECTION'] as const)
      await wrong('category', sum(air.id), { category })
    await wrong('address', sum(air.id), { address: 'x' })
    await expect(api.interfaces.create({ body: { ...body(t), address: undefined } })).rejects.toMatchObject(
      failing('INVALID_INPUT', 'address'),
    )
    for (const own of [{ modulus: 1000 }, { maxRate: 5 }])
      await wrong(Object.keys(own)[0]!, sum(water.id), { category: 'WATER_COUNTER', ...own })
    await add(t, { category: 'WATER_COUNTER', virtual: sum(water.id) })
    await add(t, { category: 'POWER', virtual: { operation: 'SCALE', sourceIds: [air.id], a: 2 } })
  })
})

describe('values of a virtual interface', () => {
  test('computes a value when a source is read and all have one, stores it once and rolls it up', async () => {
    const box = await aClaimedBox(farm)
    const a = await add(box.id)
    const b = await add(box.id)
    const of = (how: Body['virtual'], more: Partial<Body> = {}) =>
      add(box.id, { virtual: how, historyConfiguration: 'ALL_VALUES', ...more })
    const both = [a.id, b.id]
    const avg = await of({ operation: 'AVG', sourceIds: both })
    const sum = await of({ operation: 'SUM', sourceIds: both })
    const min = await of({ operation: 'MIN', sourceIds: both })
    const max = await of({ operation: 'MAX', sourceIds: both })
    const diff = await of({ operation: 'DIFF', sourceIds: both })
    const scaled = await of({ operation: 'SCALE', sourceIds: [a.id], a: -2, b: 1 })
    const made = await session(farm, box)
    const seen: string[] = []
    const forget = farm.world.bus.on(
      'readings.live',
      'test',
      ({ readings }) => void seen.push(...readings.map(reading => reading.interfaceId)),
    )
    const t = Date.now() - 60_000
    // Both at one instant make one value; then one alone, another alone; 99 is out of range.
    await made.say('up/data', batch(1, [[0, 0, 20], [1, 0, 23], [0, 5, 21], [1, 9, 24.5], [1, 15, 99], [0, 20, 22]], { t })) // prettier-ignore
    await made.say('up/data', batch(7, [[1, 30, 25]], { t }))
    expect(await made.hear('dn/ack')).toMatchObject({ upTo: expect.any(Number) as number })
    await expect.poll(() => numbers(max.id)).toHaveLength(4)
    expect(await numbers(avg.id)).toEqual([21.5, 22, 22.8, 23.5])
    expect(await numbers(sum.id)).toEqual([43, 44, 45.5, 47])
    expect(await numbers(min.id)).toEqual([20, 21, 21, 22])
    expect(await numbers(max.id)).toEqual([23, 23, 24.5, 25])
    expect(await numbers(diff.id)).toEqual([-3, -2, -3.5, -3])
    expect(await valuesOf(scaled.id)).toMatchObject([
      { value: -39, good: true },
      // Colder than this category goes.
      { value: -41, good: false },
      { value: -43, good: false },
    ])
    expect(seen).toContain(avg.id)
    forget()
    // What is sent again makes nothing twice, and is nobody's clone.
    await made.say('up/data', batch(1, [[0, 0, 20], [1, 0, 23]], { t })) // prettier-ignore
    await made.say('up/data', batch(8, [[1, 40, 26]], { t }))
    await expect.poll(() => numbers(max.id)).toEqual([23, 23, 24.5, 25, 26])
    // Read together again: one value, of both.
    await made.say('up/data', batch(9, [[0, 45, 30], [1, 45, 40]], { t })) // prettier-ignore
    await expect.poll(() => numbers(max.id)).toEqual([23, 23, 24.5, 25, 26, 40])
    expect((await farm.world.owner.query('select 1 from quarantine where terminal_id = $1', [box.id])).rowCount).toBe(0)
    const shown = async () => data(await api.interfaces.details({ params: { id: sum.id } })).lastConvertedReading
    await expect.poll(shown).toBe(70)
    const rolled = async () =>
      (await farm.world.owner.query('select sum(sum) from rollups_5m where interface_id = $1', [sum.id])).rows
    await expect.poll(rolled).toEqual([{ sum: 43 + 44 + 45.5 + 47 + 48 + 70 }])
    // An index that is not the box's own is a stranger's, though a virtual one has it.
    await made.say('up/data', batch(11, [[2, 50, 1]], { t }))
    await expect
      .poll(async () => (await farm.world.owner.query('select 1 from quarantine where terminal_id = $1', [box.id])).rowCount)
      .toBe(1)
    made.end()
  })

  test('has no value without a source, and computes late readings from values of their time', async () => {
    const box = await aClaimedBox(farm)
    const a = await add(box.id)
    const b = await add(box.id)
    const sum = await add(box.id, { virtual: { operation: 'SUM', sourceIds: [a.id, b.id] }, historyConfiguration: 'ALL_VALUES' })
    const made = await session(farm, box)
    const t = Date.now() - 3_600_000
    const minutes = (n: number) => n * 60_000
    await made.say('up/data', batch(1, [[0, 0, 10], [1, 0, 20], [0, minutes(14), 11], [0, minutes(15), 12]], { t })) // prettier-ignore
    await expect.poll(() => numbers(sum.id)).toEqual([30, 31])
    await made.say('up/data', batch(5, [[1, minutes(30), 50], [0, minutes(30), 15]], { t })) // prettier-ignore
    await expect.poll(() => numbers(sum.id)).toEqual([30, 31, 65])
    // Of before the newest, after an outage: with the values of then, not of now.
    await made.say('up/data', batch(7, [[1, minutes(16), 21], [0, minutes(17), 13]], { t, h: 1 })) // prettier-ignore
    await expect.poll(() => numbers(sum.id)).toEqual([30, 31, 33, 34, 65])
    expect((await valuesOf(sum.id)).map(value => value.late)).toEqual([false, false, true, true, false])
    made.end()
  })

  test('holds until it changes if its sources are sent on change, and follows their configuration', async () => {
    const box = await aClaimedBox(farm)
    const onChange = { historyConfiguration: 'DIFFERENT_VALUES' } as const
    const a = await add(box.id, onChange)
    const b = await add(box.id, onChange)
    const avg = await add(box.id, { virtual: { operation: 'AVG', sourceIds: [a.id, b.id] } })
    const made = await session(farm, box)
    const now = Date.now()
    await made.say('up/data', batch(1, [[0, 0, 20], [1, 0, 23]], { t: now - 3 * HOUR })) // prettier-ignore
    await expect.poll(() => numbers(avg.id)).toEqual([21.5])
    const details = async () => data(await api.interfaces.details({ params: { id: avg.id } }))
    await expect.poll(details).toMatchObject({ lastConvertedReading: 21.5, stale: false })
    const range = { fromDate: new Date(now - 2 * HOUR).toISOString(), toDate: new Date(now).toISOString() }
    const values = async (resolution: 'RAW' | 'HOUR') => {
      const [series] = data(await api.readings.series({ query: { interfaceIds: [avg.id], ...range, resolution } }))
      return new Set(series!.values)
    }
    expect(await values('RAW')).toEqual(new Set([21.5]))
    expect(await values('HOUR')).toEqual(new Set([21.5]))
    const wanted = data(await api.interfaces.overview({ query: {} }))
    const everies = async () => {
      const { byId } = await farm.app.services.journal.specs.of(box.id)
      return [a, b, avg].map(({ id }) => byId.get(Number(id))!.every)
    }
    expect(await everies()).toEqual([0, 0, 0])
    const edit = (i: string, more: object) =>
      api.interfaces.edit({ params: { e: farm.at['House 1']!, t: box.id, i }, body: { version: 1, ...more } })
    data(await edit(a.id, { historyConfiguration: 'TIME_INTERVAL', every: 1800 }))
    await expect.poll(everies).toEqual([1800, 0, 1800])
    data(await edit(b.id, { historyConfiguration: 'TIME_INTERVAL', every: 600 }))
    await expect.poll(everies).toEqual([1800, 600, 600])
    expect((await details()).stale).toBe(true)
    const { stale } = data(await api.interfaces.overview({ query: {} }))
    expect(stale).toBe(wanted.stale + 3)
    made.end()
  })

  test('continues with the last values after a change of sources or a restart', async () => {
    const box = await aClaimedBox(farm)
    const a = await add(box.id)
    const b = await add(box.id)
    const made = await session(farm, box)
    const t = Date.now() - 60_000
    await made.say('up/data', batch(1, [[0, 0, 10], [1, 0, 20]], { t })) // prettier-ignore
    await made.hear('dn/ack')
    const sum = await add(box.id, { virtual: { operation: 'SUM', sourceIds: [a.id, b.id] }, historyConfiguration: 'ALL_VALUES' })
    await made.say('up/data', batch(3, [[0, 10, 11]], { t }))
    await expect.poll(() => numbers(sum.id)).toEqual([31])
    // Who reads the interfaces anew, as after a start, reads what their sources held.
    const { specs } = farm.app.services.journal
    specs.forget(box.id)
    const { known } = await specs.of(box.id)
    expect(known.get(Number(a.id))?.value).toBe(11)
    expect(known.get(Number(b.id))?.value).toBe(20)
    made.end()
  })
})

describe('a calculated register', () => {
  /** Sum of the hours. A step that is split between two hours is exact to its binary fraction alone. */
  const hours = async (id: string) =>
    (
      await farm.world.owner.query<{ sum: number; flags: number }>(
        'select round(sum(sum)::numeric, 9)::float8 as sum, bit_or(flags) as flags from rollups_1h where interface_id = $1',
        [id],
      )
    ).rows[0]
  const minute = 60_000
  /** Two water meters, with what is calculated of them: [minute, index of the meter, register]. */
  const aPlant = async (
    readings: readonly (readonly [number, 0 | 1, number])[],
    how: 'SUM' | 'DIFF' | { readonly a: number },
  ) => {
    const box = await aClaimedBox(farm)
    const category = 'WATER_COUNTER' as const
    const a = await add(box.id, { category })
    const b = await add(box.id, { category })
    const virtual: Body['virtual'] =
      typeof how === 'string'
        ? { operation: how, sourceIds: [a.id, b.id] }
        : { operation: 'SCALE', sourceIds: [a.id], a: how.a, b: 0 }
    const calculated = await add(box.id, { category, virtual, historyConfiguration: 'ALL_VALUES' })
    const made = await session(farm, box)
    const t = Date.now() - 3_600_000
    let sequence = 1
    const read = async (some: typeof readings, more: { h?: 1 } = {}) => {
      const items = some.map(([at, ix, value]) => [ix, Math.round(at * minute), value] as [number, number, number])
      await made.say('up/data', batch(sequence, items, { t, ...more }))
      sequence += items.length
      const { journal } = farm.app.services
      await expect.poll(() => journal.followed() >= journal.settled()).toBe(true)
    }
    await read(readings)
    return { box, t, a, b, calculated, made, read }
  }

  test('books the increments of its sources though one is reset', async () => {
    const start = [[0, 0, 4000], [0, 1, 9000]] as const // prettier-ignore
    const { a, b, calculated, made } = await aPlant([...start, [10, 0, 30], [10, 1, 9040]], 'SUM')
    await expect.poll(() => hours(a.id)).toMatchObject({ sum: 30 })
    await expect.poll(() => hours(b.id)).toMatchObject({ sum: 40 })
    await expect.poll(() => hours(calculated.id)).toEqual({ sum: 70, flags: 0 })
    expect(await numbers(calculated.id)).toEqual([13_000, 13_070])
    made.end()
  })

  test('books the difference of the increments though it falls', async () => {
    const turns = Array.from({ length: 10 }, (_, turn) => turn)
    const readings = turns.flatMap(turn => [
      [turn * 2 + 1, 1, 990 + 2 * (turn + 1)] as const,
      [turn * 2 + 1.5, 0, 1000 + 2 * (turn + 1)] as const,
    ])
    const { a, b, calculated, made } = await aPlant([[0, 0, 1000], [0, 1, 990], ...readings], 'DIFF') // prettier-ignore
    await expect.poll(() => hours(a.id)).toMatchObject({ sum: 20 })
    await expect.poll(() => hours(b.id)).toMatchObject({ sum: 20 })
    await expect.poll(() => hours(calculated.id)).toEqual({ sum: 0, flags: 0 })
    made.end()
  })

  test('is good below 0, and books what a negative factor makes of its source', async () => {
    const { calculated, made } = await aPlant([[0, 0, 100], [10, 0, 140], [20, 0, 5]], { a: -2 }) // prettier-ignore
    await expect.poll(() => hours(calculated.id)).toEqual({ sum: -90, flags: 0 })
    expect(await valuesOf(calculated.id)).toMatchObject([
      { value: -200, good: true },
      { value: -280, good: true },
      { value: -290, good: true },
    ])
    made.end()
  })

  test('does not book an implausible step, a roll-over or a dip of a source as its own', async () => {
    const start = [[0, 0, 1500], [0, 1, 990]] as const // prettier-ignore
    const { box, b, calculated, made, read } = await aPlant([...start, [5, 0, 1499]], 'SUM')
    await farm.world.owner.query('update interfaces set modulus = 1000 where id = $1', [b.id])
    farm.app.services.journal.specs.forget(box.id)
    await read([[10, 1, 20], [15, 0, 900_000], [20, 0, 900_005]]) // prettier-ignore
    await expect.poll(() => hours(calculated.id)).toEqual({ sum: 35, flags: 0 })
    made.end()
  })

  /** The box takes up ten times the factor of the first meter, at an instant in ms UTC. */
  const changeFactor = async ({ box, t, a }: Pick<Awaited<ReturnType<typeof aPlant>>, 'box' | 't' | 'a'>, at: number) => {
    const { owner, db, bus } = farm.world
    const report = async (since: number) => {
      await owner.query('update terminal_links set reported_rev = desired_rev where terminal_id = $1', [box.id])
      await db.work(farm.system, work => recordRegisterBases(work, bus, box.id))
      await owner.query(
        `update register_bases set since = $2 where since > $2
         and interface_id in (select id from interfaces where terminal_id = $1)`,
        [box.id, new Date(since)],
      )
    }
    await report(t - HOUR)
    const params = { e: farm.at.Paul!, t: box.id, i: a.id }
    data(await api.interfaces.edit({ params, body: { version: 1, factor: 10 } }))
    await report(at)
    farm.app.services.journal.specs.forget(box.id)
  }
  const beforeChange = [[0, 0, 400], [0, 1, 900], [5, 0, 410]] as const // prettier-ignore

  test('begins again with its formula when the factor of a source changes', async () => {
    const plant = await aPlant(beforeChange, 'SUM')
    await changeFactor(plant, plant.t + 7 * minute)
    await plant.read([[10, 0, 4110], [15, 1, 920], [15, 0, 4150]]) // prettier-ignore
    expect(await numbers(plant.calculated.id)).toEqual([1300, 1310, 5010, 5070])
    await expect.poll(() => hours(plant.calculated.id)).toEqual({ sum: 70, flags: 4 })
    plant.made.end()
  })

  test('does not jump with the first reading of a source under another factor', async () => {
    const plant = await aPlant(beforeChange, 'SUM')
    await changeFactor(plant, plant.t + 7 * minute)
    await plant.read([[10, 1, 920], [11, 0, 4110], [15, 0, 4150]]) // prettier-ignore
    expect(await numbers(plant.calculated.id)).toEqual([1300, 1310, 1330, 1330, 1370])
    await expect.poll(() => hours(plant.calculated.id)).toEqual({ sum: 50, flags: 4 })
    plant.made.end()
  })

  test('continues after a restart, and with late readings of an outage', async () => {
    const start = [[0, 0, 4000], [0, 1, 9000]] as const // prettier-ignore
    const { box, calculated, made, read } = await aPlant([...start, [10, 0, 30], [14, 1, 9040]], 'SUM')
    // A reload of the interfaces reads nothing of a register that is in memory.
    const { specs } = farm.app.services.journal
    specs.forget(box.id)
    const reloaded = await specs.of(box.id)
    expect(reloaded.registers.size).toBe(0)
    // After a start, and of an earlier time, what was counted is read with the sources of then.
    const { registers } = await specs.asOf(reloaded, Infinity)
    expect(registers.get(Number(calculated.id))).toMatchObject({ value: 13_070 })
    await read([[11, 0, 50], [12, 1, 9030]], { h: 1 }) // prettier-ignore
    expect(await numbers(calculated.id)).toEqual([13_000, 13_030, 13_050, 13_080, 13_070])
    await read([[20, 0, 90], [20, 1, 9050]]) // prettier-ignore
    expect((await numbers(calculated.id)).at(-1)).toBe(13_140)
    await expect.poll(() => hours(calculated.id)).toEqual({ sum: 140, flags: 0 })
    made.end()
  })
})

describe('a user without access to all sources', () => {
  const aSum = async () => {
    const { id: t } = await aTerminal(farm)
    const seen = await add(t)
    const above = await add(t, { entityId: farm.at['House 2']!, address: 'b' })
    const other = await add(t, { address: 'c' })
    const sum = await add(t, { virtual: { operation: 'AVG', sourceIds: [above.id, seen.id] } })
    return { t, seen, above, other, sum, params: { e: farm.at['House 1']!, t, i: sum.id } }
  }

  test('sees only the sources in scope, and the entities of the others', async () => {
    const { seen, above, sum } = await aSum()
    const keeper = await farm.as('House 1')
    expect(data(await keeper.interfaces.details({ params: { id: sum.id } }))).toMatchObject({
      virtual: { operation: 'AVG', sourceIds: [seen.id] },
      hiddenSources: [0],
      rootEntityId: null,
    })
    expect(data(await api.interfaces.details({ params: { id: sum.id } }))).toMatchObject({
      virtual: { sourceIds: [above.id, seen.id] },
      hiddenSources: [],
      rootEntityId: farm.at.Paul,
    })
  })

  test('sees that the first operand of a difference is out of scope', async () => {
    const { t, seen, above } = await aSum()
    const keeper = await farm.as('House 1')
    for (const [sourceIds, hiddenSources] of [
      [[above.id, seen.id], [0]],
      [[seen.id, above.id], [1]],
    ] as const) {
      const { id } = await add(t, { virtual: { operation: 'DIFF', sourceIds: [...sourceIds] } })
      const details = data(await keeper.interfaces.details({ params: { id } }))
      expect(details).toMatchObject({ virtual: { operation: 'DIFF', sourceIds: [seen.id] }, hiddenSources })
      expect(JSON.stringify(details.virtual)).not.toContain(`"${above.id}"`)
    }
  })

  test('sees the value age by the interval of a source out of scope', async () => {
    const { t, seen, above, sum } = await aSum()
    await farm.world.owner.query(`update interfaces set history = 'DIFFERENT_VALUES' where id = $1`, [seen.id])
    const received = new Date()
    const read = new Date(received.getTime() - HOUR)
    await farm.world.owner.query(
      `insert into terminal_links (terminal_id, last_communication_at) values ($1, $2)
       on conflict (terminal_id) do update set last_communication_at = excluded.last_communication_at`,
      [t, received],
    )
    await farm.world.owner.query(
      'insert into last_values (interface_id, ts, received_at, value, flags) values ($1, $2, $2, 20, 0)',
      [sum.id, read],
    )
    const keeper = await farm.as('House 1')
    const isStale = async () => data(await keeper.interfaces.details({ params: { id: sum.id } })).stale
    expect(await isStale()).toBe(true)
    await farm.world.owner.query(`update interfaces set history = 'DIFFERENT_VALUES' where id = $1`, [above.id])
    expect(await isStale()).toBe(false)
  })

  test('keeps sources out of scope in their order by a save', async () => {
    const { seen, above, other, sum, params } = await aSum()
    const keeper = await farm.as('House 1')
    const save = async (sourceIds: string[], operation: 'AVG' | 'MAX' = 'AVG') => {
      const { version } = data(await keeper.interfaces.details({ params: { id: sum.id } }))
      return keeper.interfaces.edit({ params, body: { virtual: { operation, sourceIds }, version } })
    }
    const sources = async () => data(await api.interfaces.details({ params: { id: sum.id } })).virtual?.sourceIds
    data(await save([seen.id], 'MAX'))
    expect(await sources()).toEqual([above.id, seen.id])
    data(await save([other.id, seen.id]))
    expect(await sources()).toEqual([above.id, other.id, seen.id])
    data(await save([]))
    expect(await sources()).toEqual([above.id])
    // What is out of sight is not taken in anew.
    await expect(save([farm.at.Paul!])).rejects.toMatchObject(failing('INVALID_INPUT'))
  })

  test('cannot remove the last source', async () => {
    const { t, seen } = await aSum()
    const one = await add(t, { virtual: { operation: 'AVG', sourceIds: [seen.id] } })
    const params = { e: farm.at['House 1']!, t, i: one.id }
    await expect(
      api.interfaces.edit({ params, body: { virtual: { operation: 'AVG', sourceIds: [] }, version: 1 } }),
    ).rejects.toMatchObject(failing('INVALID_INPUT', 'virtual.sourceIds'))
  })
})
