import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from '../log.ts'
import { preparing } from './prepared.ts'
import type { DB } from './schema.gen.ts'

// int8 stays text: it is only ever an id or a place in the journal. Counts are cast to int in the query, numeric is not used.

export interface PoolOptions {
  readonly url: string
  readonly max: number
  readonly log: Logger
  /** The owner migrates and owns; the application's role owns nothing and is bound by row-level security. */
  readonly as: 'owner' | 'steading_app'
  readonly statementTimeout?: number
  /** How long to wait for a connection, ms; 0, and by default: as long as it takes. */
  readonly patience?: number
}

export function pool({ url, max, log, as, statementTimeout = 15_000, patience = 0 }: PoolOptions): pg.Pool {
  const made = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: patience,
    application_name: `steading ${as}`,
    options: `${as === 'owner' ? '' : '-c role=steading_app '}-c statement_timeout=${statementTimeout} -c idle_in_transaction_session_timeout=60000`,
  })
  // An idle client that loses its server must not take the process with it; the pool makes a new one. At the end it may go.
  const lost = (error: Error) => void (made.ending || log.warn({ err: error }, 'database connection lost'))
  made.on('error', lost)
  made.on('connect', client => client.on('error', lost))
  return made
}

/** `prepares`: keeps the statements that it is asked often. */
export const database = (from: pg.Pool, { prepares = false } = {}): Kysely<DB> =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool: prepares ? preparing(from) : from }) })
