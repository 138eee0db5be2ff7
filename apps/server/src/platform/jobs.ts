import { Logger as WorkerLogger, run, runMigrations } from 'graphile-worker'
import type { Runner, Task } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { UnitOfWork } from './database/unitOfWork.ts'
import { createPeriodicTask } from './periodicTask.ts'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Part } from './part.ts'

/** Payloads of background jobs by name; slices declare their own. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface JobPayloads {}

export interface JobOptions {
  /** Jobs of one queue run one after the other. */
  readonly queue?: string
  /** A job with the same key replaces one that waits. */
  readonly key?: string
  /** Runs no earlier than after this time, ms, by the clock of the database; 0 by default. */
  readonly delay?: number
  readonly maxAttempts?: number
  /** Smaller runs sooner; 0 by default. */
  readonly priority?: number
}

export interface JobQueue {
  handle<K extends keyof JobPayloads & string>(name: K, run: (payload: JobPayloads[K], attempt: number) => Promise<void>): void
  /** Enqueues a job in the transaction of the unit of work: without a commit there is no job. */
  add<K extends keyof JobPayloads & string>(
    work: Pick<UnitOfWork, 'sql'>,
    name: K,
    payload: JobPayloads[K],
    options?: JobOptions,
  ): Promise<void>
  readonly part: Part
}

/** Creates the tables of the queue as the owner, before anything runs. */
export async function migrateJobs(owner: pg.Pool) {
  await runMigrations({ pgPool: owner, logger: silentLogger })
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

const silentLogger = new WorkerLogger(() => () => undefined)

/** Jobs by state. Failed: no attempt is left; scheduled: due later. */
const readStates = (owner: pg.Pool) => async () => {
  const { rows } = await owner.query<{ queued: number; scheduled: number; failed: number }>(
    `select count(*) filter (where attempts < max_attempts and run_at <= now())::int as queued,
       count(*) filter (where attempts < max_attempts and run_at > now())::int as scheduled,
       count(*) filter (where attempts >= max_attempts)::int as failed from graphile_worker.jobs`,
  )
  return rows.flatMap(row => Object.entries(row).map(([state, value]) => ({ labels: { state }, value })))
}

export function createJobQueue(owner: pg.Pool, log: Logger, metrics: Metrics, concurrency = 4): JobQueue {
  metrics.gauge(
    { name: 'jobs', help: 'Background jobs by state: queued, scheduled, failed.', labels: ['state'] },
    readStates(owner),
  )
  const tasks: Record<string, Task> = {}
  let runner: Runner | undefined
  // A long outage of the database ends the runner; the jobs stay in their table for the next runner.
  const supervisor = createPeriodicTask({ log }, 'jobs', 1000, async () => {
    if (runner) return
    const started = await run({
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
    runner = started
    const ended = () => void (runner = undefined)
    started.promise.then(ended, (error: unknown) => {
      log.error({ err: error }, 'job runner stopped, starting another within 1 s')
      ended()
    })
  })
  return {
    handle(name, act) {
      tasks[name] = (payload, helpers) => act(payload as never, helpers.job.attempts) // safe: only add() fills the queue
    },
    async add(work, name, payload, { queue, key, delay = 0, maxAttempts, priority } = {}) {
      await sql`select enqueue(${name}, ${JSON.stringify(payload)}::json, ${queue ?? null}::text,
        now() + ${delay}::float8 * interval '1 ms', ${maxAttempts ?? 25}::int, ${key ?? null}::text, ${priority ?? 0}::int)`.execute(
        work.sql,
      )
    },
    part: {
      ...supervisor,
      async stop() {
        await supervisor.stop()
        await runner?.stop()
      },
    },
  }
}
