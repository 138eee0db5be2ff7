import { REPORT_DAYS, reportKind } from '@steading/contract/reports/reportKinds'
import type { ReportError, ReportType } from '@steading/contract/reports/reportKinds'
import type { Language } from '@steading/locales/languages'
import type { NotationChoice } from '@steading/locales/notation'
import { sql } from 'kysely'
import { notationColumns } from '../../platform/database/sql/notation.ts'
import type { Permission } from '@steading/contract/users/permissions'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'

/** A run without a sign of life for so long has ended with its program, s. */
const LEASE = 120
/** Runs that may begin. */
const MOST_ATTEMPTS = 3

const leaseUntil = ({ now }: UnitOfWork) => new Date(now.getTime() + LEASE * 1000)

/** Puts back the reports whose program ended; one that ended it each time is given up. */
export async function recoverReports(work: UnitOfWork): Promise<void> {
  await sql`update reports set status = case when attempts >= ${MOST_ATTEMPTS} then 'FAILED' else 'REQUESTED' end,
      error = case when attempts >= ${MOST_ATTEMPTS} then 'INTERNAL' end, progress = 0, lease_until = null,
      finished_at = case when attempts >= ${MOST_ATTEMPTS} then ${work.now}::timestamptz end
    where status = 'RUNNING' and lease_until < ${work.now}`.execute(work.sql)
}

/** Takes the oldest report that waits; another program takes another one. */
export async function claimReport(work: UnitOfWork) {
  const row = await work.sql
    .updateTable('reports')
    .set(eb => ({ status: 'RUNNING', progress: 0, attempts: eb('attempts', '+', 1), lease_until: leaseUntil(work), error: null }))
    .where('id', '=', eb =>
      eb
        .selectFrom('reports as waiting')
        .select('waiting.id')
        .where('waiting.status', '=', 'REQUESTED')
        .orderBy('waiting.id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'id',
      'entity_id',
      'display_name',
      'type',
      'format',
      'entity_ids',
      'batch_ids',
      sql<string | null>`from_day::text`.as('fromDay'),
      sql<string | null>`to_day::text`.as('toDay'),
      'language',
      'time_zone',
      'recipient_ids',
      'requested_by',
    ])
    .executeTakeFirst()
  return (
    row && {
      ...row,
      type: row.type as ReportType, // safe: the contract wrote it; so is the language
      language: row.language as Language,
    }
  )
}
export type ClaimedReport = NonNullable<Awaited<ReturnType<typeof claimReport>>>

/** Progress renews the lease. */
export const setProgress = (work: UnitOfWork, id: string, progress: number) =>
  work.sql
    .updateTable('reports')
    .set({ progress, lease_until: leaseUntil(work) })
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .execute()

/** false: the report was deleted, or another program makes it. */
export async function finishReport(
  work: UnitOfWork,
  id: string,
  file: { readonly id: string; readonly name: string; readonly bytes: number },
): Promise<boolean> {
  const { numUpdatedRows } = await work.sql
    .updateTable('reports')
    .set({
      status: 'READY',
      progress: 100,
      lease_until: null,
      file_id: file.id,
      file_name: file.name,
      bytes: String(file.bytes),
      finished_at: work.now,
    })
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const failReport = (work: UnitOfWork, id: string, error: ReportError) =>
  work.sql
    .updateTable('reports')
    .set({ status: 'FAILED', error, lease_until: null, finished_at: work.now })
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .execute()

/** A run that the end of the program interrupts does not count. */
export const putBackReport = (work: UnitOfWork, id: string) =>
  work.sql
    .updateTable('reports')
    .set(eb => ({ status: 'REQUESTED', progress: 0, lease_until: null, attempts: eb('attempts', '-', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .execute()

/** Ends reports whose time is over; answers their files. */
export async function expireReports(work: UnitOfWork, most: number): Promise<readonly string[]> {
  const { rows } = await sql<{ file: string | null }>`
    with old as (select id, file_id from reports where status = 'READY' and finished_at < ${work.now}::timestamptz - ${REPORT_DAYS} * interval '1 day'
      order by finished_at limit ${most} for update skip locked)
    update reports set status = 'EXPIRED', file_id = null from old where reports.id = old.id returning old.file_id as file`.execute(
    work.sql,
  )
  return rows.flatMap(({ file }) => file ?? [])
}

interface ReportRecipient extends NotationChoice {
  readonly userId: string
  readonly email: string
  readonly language: string
  readonly timeZone: string
}

/** Permissions of whoever requests or receives a report. */
export const reportNeeds = (type: ReportType): readonly Permission[] => ['reports.read', ...reportKind(type).needs]

/** The recipients who may open a report now: active, in reach of its entity, and permitted to see its content. */
export async function reportRecipients(
  work: UnitOfWork,
  { ids, entityId, type }: { readonly ids: readonly string[]; readonly entityId: string; readonly type: ReportType },
): Promise<ReportRecipient[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ReportRecipient>`
    select u.id::text as "userId", u.email::text as email, u.language, ${notationColumns('u')}, u.time_zone as "timeZone"
    from users u join entities place on place.id = ${entityId}
    where u.id = any(${[...ids]}::bigint[]) and u.status = 'ACTIVE' and u.deleted_at is null and user_can_see(u.id, place.path)
      and (exists (select 1 from role_permissions held where held.role_id = u.role_id and held.permission = 'platform.root')
        or not exists (select 1 from unnest(${[...reportNeeds(type)]}::text[]) as needed (permission) where not exists (
          select 1 from role_permissions held where held.role_id = u.role_id and held.permission = needed.permission)))
    order by u.id`.execute(work.sql)
  return rows
}
