import pg from 'pg'
import type { Stage } from '../stage/stage.ts'

/** ms between two looks for connections that the platform has won back. */
const BREATH = 100

/** Takes every connection that the database has, those of the platform included, until `end`. */
export async function fillConnections({ databaseUrl }: Pick<Stage, 'databaseUrl'>) {
  const taken: pg.Client[] = []
  const pids: number[] = []
  let isOver = false
  const take = async () => {
    const client = new pg.Client({ connectionString: databaseUrl })
    client.on('error', () => undefined)
    try {
      await client.connect()
    } catch {
      return undefined // none is left
    }
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    taken.push(client)
    pids.push(rows[0]!.pid)
    return client
  }
  const first = await take()
  if (!first) throw new Error('the database takes no connection')
  const holding = (async () => {
    while (!isOver) {
      while (!isOver && (await take())) continue
      await first.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> all ($1::int[])`,
        [pids],
      )
      await new Promise(done => setTimeout(done, BREATH))
    }
  })()
  return {
    async end() {
      isOver = true
      await holding
      await Promise.allSettled(taken.map(client => client.end()))
    },
  }
}
