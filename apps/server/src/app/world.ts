import { translators } from '@steading/locales/text'
import type pg from 'pg'
import { createBus } from '../platform/bus.ts'
import { systemClock, withTimers } from '../platform/time/clock.ts'
import type { Clock, TimeSource } from '../platform/time/clock.ts'
import type { Config } from '../platform/config/config.ts'
import { migrate } from '../platform/database/connection/migrate.ts'
import { createPool, createQueryBuilder } from '../platform/database/connection/pool.ts'
import { requireSuitableDatabase } from '../platform/database/connection/requirements.ts'
import { createScopedDatabase } from '../platform/database/unitOfWork.ts'
import { createDocumentWriter } from '../platform/documents/documentWriter.ts'
import { createFileStore } from '../platform/files/fileStore.ts'
import { createJobQueue, migrateJobs } from '../platform/jobs.ts'
import { createLogger } from '../platform/log.ts'
import { createMetrics } from '../platform/metrics.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Logger } from '../platform/log.ts'
import { createHeartbeatRecorder } from '../platform/heartbeat.ts'
import { loadSecrets } from '../platform/security/secrets.ts'
import type { Secrets } from '../platform/security/secrets.ts'
import type { World } from '../platform/world.ts'

export interface WorldOptions {
  readonly config: Config
  readonly databaseUrl: string
  /** A bare time has the timers of the system. */
  readonly clock?: TimeSource & Partial<Pick<Clock, 'after'>>
  readonly log?: Logger
  readonly secrets?: Secrets
  /** Limits each pool: for a database server that several platforms share. `patience`: how long a caller waits, ms. */
  readonly connections?: { readonly max: number; readonly patience: number }
}

/** Migrates the database and builds the services of the platform. `close` closes the connections. */
export async function buildWorld(options: WorldOptions): Promise<World & { readonly owner: pg.Pool; close(): Promise<void> }> {
  const { config, databaseUrl: url, clock: time = systemClock, log = createLogger(config.LOG_LEVEL) } = options
  const clock = withTimers(time)
  const { connections = { max: Infinity, patience: 15_000 } } = options
  const limit = (max: number) => Math.min(max, connections.max)
  const owner = createPool({ url, max: limit(6), log, role: 'owner', statementTimeout: 0 })
  await requireSuitableDatabase(owner)
  await migrate(createQueryBuilder(owner) as never) // safe: migrations speak SQL, not the schema's types
  await migrateJobs(owner)
  const app = createPool({ url, max: limit(16), log, role: 'steading_app', connectTimeout: connections.patience })
  // Ingest has connections of its own: queries of screens must not delay readings.
  const ingest = createPool({ url, max: limit(4), log, role: 'steading_app', statementTimeout: 60_000 })
  const urgent = createPool({ url, max: limit(12), log, role: 'steading_app' })
  const messages = createBus(log)
  const documents = createDocumentWriter(log, { time: config.DOCUMENT_SECONDS * 1000 })
  const metrics = createMetrics(log, () => clock.mono())
  measurePools(metrics, { owner, app, ingest, alarm: urgent })
  const db = createScopedDatabase(createQueryBuilder(app, { prepares: true }), clock)
  return {
    config,
    clock,
    log,
    owner,
    texts: await translators(),
    db,
    alarmPool: createScopedDatabase(createQueryBuilder(urgent, { prepares: true }), clock),
    pool: app,
    ingest,
    jobs: createJobQueue(owner, log, metrics),
    files: createFileStore({ db, log, dataDir: config.dataDir }),
    documents,
    bus: messages,
    heartbeat: createHeartbeatRecorder(clock),
    metrics,
    secrets: options.secrets ?? loadSecrets(config.dataDir),
    async close() {
      await messages.settled()
      await documents.close()
      await Promise.all([owner.end(), app.end(), ingest.end(), urgent.end()])
    },
  }
}

function measurePools(metrics: Metrics, pools: Readonly<Record<string, pg.Pool>>) {
  const all = Object.entries(pools)
  metrics.gauge(
    { name: 'database_pool_connections', help: 'Open connections of a database pool by state.', labels: ['pool', 'state'] },
    () =>
      all.flatMap(([pool, { totalCount, idleCount }]) => [
        { labels: { pool, state: 'busy' }, value: totalCount - idleCount },
        { labels: { pool, state: 'idle' }, value: idleCount },
      ]),
  )
  metrics.gauge(
    { name: 'database_pool_waiting', help: 'Callers that wait for a connection of a database pool.', labels: ['pool'] },
    () => all.map(([pool, { waitingCount }]) => ({ labels: { pool }, value: waitingCount })),
  )
}
