import type { Data } from '@steading/contract/box/messages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aJournal, eventually } from '../../../test/journal.ts'

const T = Date.UTC(2026, 10, 20, 12)
let now = T
let at: Awaited<ReturnType<typeof aJournal>>
beforeAll(async () => {
  at = await aJournal({ clock: { now: () => now, mono: () => performance.now() } })
})
afterAll(() => at.close())

const data = (s: number, r: Data['r'], more: Partial<Data> = {}): Data => ({ v: 1, e: 1, s, t: T, q: 2, h: 0, r, ...more })
const store = (terminalId: string, message: Data, tail?: number) =>
  at.journal.store({ terminalId, data: message, receivedAt: now, ...(tail !== undefined && { tail }) })
const readingsOf = (terminalId: string) =>
  at.rows<{ seq: string; ts: Date; value: number | null; text: string | null; flags: number }>(
    `select seq, ts, value, text, flags from readings join interfaces on interfaces.id = interface_id
     where terminal_id = $1 order by seq`,
    [terminalId],
  )
const asideOf = (terminalId: string) =>
  at.rows<{ reason: string }>('select reason from quarantine where terminal_id = $1 order by id', [terminalId])

test('store() resolves when the readings are committed and acknowledged', async () => {
  const box = await at.terminal({ category: 'TEMPERATURE' }, { category: 'MAINS_POWER' }, { category: 'TEXT_STATE' })
  await store(
    box.id,
    data(
      1,
      [
        [0, 0, 21.4],
        [1, 1000, true],
        [2, 2000, 'läuft'],
      ],
      { t: T - 2000 },
    ),
  )
  expect(await readingsOf(box.id)).toMatchObject([
    { seq: '1', ts: new Date(T - 2000), value: 21.4, text: null, flags: 16 },
    { seq: '2', ts: new Date(T - 1000), value: 1, flags: 16 },
    { seq: '3', value: null, text: 'läuft', flags: 16 },
  ])
  expect(await at.journal.upTo(box.id, 1)).toEqual({ upTo: 3, miss: [] })
})

test('ignores a repeated message, whole or in part, at once or later', async () => {
  const box = await at.terminal({ category: 'CO2', history: 'ALL_VALUES' })
  const message = data(1, [
    [0, 0, 800],
    [0, 1, 801],
    [0, 2, 802],
  ])
  await Promise.all([
    store(box.id, message),
    store(box.id, message),
    store(
      box.id,
      data(2, [
        [0, 1, 801],
        [0, 2, 802],
        [0, 3, 803],
      ]),
    ),
  ])
  await store(box.id, message)
  expect((await readingsOf(box.id)).map(row => row.value)).toEqual([800, 801, 802, 803])
  expect(await asideOf(box.id)).toEqual([])
})

test('stores directions within a full turn, also when they are repeated', async () => {
  const box = await at.terminal({ category: 'WIND_DIRECTION', history: 'ALL_VALUES' })
  const message = data(1, [[0, 0, 360], [0, 1, 370], [0, 2, -10], [0, 3, 359]]) // prettier-ignore
  await store(box.id, message)
  await store(box.id, message)
  expect((await readingsOf(box.id)).map(({ value, flags }) => [value, flags & 1])).toEqual([[0, 0], [10, 0], [350, 0], [359, 0]]) // prettier-ignore
  expect(await asideOf(box.id)).toEqual([])
})

test('quarantines a repeated number with another value, interface or time', async () => {
  const box = await at.terminal({ category: 'CO2' }, { category: 'NH3' })
  await store(box.id, data(1, [[0, 0, 800]]))
  for (const other of [data(1, [[0, 0, 900]]), data(1, [[1, 0, 8]]), data(1, [[0, 5000, 800]])]) await store(box.id, other)
  expect(await readingsOf(box.id)).toHaveLength(1)
  expect((await asideOf(box.id)).map(row => row.reason)).toEqual(
    Array(3).fill('number 1 of epoch 1 came again with other content'),
  )
  await store(box.id, data(1, [[0, 77, 800]], { q: 0 }))
  expect(await asideOf(box.id)).toHaveLength(3)
})

test('reports holes, which gaps and given-up readings close', async () => {
  const box = await at.terminal({ category: 'CO2' })
  await store(box.id, data(11, [[0, 0, 1]]))
  expect(await at.journal.upTo(box.id, 1)).toEqual({ upTo: 11, miss: [[1, 10]] })
  await at.journal.startAt(box.id, 1, 4, 10)
  await store(box.id, data(4, [[0, 0, 1], null]))
  await store(box.id, data(12, [], { gap: [7, 10] }))
  expect(await at.journal.upTo(box.id, 1)).toEqual({ upTo: 11, miss: [[6, 6]] })
  expect(await readingsOf(box.id)).toHaveLength(2)
  await at.restart()
  expect(await at.journal.upTo(box.id, 1)).toEqual({ upTo: 11, miss: [[6, 6]] })
})

test('quarantines a gap beyond every known number and stores the items', async () => {
  const box = await at.terminal({ category: 'CO2' })
  await store(box.id, data(1, [[0, 0, 1]], { gap: [2, 1_000_000] }))
  expect(await at.journal.upTo(box.id, 1)).toEqual({ upTo: 1, miss: [] })
  expect(await asideOf(box.id)).toEqual([{ reason: 'the gap reaches beyond every number that the box has shown' }])
  await store(box.id, data(2, [[0, 1, 2]]))
  expect((await readingsOf(box.id)).map(row => row.value)).toEqual([1, 2])
})

test('accepts a gap up to the tail of the hello', async () => {
  const box = await at.terminal({ category: 'CO2' })
  await store(box.id, data(1, [[0, 0, 1]], { gap: [2, 1000] }), 1000)
  expect(await at.journal.upTo(box.id, 1)).toEqual({ upTo: 1000, miss: [] })
  expect(await asideOf(box.id)).toEqual([])
})

test('accepts a head up to the tail only', async () => {
  const box = await at.terminal({ category: 'CO2' })
  expect(await at.journal.startAt(box.id, 1, 1_000_000, 1)).toBe(false)
  expect(await at.journal.upTo(box.id, 1)).toEqual({ upTo: 1, miss: [] })
  expect(await at.journal.startAt(box.id, 1, 3, 2)).toBe(true)
})

test.each(['at once', 'after a restart'])('stores and quarantines a number that arrives after its own gap, %s', async when => {
  const box = await at.terminal({ category: 'CO2', history: 'ALL_VALUES' })
  const event = { rule: '7', ver: 1, kind: 'EVENT_OPEN', key: '7:1' }
  await at.journal.startAt(box.id, 1, 1_000_000, 999_999)
  if (when === 'after a restart') await at.restart()
  await store(box.id, data(2, [[0, 0, 1]], { x: [[1, 0, event]] }))
  await store(box.id, data(2, [[0, 0, 1]], { x: [[1, 0, event]] }))
  expect((await readingsOf(box.id)).map(row => [row.seq, row.value])).toEqual([['2', 1]])
  expect(await at.rows('select seq from effects where terminal_id = $1', [box.id])).toEqual([{ seq: '3' }])
  expect(await asideOf(box.id)).toEqual([{ reason: 'number 2 of epoch 1 came after it was declared missing; it is stored' }])
  expect(await at.journal.upTo(box.id, 1)).toEqual({ upTo: 999_999, miss: [] })
})

test('stores and quarantines a value that arrives after its own null', async () => {
  const box = await at.terminal({ category: 'CO2', history: 'ALL_VALUES' })
  const given = data(1, [[0, 0, 1], null, [0, 2, 3], null]) // prettier-ignore
  await store(box.id, given)
  await store(box.id, given)
  expect(await at.journal.upTo(box.id, 1)).toEqual({ upTo: 4, miss: [] })
  expect(await asideOf(box.id)).toEqual([])
  await at.restart()
  const late = data(1, [[0, 0, 1], [0, 1, 2], [0, 2, 3]]) // prettier-ignore
  await store(box.id, late)
  await store(box.id, late)
  expect((await readingsOf(box.id)).map(row => [row.seq, row.value])).toEqual([['1', 1], ['2', 2], ['3', 3]]) // prettier-ignore
  expect(await asideOf(box.id)).toEqual([{ reason: 'number 2 of epoch 1 came after it was declared missing; it is stored' }])
  await store(box.id, data(1, [null, null]))
  expect(await readingsOf(box.id)).toHaveLength(3)
  expect(await asideOf(box.id)).toHaveLength(1)
})

test('discards readings of another platform again when they are repeated', async () => {
  const box = await at.terminal({ category: 'CO2' })
  await at.journal.discard(box.id, 1, 5)
  await store(box.id, data(5, [[0, 0, 1], [0, 1, 2]])) // prettier-ignore
  expect((await readingsOf(box.id)).map(row => row.value)).toEqual([2])
  expect(await asideOf(box.id)).toEqual([])
})

test('counts each epoch separately', async () => {
  const box = await at.terminal({ category: 'CO2' })
  await store(box.id, data(1, [[0, 0, 1]]))
  await store(box.id, data(1, [[0, 0, 2]], { e: 2 }))
  expect((await readingsOf(box.id)).map(row => row.value)).toEqual([1, 2])
})

test('flags values out of range or of the wrong type', async () => {
  const box = await at.terminal(
    { category: 'TEMPERATURE', max: 50 },
    { category: 'CO2' },
    { category: 'MAINS_POWER' },
    { category: 'TEXT_STATE' },
  )
  await store(
    box.id,
    data(1, [
      [0, 0, 50.1],
      [0, 1, true],
      [0, 2, 'x'],
      [1, 0, 1.5],
      [2, 0, 1],
      [3, 0, 7],
      [0, 3, 50],
    ]),
  )
  expect((await readingsOf(box.id)).map(row => row.flags & 1)).toEqual([1, 1, 1, 1, 1, 1, 0])
})

test('dates by receipt where the clock is unknown or ahead', async () => {
  const box = await at.terminal({ category: 'CO2', history: 'ALL_VALUES' })
  await store(box.id, data(1, [[0, 0, 1]], { q: 0, t: 5 }))
  await store(
    box.id,
    data(
      2,
      [
        [0, 0, 2],
        [0, 1000, 3],
      ],
      { q: 0, t: 5, m: 60_000 },
    ),
  )
  await store(
    box.id,
    data(4, [
      [0, 120_001, 4],
      [0, 120_000, 5],
    ]),
  )
  const rows = await readingsOf(box.id)
  expect(rows.map(row => row.ts.getTime() - T)).toEqual([0, -60_000, -59_000, 0, 0])
  expect(rows.map(row => row.flags)).toEqual([18, 18, 18, 18, 18])
  expect(await at.rows('select ts from device_times where terminal_id = $1 and seq = 4', [box.id])).toEqual([
    { ts: new Date(T + 120_001) },
  ])
})

test('prefers a later receipt to a reading that was dated ahead', async () => {
  const box = await at.terminal({ category: 'CO2', history: 'ALL_VALUES' })
  await store(box.id, data(1, [[0, 100_000, 1]]))
  now = T + 1000
  await store(box.id, data(2, [[0, 900, 2]]))
  now = T
  expect(at.journal.last.get(Number(box.interfaces[0]))).toMatchObject({ value: 2, ts: T + 900 })
})

test('takes the higher number of one instant as the last value', async () => {
  const box = await at.terminal({ category: 'CO2', history: 'ALL_VALUES' })
  await store(box.id, data(2, [[0, 0, 2]]))
  await store(box.id, data(1, [[0, 0, 1]]))
  expect(at.journal.last.get(Number(box.interfaces[0]))).toMatchObject({ value: 2, seq: 2 })
})

test('quarantines an unknown index once and settles its number', async () => {
  const box = await at.terminal({ category: 'CO2' })
  await store(
    box.id,
    data(1, [
      [0, 0, 1],
      [9, 0, 1],
    ]),
  )
  await store(box.id, data(3, [[9, 0, 1]]))
  expect(await at.journal.upTo(box.id, 1)).toEqual({ upTo: 3, miss: [] })
  expect((await asideOf(box.id)).map(row => row.reason)).toEqual(['no interface has the index 9'])
})

test('stores rule effects with their readings exactly once and announces them', async () => {
  const box = await at.terminal({ category: 'CO2' })
  const places: number[] = []
  const off = at.world.bus.on('effects.stored', 'test', ({ pos }) => void places.push(pos))
  const event = { rule: '7', ver: 1, kind: 'EVENT_OPEN', key: '7:open:1' }
  const message = data(1, [[0, 0, 1]], { t: T - 500, x: [[1, 500, event]] })
  await store(box.id, message)
  await store(box.id, message)
  off()
  expect(await at.rows('select seq, ts, late, body, pos from effects where terminal_id = $1', [box.id])).toEqual([
    { seq: '2', ts: new Date(T), late: false, body: event, pos: String(places[0]) },
  ])
  expect(places).toHaveLength(1)
})

test('publishes live readings after the commit, late ones never', async () => {
  const box = await at.terminal({ category: 'MAINS_POWER' })
  const messages: unknown[] = []
  const off = at.world.bus.on('readings.live', 'test', message => void messages.push(message))
  await store(box.id, data(1, [[0, 0, true]]))
  await store(box.id, data(2, [[0, 0, false]], { h: 1 }))
  off()
  expect(messages).toEqual([
    { terminalId: box.id, readings: [{ interfaceId: box.interfaces[0], ts: T, value: true, good: true }] },
  ])
})

test('stores old readings in their day or in the default partition', async () => {
  const box = await at.terminal({ category: 'CO2' })
  await store(
    box.id,
    data(1, [
      [0, -90 * 86_400_000, 1],
      [0, 0, 2],
    ]),
  )
  await store(box.id, data(3, [[0, 0, 3]], { t: 0 }))
  const rows = await at.rows<{ place: string }>(
    `select tableoid::regclass::text as place from journal where interface_id = $1 order by seq`,
    [box.interfaces[0]],
  )
  expect(rows.map(row => row.place)).toEqual(['journal_2026_08_22', 'journal_2026_11_20', 'journal_other'])
})

test('leaves rows unchanged that exist without settled numbers', async () => {
  const box = await at.terminal({ category: 'CO2' })
  await store(
    box.id,
    data(1, [
      [0, 0, 1],
      [0, 1, 2],
    ]),
  )
  await at.rows('delete from sequences where terminal_id = $1', [box.id])
  await at.restart()
  await store(
    box.id,
    data(1, [
      [0, 0, 1],
      [0, 1, 2],
      [0, 2, 3],
    ]),
  )
  expect((await readingsOf(box.id)).map(row => row.value)).toEqual([1, 2, 3])
  expect(await at.journal.upTo(box.id, 1)).toEqual({ upTo: 3, miss: [] })
})

test('does not settle numbers twice that another process settled concurrently', async () => {
  const box = await at.terminal({ category: 'CO2' })
  await store(box.id, data(1, [[0, 0, 1]]))
  await at.rows(`update sequences set stored = stored + '{[2,4)}' where terminal_id = $1`, [box.id])
  await store(
    box.id,
    data(1, [
      [0, 0, 1],
      [0, 1, 2],
      [0, 2, 3],
      [0, 3, 4],
    ]),
  )
  expect((await readingsOf(box.id)).map(row => row.value)).toEqual([1, 4])
  expect(await at.journal.upTo(box.id, 1)).toEqual({ upTo: 4, miss: [] })
})

test('a deleted terminal does not block others', async () => {
  const gone = await at.terminal({ category: 'CO2' })
  const stays = await at.terminal({ category: 'CO2' })
  const also = Number(gone.id) % 2 === Number(stays.id) % 2 ? stays : await at.terminal({ category: 'CO2' })
  await at.journal.specs.of(gone.id)
  await at.rows('delete from interfaces where terminal_id = $1', [gone.id])
  await at.rows('delete from terminals where id = $1', [gone.id])
  await Promise.all([store(gone.id, data(1, [[0, 0, 1]])), store(also.id, data(1, [[0, 0, 1]]))])
  expect(await readingsOf(also.id)).toHaveLength(1)
})

test('stores what waited once the database is back', async () => {
  const box = await at.terminal({ category: 'CO2' })
  await store(box.id, data(1, [[0, 0, 1]]))
  await at.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like '%steading_app%' and datname = current_database()`,
  )
  await Promise.all([2, 3, 4].map(seq => store(box.id, data(seq, [[0, seq, seq]]))))
  expect((await readingsOf(box.id)).map(row => row.value)).toEqual([1, 2, 3, 4])
  await eventually(() => at.journal.part.health().ok)
})
