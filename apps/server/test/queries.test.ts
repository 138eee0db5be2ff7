import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm } from './farm.ts'
import type { Api, Farm } from './farm.ts'
import { aHouse } from './rules.ts'
import type { House } from './rules.ts'

const DAY_MS = 86_400_000

/**
 * What the busiest calls ask of the database, and how it goes about it: kept in queries/*.sql, so that a review shows when a
 * change makes one dearer. Sequential scans are switched off: one that shows has no index to go by.
 */
let farm: Farm
let api: Api
let house: House
let statements: string[] | undefined

beforeAll(async () => {
  farm = await aFarm()
  house = await aHouse(farm)
  api = await farm.as('Aves')
  // What runs beside the calls asks, too, whenever its time comes.
  for (const part of farm.app.parts.toReversed()) await part.stop()
  listen(farm.world.pool)
})
afterAll(() => farm.close())

/** A whole day, too old for readings and young enough for the shortest rollups. */
const midnight = Math.floor(Date.now() / DAY_MS - 200) * DAY_MS
const day = { fromDate: new Date(midnight).toISOString(), toDate: new Date(midnight + DAY_MS).toISOString() }
const HOT: Readonly<Record<string, () => Promise<unknown>>> = {
  session: () => api.events.openCount({ query: {} }),
  'events-open': () => api.events.openCount({ query: {} }),
  'events-list': () => api.events.search({ query: {} }),
  'entities-top': () => api.entities.top({ query: {} }),
  'entities-tops': () => api.entities.tops({ query: {} }),
  'terminals-list': () => api.terminals.search({ query: {} }),
  'interfaces-list': () => api.interfaces.search({ query: {} }),
  'interfaces-search': () =>
    api.interfaces.search({ query: { search: 'Lezíria 5', sortProperty: 'match', sortDirection: 'ASC' } }),
  'entities-search': () => api.entities.search({ query: { search: 'Lezíria' } }),
  'entities-choices': () => api.entities.choices({ query: { search: 'Lezíria 5', itemsPerPage: 20 } }),
  'users-choices': () => api.users.choices({ query: { search: 'Lezíria' } }),
  'users-search': () => api.users.search({ query: { search: 'Lezíria' } }),
  'rules-search': () => api.rules.search({ query: { search: 'Lezíria' } }),
  'last-readings': () => api.interfaces.byIds({ query: { ids: [house.temperature] } }),
  'series-day': () => api.readings.series({ query: { interfaceIds: [house.temperature], ...day } }),
}

test.each(Object.entries(HOT))('%s', async (name, call) => {
  statements = []
  await call()
  // Every call asks whose session it is: shown once.
  const texts = [...new Set(statements)].filter(
    text =>
      /^\s*(select|with|insert|update|delete)/i.test(text) &&
      // The database is asked every few seconds whether it is there.
      text !== 'select 1' &&
      text.includes('"sessions"') === (name === 'session') &&
      !text.includes('set_config'),
  )
  statements = undefined
  expect(texts.length).toBeGreaterThan(0)
  const snapshot: string[] = []
  for (const text of texts) snapshot.push(`${pretty(text)}\n${(await planOf(text)).map(line => `-- ${line}`).join('\n')}\n`)
  await expect(snapshot.join('\n')).toMatchFileSnapshot(`queries/${name}.sql`)
})

test('search indexes are updated at once, without a pending list', async () => {
  const { rows } = await farm.world.owner.query<{ name: string; at_once: boolean }>(
    `select relname as name, coalesce('fastupdate=off' = any (reloptions), false) as at_once
     from pg_class join pg_am on pg_am.oid = relam where amname = 'gin' order by relname`,
  )
  expect(rows.map(row => row.name)).toContain('users_name')
  expect(rows.filter(row => !row.at_once)).toEqual([])
})

/** Notes what goes over the connections of a pool while `heard` is a list. */
function listen(pool: pg.Pool) {
  const patched = new WeakSet<pg.PoolClient>()
  pool.on('acquire', client => {
    if (patched.has(client)) return
    patched.add(client)
    const ask = client.query.bind(client) as (...args: unknown[]) => unknown // safe: handed on as it came
    client.query = ((first: unknown, ...rest: unknown[]) => {
      const text = typeof first === 'string' ? first : (first as { text?: string }).text
      if (text) statements?.push(text)
      return ask(first, ...rest)
    }) as never // safe: the same function, heard
  })
}

/** The plan without costs, months as one. */
async function planOf(text: string): Promise<string[]> {
  const client = await farm.world.pool.connect()
  try {
    await client.query(`begin; set local enable_seqscan = off; select set_config('app.scope', '{1}', true)`)
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off, generic_plan) ${text}`)
    const lines = rows.map(row =>
      row['QUERY PLAN']
        .replaceAll(/_\d{4}_\d{2}\w*/g, '_month')
        .replaceAll(/\b(kept|readings|rollups_5m|rollups_1h)_\d+\b/g, '$1'),
    )
    return [...new Set(lines)]
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const pretty = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/ (from|where|order by|group by|limit|left join|inner join|union all) /g, '\n$1 ')
