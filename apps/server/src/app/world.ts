import { translators } from '@steading/locales/text'
import type pg from 'pg'
import { bus } from '../platform/bus.ts'
import { systemClock } from '../platform/clock.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { migrate } from '../platform/database/migrate.ts'
import { database, pool } from '../platform/database/pool.ts'
import { requireFitDatabase } from '../platform/database/requirements.ts'
import { scopedDatabase } from '../platform/database/work.ts'
import { files } from '../platform/files.ts'
import { jobs, migrateJobs } from '../platform/jobs.ts'
import { logger } from '../platform/log.ts'
import type { Logger } from '../platform/log.ts'
import { pulse } from '../platform/pulse.ts'
import { loadSecrets } from '../platform/secrets.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { World } from '../platform/world.ts'

export interface WorldOptions {
  readonly config: Config
  readonly databaseUrl: string
  readonly clock?: Clock
  readonly log?: Logger
  readonly secrets?: Secrets
}

/** Everything that the slices stand on, over a migrated database. `close` gives the connections back. */
export async function buildWorld(options: WorldOptions): Promise<World & { readonly owner: pg.Pool; close(): Promise<void> }> {
  const { config, databaseUrl: url, clock = systemClock, log = logger(config.LOG_LEVEL) } = options
  const owner = pool({ url, max: 6, log, as: 'owner', statementTimeout: 0 })
  await requireFitDatabase(owner)
  await migrate(database(owner) as never) // safe: migrations speak SQL, not the schema's types
  await migrateJobs(owner)
  const app = pool({ url, max: 16, log, as: 'steading_app', patience: 15_000 })
  // Writers of readings have connections of their own: screens must not starve alarms.
  const ingest = pool({ url, max: 4, log, as: 'steading_app', statementTimeout: 60_000 })
  const urgent = pool({ url, max: 12, log, as: 'steading_app' })
  const messages = bus(log)
  const db = scopedDatabase(database(app, { prepares: true }), clock)
  return {
    config,
    clock,
    log,
    owner,
    texts: await translators(),
    db,
    alarms: scopedDatabase(database(urgent, { prepares: true }), clock),
    pool: app,
    ingest,
    jobs: jobs(owner, log),
    files: files({ db, log, dataDir: config.dataDir }),
    bus: messages,
    pulse: pulse(clock),
    secrets: options.secrets ?? loadSecrets(config.dataDir),
    async close() {
      await messages.settled()
      await Promise.all([owner.end(), app.end(), ingest.end(), urgent.end()])
    },
  }
}
