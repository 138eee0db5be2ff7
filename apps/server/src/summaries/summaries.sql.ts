import type { Severity } from '@steading/contract/events/events'
import { HELPDESK_CATEGORIES } from '@steading/contract/events/events'
import type { Permission } from '@steading/contract/users/permissions'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { SummaryEvent, SummaryValues } from '../outbox/index.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { wordingFromColumn } from '../platform/text/wording.ts'

export type Span = 'DAY' | 'WEEK'

/** A user whose summary is due by their local time. */
export interface DueSummary {
  readonly userId: string
  readonly entityId: string
  readonly span: Span
  readonly seesEvents: boolean
  /** One summary per day, one per week. */
  readonly key: string
  /** The period, from one local midnight to another. */
  readonly from: Date
  readonly to: Date
}

/** Local hours in which a summary is sent: a server that was down at seven sends it late, but none in the afternoon. */
const HOURS = { first: 7, last: 11 }

/** Permissions of which one at least is needed: a day has tasks and sensors, too. */
const NEEDS = {
  DAY: ['events.read', 'tasks.read', 'interfaces.read', 'platform.root'],
  WEEK: ['events.read', 'platform.root'],
} as const satisfies Record<Span, readonly Permission[]>

const holdsOneOf = (permissions: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from role_permissions held where held.role_id = u.role_id and held.permission = any(${permissions}))`

/**
 * The summaries, behind the last one, of subscribers who may see something of them and have not received that of this day or week.
 */
export async function dueSummaries(
  work: UnitOfWork,
  last: Pick<DueSummary, 'userId' | 'span'> | undefined,
  most: number,
): Promise<DueSummary[]> {
  const { rows } = await sql<DueSummary>`
    select u.id::text as "userId", u.entity_id::text as "entityId", asked.span, asked.key,
      ${holdsOneOf(sql`${[...NEEDS.WEEK]}::text[]`)} as "seesEvents",
      (here.today - asked.days * interval '1 day') at time zone u.time_zone as "from", here.today at time zone u.time_zone as "to"
    from users u
      cross join lateral (select ${work.now}::timestamptz at time zone u.time_zone as now) there
      cross join lateral (select date_trunc('day', there.now) as today) here
      cross join lateral (values ('DAILY_SUMMARY', 'DAY', 1, ${[...NEEDS.DAY]}::text[]),
        ('WEEKLY_SUMMARY', 'WEEK', 7, ${[...NEEDS.WEEK]}::text[])) as kind (name, span, days, needs)
      cross join lateral (select kind.span, kind.days,
        'summary|' || kind.span || '|' || u.id || '|' || to_char(here.today, 'YYYY-MM-DD') as key) asked
    where u.status = 'ACTIVE' and u.deleted_at is null and kind.name = any(u.subscriptions)
      and (u.id, asked.span) > (${last?.userId ?? '0'}::bigint, ${last?.span ?? ''}::text)
      and extract(hour from there.now) between ${HOURS.first} and ${HOURS.last}
      and (asked.span = 'DAY' or extract(isodow from here.today) = 1)
      and ${holdsOneOf(sql`kind.needs`)}
      and not exists (select 1 from notifications told where told.user_id = u.id and starts_with(told.key, asked.key || '|'))
    order by u.id, asked.span limit ${most}`.execute(work.sql)
  return rows
}

interface OpenEvent extends Omit<SummaryEvent, 'wording' | 'openedAt'> {
  readonly wording: unknown
  readonly openedAt: Date
}

/** The events that a user may see, helpdesk tickets aside. */
export async function summaryEvents(
  work: UnitOfWork,
  { userId, from, to }: Pick<DueSummary, 'userId' | 'from' | 'to'>,
  most: number,
): Promise<Pick<SummaryValues, 'opened' | 'open' | 'gravest'>> {
  const seen = sql`events join entities place on place.id = events.entity_id
    where user_can_see(${userId}::bigint, place.path) and not (events.category = any(${[...HELPDESK_CATEGORIES]}))`
  const { rows: counts } = await sql<{ severity: Severity; count: number }>`
    select severity, count(*)::int as count from ${seen} and open_date >= ${from} and open_date < ${to} group by severity`.execute(
    work.sql,
  )
  const { rows: gravest } = await sql<OpenEvent & { all: number }>`
    select events.title, events.wording, place.display_name as place, events.severity, events.open_date as "openedAt",
      count(*) over ()::int as all
    from ${seen} and events.status <> 'CLOSED'
    order by array_position(array['CRITICAL', 'MAJOR', 'MODERATE', 'LOW'], events.severity), events.open_date, events.id
    limit ${most}`.execute(work.sql)
  return {
    opened: Object.fromEntries(counts.map(({ severity, count }) => [severity, count])),
    open: gravest[0]?.all ?? 0,
    gravest: gravest.map(({ title, wording, place, severity, openedAt }) => ({
      title,
      wording: wordingFromColumn(wording),
      place,
      severity,
      openedAt: openedAt.getTime(),
    })),
  }
}
