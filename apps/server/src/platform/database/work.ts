import type { AUDIT_RESULTS, AuditAction, AuditObject } from '@steading/contract/audit'
import { sql } from 'kysely'
import type { Expression, ExpressionBuilder, Kysely, SqlBool, Transaction } from 'kysely'
import { mustAudit, seesAll } from '../actor.ts'
import type { Actor } from '../actor.ts'
import type { Clock } from '../clock.ts'
import { NotFound } from '../failures.ts'
import { noteChanges } from './changes.ts'
import { linked } from './constraints.ts'
import type { DB } from './schema.gen.ts'

export interface AuditEntry {
  readonly action: AuditAction
  readonly objectType: AuditObject
  readonly objectId: string | null
  readonly objectName: string | null
  readonly entityId: string | null
  readonly changes?: readonly { readonly field: string; readonly old: unknown; readonly new: unknown }[]
  readonly result?: (typeof AUDIT_RESULTS)[number]
  readonly code?: string
}

/** One actor's work in one transaction: every query and every audit row goes through it. */
export interface Work {
  readonly sql: Transaction<DB>
  readonly actor: Actor
  readonly now: Date
  audit(entry: AuditEntry): Promise<void>
  /** Runs once the transaction is committed, and never if it is not. */
  afterCommit(act: () => void): void
  /** Keeps what a step did only if it answers true: otherwise its rows, its trace and what it left for later never were. */
  provisionally(step: () => Promise<boolean>): Promise<boolean>
  /** Steps of a change whose rights are settled, over the whole tree: what lies beyond the caller's reach must fit too. */
  beyond<T>(act: (whole: Work) => Promise<T>): Promise<T>
}

export interface Database {
  /** Work of an actor in one transaction, with row-level security set to the actor's scope. */
  work<T>(actor: Actor, act: (work: Work) => Promise<T>): Promise<T>
}

/** Paths as PostgreSQL writes an array of them. */
export function pathList(scope: readonly string[]): string {
  for (const path of scope) if (!/^(\d+(\.\d+)*)?$/.test(path)) throw new Error(`not a path: ${path}`)
  return `{${scope.map(path => `"${path}"`).join(',')}}`
}

export function scopedDatabase(db: Kysely<DB>, clock: Clock): Database {
  return {
    async work(actor, act) {
      const later: (() => void)[] = []
      const transacted = db.transaction().execute(async trx => {
        // As literals, so that it goes out together with the transaction's begin.
        const reach = (scope: readonly string[] | null) =>
          sql`select set_config('app.scope', ${sql.lit(scope === null ? '' : pathList(scope))}, true),
            set_config('app.whole', ${sql.lit(seesAll({ scope }) ? 'yes' : '')}, true),
            set_config('app.person', ${sql.lit(actor.id ?? '')}, true)`.execute(trx)
        if (actor.scope !== null) await reach(actor.scope)
        const widening = scopeWidening(reach, actor.scope)
        const now = new Date(clock.now())
        let changed = new Set<string>()
        let told = false
        const work: Work = {
          sql: trx.withPlugin(noteChanges(table => changed.add(table))),
          actor,
          now,
          audit(entry) {
            told = true
            return audit(trx, actor, now, entry)
          },
          afterCommit: todo => void later.push(todo),
          async provisionally(step) {
            const so = { changed: new Set(changed), told, later: later.length }
            await sql`savepoint provisional`.execute(trx)
            const isKept = await step()
            if (isKept) await sql`release savepoint provisional`.execute(trx)
            else {
              await sql`rollback to savepoint provisional`.execute(trx)
              ;({ changed, told } = so)
              later.length = so.later
            }
            return isKept
          },
          async beyond(step) {
            if (seesAll(actor)) return step(work)
            const whole: Work = { ...work, actor: { ...actor, scope: [''] }, beyond: inner => inner(whole) }
            await widening.enter()
            try {
              return await step(whole)
            } finally {
              await widening.leave()
            }
          },
        }
        const done = await act(work)
        // A change from outside without an audit entry is a fault of the program: it is rolled back.
        if (mustAudit(actor) && changed.size > 0 && !told) throw new Error(`no audit of a change of ${[...changed].join(', ')}`)
        return done
      })
      const result = await (mustAudit(actor) ? linked(transacted) : transacted)
      for (const todo of later) todo()
      return result
    },
  }
}

/**
 * Widens the row-level security of a transaction to the whole tree while any step needs it. Steps may overlap and nest: the first
 * one widens, the last one restores. Transitions are chained, so that the connection sees them in the order of the steps.
 */
function scopeWidening(setScope: (scope: readonly string[] | null) => Promise<unknown>, own: readonly string[] | null) {
  let depth = 0
  let transition: Promise<unknown> = Promise.resolve()
  const change = (scope: readonly string[] | null) => {
    const apply = () => setScope(scope)
    // After a failure, too: a savepoint may have been rolled back meanwhile.
    transition = transition.then(apply, apply)
    return transition
  }
  return {
    enter: () => (depth++ === 0 ? change(['']) : transition),
    // A failed statement aborts the transaction, whose end restores the scope: its error is the one that counts.
    leave: async () => {
      if (--depth === 0)
        await change(own).catch((error: unknown) => {
          if (!isAborted(error)) throw error
        })
    },
  }
}

/** in_failed_sql_transaction */
const isAborted = (error: unknown) => error instanceof Error && 'code' in error && error.code === '25P02'

async function audit(trx: Transaction<DB>, actor: Actor, now: Date, entry: AuditEntry) {
  await trx
    .insertInto('audit')
    .values({
      ts: now,
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      ip: actor.ip ?? null,
      request_id: actor.requestId ?? null,
      entity_id: entry.entityId,
      object_type: entry.objectType,
      object_id: entry.objectId,
      object_name: entry.objectName,
      action: entry.action,
      result: entry.result ?? 'OK',
      code: entry.code ?? null,
      changes: JSON.stringify(entry.changes ?? []),
    })
    .execute()
}

/** Does this path lie in one of the actor's subtrees? */
export const inSubtrees = (actor: Pick<Actor, 'scope'>, path: Expression<unknown>): Expression<SqlBool> =>
  actor.scope === null
    ? sql<SqlBool>`false`
    : seesAll(actor)
      ? sql<SqlBool>`true`
      : sql<SqlBool>`${path} <@ any (${pathList(actor.scope)}::ltree[])`

/** Is this column's entity in the actor's subtrees? Every query of a scoped table starts with it. */
export const within = (actor: Actor, entityColumn: Expression<unknown>): Expression<SqlBool> =>
  actor.scope === null || seesAll(actor)
    ? inSubtrees(actor, entityColumn)
    : sql<SqlBool>`exists (select 1 from entities scoped where scoped.id = ${entityColumn} and ${inSubtrees(actor, sql.ref('scoped.path'))})`

/** `where(inScope(work, 'terminals.entity_id'))`: within(), for Kysely's where. */
export const inScope =
  <T extends keyof DB>(work: Pick<Work, 'actor'>, column: `${T & string}.entity_id`) =>
  (eb: ExpressionBuilder<DB, T>): Expression<SqlBool> =>
    within(work.actor, eb.ref(column as never)) // safe: the template type names a column that exists

/** Does this column's entity stand at one of these, or below? */
export const atOrBelow = (entityColumn: Expression<unknown>, tops: string | readonly string[]): Expression<SqlBool> =>
  sql<SqlBool>`exists (select 1 from entities place, entities top
    where place.id = ${entityColumn} and top.id = any(${typeof tops === 'string' ? [tops] : [...tops]}::bigint[]) and place.path <@ top.path)`

/** What was asked for by id, or 404: outside the subtree and not there are the same answer. */
export function found<T>(row: T | undefined): T {
  if (row === undefined) throw new NotFound()
  return row
}
