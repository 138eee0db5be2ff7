import { sql } from 'kysely'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'

export interface Payer {
  readonly id: string
  readonly name: string
  /** YYYY-MM-DD in its zone. */
  readonly day: string
}

/** Who pays for messages about each of these places: its enterprise; above enterprises the place itself. */
export async function findPayers(work: UnitOfWork, all: readonly string[]): Promise<Payer[]> {
  const { rows } = await sql<Payer & { place: string }>`
    select distinct on (place.id) place.id as place, payer.id, payer.display_name as name,
      to_char(${work.now}::timestamptz at time zone payer.time_zone, 'YYYY-MM-DD') as day
    from entities place
      cross join lateral unnest(path_ids(place.path)) as up (id)
      join entities payer on payer.id = up.id and (payer.type = 'ENTERPRISE' or payer.id = place.id)
    where place.id = any (${[...all]}::bigint[])
    order by place.id, payer.type = 'ENTERPRISE' desc`.execute(work.sql)
  const byPlace = new Map(rows.map(({ place, ...payer }) => [place, payer]))
  return all.map(place => byPlace.get(place)!) // safe: a message names a place that is there
}

export interface Spent {
  readonly used: number
  readonly reserve: number
}

/** What is used of their days; it stays so until the transaction ends. */
export async function lockDays(work: UnitOfWork, payers: readonly Payer[]): Promise<ReadonlyMap<string, Spent>> {
  // In one order, so that two channels never wait for each other.
  const { rows } = await sql<Spent & { id: string }>`
    insert into notification_days (enterprise_id, day)
    select id, day from unnest(${payers.map(payer => payer.id)}::bigint[], ${payers.map(payer => payer.day)}::date[]) as payer (id, day) order by id
    on conflict (enterprise_id, day) do update set used = notification_days.used
    returning enterprise_id as id, used, reserve`.execute(work.sql)
  return new Map(rows.map(({ id, ...spent }) => [id, spent]))
}

export const setDays = (work: UnitOfWork, days: readonly (Payer & Spent)[]) =>
  sql`update notification_days set used = day.used, reserve = day.reserve
    from unnest(${days.map(day => day.id)}::bigint[], ${days.map(day => day.day)}::date[],
      ${days.map(day => day.used)}::int[], ${days.map(day => day.reserve)}::int[]) as day (id, day, used, reserve)
    where enterprise_id = day.id and notification_days.day = day.day`.execute(work.sql)
