import type { Language } from '@steading/locales/languages'
import type { Translate } from '@steading/locales/text'
import type pg from 'pg'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/work.ts'
import type { Files } from './files.ts'
import type { Jobs } from './jobs.ts'
import type { Logger } from './log.ts'
import type { Pulse } from './pulse.ts'
import type { Secrets } from './secrets.ts'

/** What every slice stands on. Built once by the app, or by a test. */
export interface World {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly texts: Readonly<Record<Language, Translate>>
  readonly db: Database
  /** What alarms go through, over connections of its own: screens and logins must not starve them. */
  readonly alarms: Database
  /** Straight connections of the application's role, for bulk writes and for reading the journal. */
  readonly pool: pg.Pool
  readonly ingest: pg.Pool
  readonly jobs: Jobs
  readonly files: Files
  readonly bus: Bus
  readonly pulse: Pulse
  readonly secrets: Secrets
}

/** Something that runs: started in order, stopped in reverse, asked how it is. */
export interface Part {
  readonly name: string
  start(): Promise<void>
  stop(): Promise<void>
  /** `stalled`: which stage of it stands still; `code`: why, if not by itself. */
  health(): { readonly ok: boolean; readonly detail: string; readonly stalled?: string; readonly code?: 'mute' }
}
