import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from '../../log.ts'
import { withPreparedStatements } from './preparedStatements.ts'
import type { DB } from '../schema.gen.ts'

// int8 stays text: it is only ever an id or a position in the journal. Counts are cast to int in the query.

/** Type id of numeric. */
const NUMERIC = 1700

/** A numeric becomes a number: its columns have at most 15 digits, which a double holds without loss. See docs/decisions/035. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === NUMERIC && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser, // safe: the same signature
}

export interface PoolOptions {
  readonly url: string
  readonly max: number
  readonly log: Logger
  /** The owner migrates and owns; the application's role owns nothing and is bound by row-level security. */
  readonly role: 'owner' | 'steading_app'
  readonly statementTimeout?: number
  /** How long to wait for a connection, ms; 0, and by default: as long as it takes. */
  readonly connectTimeout?: number
}

export function createPool({ url, max, log, role, statementTimeout = 15_000, connectTimeout = 0 }: PoolOptions): pg.Pool {
  const created = new pg.Pool({
    connectionString: url,
    types,
    max,
    connectionTimeoutMillis: connectTimeout,
    application_name: `steading ${role}`,
    options: `${role === 'owner' ? '' : '-c role=steading_app '}-c statement_timeout=${statementTimeout} -c idle_in_transaction_session_timeout=60000`,
  })
  // Without a listener the error of an idle client would end the process; the pool opens another connection.
  const onConnectionLost = (error: Error) =>
    void (created.ending || log.warn({ err: error }, 'database connection lost, pool opens another'))
  created.on('error', onConnectionLost)
  created.on('connect', client => client.on('error', onConnectionLost))
  return created
}

/** Kysely over a pool; `prepares`: with prepared statements. */
export const createQueryBuilder = (from: pg.Pool, { prepares = false } = {}): Kysely<DB> =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool: prepares ? withPreparedStatements(from) : from }) })
