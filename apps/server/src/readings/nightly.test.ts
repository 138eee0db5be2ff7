import type { Data } from '@steading/contract/box'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aJournal } from '../../test/journal.ts'
import { nightly } from './nightly.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 5, 1)
let now = START
let at: Awaited<ReturnType<typeof aJournal>>
beforeAll(async () => {
  at = await aJournal({ clock: { now: () => now, mono: () => performance.now() } })
})
afterAll(() => at.close())

test('after 100 days only the history is left, and months to come are there', async () => {
  const box = await at.terminal({ category: 'TEMPERATURE' })
  const r = Array.from({ length: 20 }, (_, minute) => [0, minute * 60_000, 20 + minute] as const)
  const send = (s: number, t: number) => {
    const data: Data = { v: 1, e: 1, s, t, q: 2, h: 0, r }
    return at.journal.store({ terminalId: box.id, data, receivedAt: t + 20 * 60_000 })
  }
  await send(1, START)
  now = START + 2 * DAY
  await send(21, now)
  now = START + 101 * DAY + 1
  const tidy = nightly(at.world, at.journal.months)
  const left = async () => (await at.rows<{ n: number }>(`select count(*)::int as n from readings`))[0]!.n
  await tidy.thin()
  expect(await left()).toBe(4 + 20)
  await tidy.thin()
  now += 2 * DAY
  await tidy.thin()
  expect(await left()).toBe(4 + 4)
  await at.journal.months.ahead()
  const names = await at.rows<{ name: string }>(
    `select relname as name from pg_class where relname ~ '^readings_2026_..$' order by 1`,
  )
  expect(names.map(row => row.name).slice(-3)).toEqual(['readings_2026_09', 'readings_2026_10', 'readings_2026_11'])
})

test('what a wrong clock said is kept as long as a box could send it again', async () => {
  const box = await at.terminal({ category: 'TEMPERATURE' })
  const data: Data = { v: 1, e: 1, s: 1, t: now + DAY, q: 2, h: 0, r: [[0, 0, 20]] }
  await at.journal.store({ terminalId: box.id, data, receivedAt: now })
  const kept = async () => (await at.rows(`select 1 from device_times where terminal_id = $1`, [box.id])).length
  const tidy = async (later: number) => {
    await at.world.owner.query(`update device_times set stored_at = $1`, [new Date(now - later)])
    await nightly(at.world, at.journal.months).tidy()
  }
  await tidy(99 * DAY)
  expect(await kept()).toBe(1)
  await tidy(101 * DAY)
  expect(await kept()).toBe(0)
})
