import type { WeatherDay } from '@steading/contract/widgets/weather'
import { sql } from 'kysely'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** A place with coordinates and open batches at or below it. */
export interface ForecastPlace {
  readonly entityId: string
  readonly latitude: number
  readonly longitude: number
}

/** The nearest places with coordinates at or above the houses with an open batch. */
export async function placesToForecast(work: UnitOfWork): Promise<readonly ForecastPlace[]> {
  const { rows } = await sql<ForecastPlace>`
    select distinct place.id::text as "entityId", place.latitude, place.longitude
    from batches join entities home on home.id = batches.entity_id
      cross join lateral (select id, latitude, longitude from entities above
        where above.path @> home.path and above.latitude is not null and above.longitude is not null
        order by nlevel(above.path) desc limit 1) place
    where batches.close_date is null and batches.open_date <= ${work.now}
    order by "entityId"`.execute(work.sql)
  return rows
}

export const storeForecast = (work: UnitOfWork, entityId: string, days: readonly WeatherDay[]) =>
  work.sql
    .insertInto('weather_forecasts')
    .values({ entity_id: entityId, fetched_at: work.now, days: JSON.stringify(days) })
    .onConflict(conflict =>
      conflict
        .column('entity_id')
        .doUpdateSet(eb => ({ fetched_at: eb.ref('excluded.fetched_at'), days: eb.ref('excluded.days') })),
    )
    .execute()
