import type { Data } from '@steading/contract/box/messages'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aJournal } from '../../../test/journal.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
let at: Awaited<ReturnType<typeof aJournal>>
/** What happens to the next commit. */
let plan: 'lost before' | 'answer lost' | undefined
let struck = 0

beforeAll(async () => {
  at = await aJournal({ clock: { now: () => NOW, mono: () => performance.now() } })
  // Every connection that the writers can get from now on is a fresh one.
  for (const idle of await Promise.all([at.world.ingest.connect(), at.world.ingest.connect()])) idle.release(true)
  at.world.ingest.on('connect', strike)
  await at.restart()
})
afterAll(() => at.close())

/** Cuts the connection of a writer at its commit, before the database hears of it or after it did it. */
function strike(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown // safe: handed on as it came
  const stream = (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream // safe: pg's own field
  const commit = async (how: typeof plan) => {
    if (how === 'answer lost') await query('commit')
    struck++
    stream.destroy()
    throw new Error('Connection terminated unexpectedly')
  }
  Object.assign(client, {
    query(...args: unknown[]) {
      if (args[0] !== 'commit' || plan === undefined) return query(...args)
      const how = plan
      plan = undefined
      return commit(how)
    },
  })
}

const message = (s: number): Data => ({
  v: 1,
  e: 1,
  s,
  t: NOW,
  q: 0,
  h: 0,
  r: [
    [0, 0, s],
    [0, 0, s + 1],
  ],
  x: [[2, 0, { rule: '1', ver: 1, kind: 'EVENT_OPEN', key: `1:${s}` }]],
})

test.each(['lost before', 'answer lost'] as const)('a commit that is %s stores everything once', async how => {
  const box = await at.terminal({ category: 'CO2', history: 'ALL_VALUES' })
  const store = (s: number) => at.journal.store({ terminalId: box.id, data: message(s), receivedAt: NOW })
  struck = 0
  plan = how
  await Promise.all([store(1), store(4)])
  await store(7)
  expect(struck).toBe(1)
  // The box's clock is unknown: only the numbers can tell that a reading is there already.
  const rows = await at.rows<{ seq: string }>('select seq from readings where interface_id = $1 order by seq', [
    box.interfaces[0],
  ])
  expect(rows.map(row => Number(row.seq))).toEqual([1, 2, 4, 5, 7, 8])
  expect(await at.rows('select seq from effects where terminal_id = $1 order by seq', [box.id])).toEqual([
    { seq: '3' },
    { seq: '6' },
    { seq: '9' },
  ])
  expect(await at.journal.upTo(box.id, 1)).toEqual({ upTo: 9, miss: [] })
})

test('a process that dies before its commit stores nothing', async () => {
  const box = await at.terminal({ category: 'CO2' })
  plan = 'lost before'
  const lost = at.journal.store({ terminalId: box.id, data: message(1), receivedAt: NOW }).catch(() => 'never acknowledged')
  await at.restart()
  await lost
  await at.journal.store({ terminalId: box.id, data: message(1), receivedAt: NOW })
  expect(await at.rows('select seq from readings where interface_id = $1 order by seq', [box.interfaces[0]])).toHaveLength(2)
})
