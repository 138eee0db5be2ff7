import pg from 'pg'

/** Settings on which the text of rows depends, and none that would cut a long copy short. */
const SETTINGS = [
  'TimeZone=UTC',
  'DateStyle=ISO',
  'IntervalStyle=postgres',
  'bytea_output=hex',
  'extra_float_digits=1',
  'synchronize_seqscans=off',
  // A row hidden by row-level security would be missing from the backup: an error instead.
  'row_security=off',
  'statement_timeout=0',
  'idle_in_transaction_session_timeout=0',
]

/** Runs a backup or a restore on one connection of the owner. */
export async function withBackupConnection<T>(connectionString: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString,
    application_name: 'steading backup',
    options: SETTINGS.map(setting => `-c ${setting}`).join(' '),
  })
  // An error of the connection comes as the rejection of the query that runs.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}
