import { Logger as WorkerLogger, run, runMigrations } from 'graphile-worker'
import type { Runner, Task } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Work } from './database/work.ts'
import { every } from './every.ts'
import type { Logger } from './log.ts'
import type { Part } from './world.ts'

/** Names of the jobs and what each is given; slices add their own. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface JobPayloads {}

export interface JobOptions {
  /** Jobs of one queue run one after the other. */
  readonly queue?: string
  /** A job with the same key replaces one that waits. */
  readonly key?: string
  readonly runAt?: Date
  readonly maxAttempts?: number
  /** Smaller runs sooner; 0 by default. */
  readonly priority?: number
}

export interface Jobs {
  handle<K extends keyof JobPayloads & string>(name: K, run: (payload: JobPayloads[K], attempt: number) => Promise<void>): void
  /** Adds a job in the transaction of the work: no commit, no job. */
  add<K extends keyof JobPayloads & string>(
    work: Pick<Work, 'sql'>,
    name: K,
    payload: JobPayloads[K],
    options?: JobOptions,
  ): Promise<void>
  readonly part: Part
}

/** Makes the queue's tables; by the owner, before anything runs. */
export async function migrateJobs(owner: pg.Pool) {
  await runMigrations({ pgPool: owner, logger: quiet })
  // The queue's tables let nobody but their owner in; this function is the application's only way.
  await owner.query(`begin; select pg_advisory_xact_lock(hashtext('steading.jobs'));
    create or replace function enqueue(identifier text, payload json, queue_name text, run_at timestamptz, max_attempts int,
        job_key text, priority int) returns void
      language sql security definer set search_path = graphile_worker, pg_temp as $$
        select graphile_worker.add_job(identifier, payload, queue_name, run_at, max_attempts, job_key, priority) $$;
    revoke all on function enqueue from public;
    grant execute on function enqueue to steading_app;
    commit`)
}

const quiet = new WorkerLogger(() => () => undefined)

export function jobs(owner: pg.Pool, log: Logger, concurrency = 4): Jobs {
  const tasks: Record<string, Task> = {}
  let runner: Runner | undefined
  // A database that is away for long ends the runner; the jobs wait in their table for the next one.
  const keeper = every({ log }, 'jobs', 1000, async () => {
    if (runner) return
    const begun = await run({
      pgPool: owner,
      taskList: tasks,
      concurrency,
      noHandleSignals: true,
      pollInterval: 1000,
      logger: new WorkerLogger(() => (level, message, meta) => {
        if (['error', 'warning'].includes(level))
          log.warn({ part: 'jobs', ...(meta?.error instanceof Error && { err: meta.error }) }, message)
      }),
    })
    runner = begun
    const ended = () => void (runner = undefined)
    begun.promise.then(ended, (error: unknown) => {
      log.error({ err: error }, 'the job runner stopped')
      ended()
    })
  })
  return {
    handle(name, act) {
      tasks[name] = (payload, helpers) => act(payload as never, helpers.job.attempts) // safe: only add() fills the queue
    },
    async add(work, name, payload, { queue, key, runAt, maxAttempts, priority } = {}) {
      await sql`select enqueue(${name}, ${JSON.stringify(payload)}::json, ${queue ?? null}::text, ${runAt ?? null}::timestamptz,
        ${maxAttempts ?? 25}::int, ${key ?? null}::text, ${priority ?? 0}::int)`.execute(work.sql)
    },
    part: {
      ...keeper,
      async stop() {
        await keeper.stop()
        await runner?.stop()
      },
    },
  }
}
