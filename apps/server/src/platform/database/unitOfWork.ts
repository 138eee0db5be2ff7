import type { AUDIT_RESULTS, AuditAction, AuditObject } from '@steading/contract/users/audit'
import { sql } from 'kysely'
import type { Expression, ExpressionBuilder, Kysely, SqlBool, Transaction, TransactionBuilder } from 'kysely'
import { mustAudit, seesAll } from '../actor.ts'
import type { Actor } from '../actor.ts'
import type { TimeSource } from '../time/clock.ts'
import { NotFound } from '../failures.ts'
import { recordChangedTables } from './changedTables.ts'
import { mapForeignKeyViolation } from './constraints.ts'
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

/** Unit of work of an actor: one transaction, through which all its queries and audit entries go. */
export interface UnitOfWork {
  readonly sql: Transaction<DB>
  readonly actor: Actor
  readonly now: Date
  audit(entry: AuditEntry): Promise<void>
  /** Runs after the commit; never after a rollback. */
  afterCommit(act: () => void): void
  /** Runs a step in a savepoint; rolls back its rows, audit entries and after-commit tasks unless it answers true. */
  withSavepoint(step: () => Promise<boolean>): Promise<boolean>
  /** Runs a step with the scope of the whole tree, for checks and writes beyond the caller's scope once permission is settled. */
  withSystemScope<T>(act: (systemWork: UnitOfWork) => Promise<T>): Promise<T>
}

export interface Database {
  /** Runs a unit of work in one transaction, with row-level security set to the actor's scope. */
  work<T>(actor: Actor, act: (work: UnitOfWork) => Promise<T>): Promise<T>
  /** As `work`, but reads alone, and all of them of one state: what is committed meanwhile is not seen. */
  snapshot<T>(actor: Actor, read: (work: UnitOfWork) => Promise<T>): Promise<T>
}

/** Paths as PostgreSQL writes an array of them. */
export function pathList(scope: readonly string[]): string {
  for (const path of scope) if (!/^(\d+(\.\d+)*)?$/.test(path)) throw new Error(`not a path: ${path}`)
  return `{${scope.map(path => `"${path}"`).join(',')}}`
}

export function createScopedDatabase(db: Kysely<DB>, clock: TimeSource): Database {
  const run = async <T>(begin: TransactionBuilder<DB>, actor: Actor, act: (work: UnitOfWork) => Promise<T>): Promise<T> => {
    const afterCommitTasks: (() => void)[] = []
    const transaction = begin.execute(async trx => {
      // Literals, not parameters: a statement without parameters is sent together with begin.
      const setScopeFor = (scope: readonly string[] | null) =>
        sql`select set_config('app.scope', ${sql.lit(scope === null ? '' : pathList(scope))}, true),
          set_config('app.whole', ${sql.lit(seesAll({ scope }) ? 'yes' : '')}, true),
          set_config('app.person', ${sql.lit(actor.id ?? '')}, true)`.execute(trx)
      if (actor.scope !== null) await setScopeFor(actor.scope)
      const widening = scopeWidening(setScopeFor, actor.scope)
      const now = new Date(clock.now())
      let changedTables = new Set<string>()
      let isAudited = false
      const work: UnitOfWork = {
        sql: trx.withPlugin(recordChangedTables(table => changedTables.add(table))),
        actor,
        now,
        audit(entry) {
          isAudited = true
          return audit(trx, actor, now, entry)
        },
        afterCommit: todo => void afterCommitTasks.push(todo),
        async withSavepoint(step) {
          const before = { changedTables: new Set(changedTables), isAudited, afterCommitTasks: afterCommitTasks.length }
          await sql`savepoint provisional`.execute(trx)
          const keeps = await step()
          if (keeps) await sql`release savepoint provisional`.execute(trx)
          else {
            await sql`rollback to savepoint provisional`.execute(trx)
            ;({ changedTables, isAudited } = before)
            afterCommitTasks.length = before.afterCommitTasks
          }
          return keeps
        },
        async withSystemScope(step) {
          if (seesAll(actor)) return step(work)
          const systemWork: UnitOfWork = {
            ...work,
            actor: { ...actor, scope: [''] },
            withSystemScope: inner => inner(systemWork),
          }
          await widening.enter()
          try {
            return await step(systemWork)
          } finally {
            await widening.leave()
          }
        },
      }
      const outcome = await act(work)
      // A change without an audit entry is a programming error; the transaction is rolled back.
      if (mustAudit(actor) && changedTables.size > 0 && !isAudited)
        throw new Error(`no audit of a change of ${[...changedTables].join(', ')}`)
      return outcome
    })
    const result = await (mustAudit(actor) ? mapForeignKeyViolation(transaction) : transaction)
    for (const todo of afterCommitTasks) todo()
    return result
  }
  return {
    work: (actor, act) => run(db.transaction(), actor, act),
    snapshot: (actor, read) => run(db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only'), actor, read),
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
      actor_id: actor.apiAccessId ?? actor.id,
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
  <T extends keyof DB>(work: Pick<UnitOfWork, 'actor'>, column: `${T & string}.entity_id`) =>
  (eb: ExpressionBuilder<DB, T>): Expression<SqlBool> =>
    within(work.actor, eb.ref(column as never)) // safe: the template type names a column that exists

/** Does this column's entity stand at one of these, or below? */
export const atOrBelow = (entityColumn: Expression<unknown>, tops: string | readonly string[]): Expression<SqlBool> =>
  sql<SqlBool>`exists (select 1 from entities place, entities top
    where place.id = ${entityColumn} and top.id = any(${typeof tops === 'string' ? [tops] : [...tops]}::bigint[]) and place.path <@ top.path)`

/** The row, or 404: a row outside the scope and one that does not exist get the same answer. */
export function orNotFound<T>(row: T | undefined): T {
  if (row === undefined) throw new NotFound()
  return row
}
