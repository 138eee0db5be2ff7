import type { PostgresPool } from 'kysely'
import type pg from 'pg'

/** Executions before a statement is prepared on a connection, and the most prepared statements of a connection. */
export const PREPARE_AFTER = 5
export const MAX_PREPARED = 200
/** SQLSTATEs of a prepared statement whose plan is stale or unknown to the server: it is prepared again. */
const STALE_PLAN = new Set<unknown>(['0A000', '26000'])

const DEFERRED_BEGIN: pg.QueryResult = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] }

type Query = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>

/**
 * A pool whose connections prepare statements that are executed often. Parsing and planning is the greater part of the cost of
 * short statements, of which alarms and calls consist.
 */
export function withPreparedStatements(from: pg.Pool): PostgresPool {
  const queries = new WeakMap<pg.PoolClient, Query>()
  return {
    options: from.options,
    end: () => from.end(),
    async connect() {
      const client = await from.connect()
      const query = queries.get(client) ?? preparingQuery(client)
      queries.set(client, query)
      // safe: of its answers Kysely reads what the driver's own types name; cursors are not asked for
      return { query: query as never, release: destroy => client.release(destroy) }
    },
  }
}

function preparingQuery(client: pg.PoolClient): Query {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  let lastNumber = 0
  const nameOf = (text: string): string | undefined => {
    const name = names.get(text)
    if (name !== undefined || names.size >= MAX_PREPARED) return name
    const times = (uses.get(text) ?? 0) + 1
    if (times < PREPARE_AFTER) {
      if (uses.size > MAX_PREPARED * 10) uses.clear()
      uses.set(text, times)
      return undefined
    }
    uses.delete(text)
    const next = `kept_${++lastNumber}`
    names.set(text, next)
    return next
  }
  const execute = async (text: string, values: readonly unknown[]) => {
    const name = values.length > 0 ? nameOf(text) : undefined
    if (name === undefined) return client.query(text, [...values])
    try {
      return await client.query({ name, text, values: [...values] })
    } catch (error) {
      if (error instanceof Error && 'code' in error && STALE_PLAN.has(error.code)) names.delete(text)
      throw error
    }
  }
  /** begin is pending: it is sent with the first statement if that has no values, which saves a round trip. */
  let beginPending = false
  return async (text, values) => {
    if (text === 'begin') {
      beginPending = true
      return DEFERRED_BEGIN
    }
    if (!beginPending) return execute(text, values)
    beginPending = false
    if (values.length === 0) {
      const answers: unknown = await client.query(`begin; ${text}`)
      return (answers as readonly pg.QueryResult[])[1]! // safe: two statements, two answers
    }
    await client.query('begin')
    return execute(text, values)
  }
}
