import type { Language } from '@steading/locales/languages'
import type { Translate } from '@steading/locales/text'
import type pg from 'pg'
import type { Bus } from './bus.ts'
import type { Clock } from './time/clock.ts'
import type { Config } from './config/config.ts'
import type { DocumentWriter } from './documents/documentWriter.ts'
import type { Database } from './database/unitOfWork.ts'
import type { FileStore } from './files/fileStore.ts'
import type { JobQueue } from './jobs.ts'
import type { Logger } from './log.ts'
import type { HeartbeatRecorder } from './heartbeat.ts'
import type { Metrics } from './metrics.ts'
import type { Secrets } from './security/secrets.ts'

/** The services of the platform, which every slice uses. Built once by the app or by a test. */
export interface World {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly texts: Readonly<Record<Language, Translate>>
  readonly db: Database
  /** Database connections reserved for alarms: screens and logins must not starve them. */
  readonly alarmPool: Database
  /** Plain connection pools of the application's role, for bulk writes and for reading the journal. */
  readonly pool: pg.Pool
  readonly ingest: pg.Pool
  readonly jobs: JobQueue
  readonly files: FileStore
  readonly documents: DocumentWriter
  readonly bus: Bus
  readonly heartbeat: HeartbeatRecorder
  readonly secrets: Secrets
  readonly metrics: Metrics
}
