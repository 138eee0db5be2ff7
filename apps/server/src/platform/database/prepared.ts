import type { PostgresPool } from 'kysely'
import type pg from 'pg'

/** So often is a statement asked on a connection before it is kept there, and so many are. */
export const OFTEN = 5
export const MOST = 200
/** What stands behind a kept statement has changed, or the database knows it no more: it is asked anew. */
const GONE = new Set<unknown>(['0A000', '26000'])

const NOTHING: pg.QueryResult = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] }

type Query = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>

/**
 * Statements that a connection is asked often are read there once, and planned once where the database finds that as good as a
 * plan for each: of short ones, as alarms and calls are made of, to read and plan is the greater part of what they cost.
 */
export function preparing(from: pg.Pool): PostgresPool {
  const known = new WeakMap<pg.PoolClient, Query>()
  return {
    options: from.options,
    end: () => from.end(),
    async connect() {
      const client = await from.connect()
      const query = known.get(client) ?? kept(client)
      known.set(client, query)
      // safe: of its answers Kysely reads what the driver's own types name; cursors are not asked for
      return { query: query as never, release: destroy => client.release(destroy) }
    },
  }
}

function kept(client: pg.PoolClient): Query {
  const asked = new Map<string, number>()
  const names = new Map<string, string>()
  let made = 0
  const nameOf = (text: string): string | undefined => {
    const name = names.get(text)
    if (name !== undefined || names.size >= MOST) return name
    const times = (asked.get(text) ?? 0) + 1
    if (times < OFTEN) {
      if (asked.size > MOST * 10) asked.clear()
      asked.set(text, times)
      return undefined
    }
    asked.delete(text)
    const next = `kept_${++made}`
    names.set(text, next)
    return next
  }
  const ask = async (text: string, values: readonly unknown[]) => {
    const name = values.length > 0 ? nameOf(text) : undefined
    if (name === undefined) return client.query(text, [...values])
    try {
      return await client.query({ name, text, values: [...values] })
    } catch (error) {
      if (error instanceof Error && 'code' in error && GONE.has(error.code)) names.delete(text)
      throw error
    }
  }
  /** A transaction is asked for; it goes out with the first statement in it, if that one has no values: one way less. */
  let begins = false
  return async (text, values) => {
    if (text === 'begin') {
      begins = true
      return NOTHING
    }
    if (!begins) return ask(text, values)
    begins = false
    if (values.length === 0) {
      const answers: unknown = await client.query(`begin; ${text}`)
      return (answers as readonly pg.QueryResult[])[1]! // safe: two statements, two answers
    }
    await client.query('begin')
    return ask(text, values)
  }
}
