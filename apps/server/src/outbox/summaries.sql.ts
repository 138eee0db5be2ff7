import type { Severity } from '@steading/contract/events'
import { HELPDESK_CATEGORIES } from '@steading/contract/events'
import type { NotationChoice } from '@steading/locales/notation'
import { sql } from 'kysely'
import { notationIn } from '../platform/database/notation.ts'
import type { Work } from '../platform/database/work.ts'

export type Span = 'DAY' | 'WEEK'

/** Somebody whose letter is due by the clock of where they live. */
export interface Due extends NotationChoice {
  readonly userId: string
  readonly email: string
  readonly language: string
  readonly timeZone: string
  readonly entityId: string
  readonly span: Span
  /** Of the letter: one a day, one a week. */
  readonly key: string
  /** What it tells of, local midnights, and now. */
  readonly from: Date
  readonly to: Date
}

/** The hours in which a letter goes out: whoever was down at seven is late, not silent; what comes in the afternoon is none. */
const HOURS = { first: 7, last: 11 }

/** Those who asked for it, may see events, and have none of this day or week. */
export async function dueSummaries(work: Work, most: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select u.id::text as "userId", u.email::text as email, u.language, ${notationIn('u')}, u.time_zone as "timeZone", u.entity_id::text as "entityId",
      asked.span, asked.key, (here.today - asked.days * interval '1 day') at time zone u.time_zone as "from",
      here.today at time zone u.time_zone as "to"
    from users u
      cross join lateral (select ${work.now}::timestamptz at time zone u.time_zone as now) there
      cross join lateral (select date_trunc('day', there.now) as today) here
      cross join lateral (values ('DAILY_SUMMARY', 'DAY', 1), ('WEEKLY_SUMMARY', 'WEEK', 7)) as kind (name, span, days)
      cross join lateral (select kind.span, kind.days,
        'summary|' || kind.span || '|' || u.id || '|' || to_char(here.today, 'YYYY-MM-DD') as key) asked
    where u.status = 'ACTIVE' and u.deleted_at is null and kind.name = any(u.subscriptions)
      and extract(hour from there.now) between ${HOURS.first} and ${HOURS.last}
      and (asked.span = 'DAY' or extract(isodow from here.today) = 1)
      and exists (select 1 from role_permissions held where held.role_id = u.role_id
        and held.permission in ('events.read', 'platform.root'))
      and not exists (select 1 from notifications told where told.key = asked.key)
    order by u.id, asked.span limit ${most}`.execute(work.sql)
  return rows
}

export interface Standing {
  readonly title: string
  readonly wording: unknown
  readonly place: string
  readonly severity: Severity
  readonly openedAt: Date
}

export interface Facts {
  /** Opened in that time. */
  readonly opened: Readonly<Partial<Record<Severity, number>>>
  /** Not closed now: how many, and the gravest. */
  readonly standing: number
  readonly gravest: readonly Standing[]
}

/** What somebody may know of events, tickets aside. */
export async function factsFor(
  work: Work,
  { userId, from, to }: Pick<Due, 'userId' | 'from' | 'to'>,
  most: number,
): Promise<Facts> {
  const seen = sql`events join entities place on place.id = events.entity_id
    where sees(${userId}::bigint, place.path) and not (events.category = any(${[...HELPDESK_CATEGORIES]}))`
  const { rows: counts } = await sql<{ severity: Severity; count: number }>`
    select severity, count(*)::int as count from ${seen} and open_date >= ${from} and open_date < ${to} group by severity`.execute(
    work.sql,
  )
  const { rows: gravest } = await sql<Standing & { all: number }>`
    select events.title, events.wording, place.display_name as place, events.severity, events.open_date as "openedAt",
      count(*) over ()::int as all
    from ${seen} and events.status <> 'CLOSED'
    order by array_position(array['CRITICAL', 'MAJOR', 'MODERATE', 'LOW'], events.severity), events.open_date, events.id
    limit ${most}`.execute(work.sql)
  return {
    opened: Object.fromEntries(counts.map(({ severity, count }) => [severity, count])),
    standing: gravest[0]?.all ?? 0,
    gravest,
  }
}
