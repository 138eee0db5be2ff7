import type { CurvePoint } from '@steading/contract/production/curves'
import type { SpeciesCode } from '@steading/contract/production/species'
import { sql } from 'kysely'
import { createBatchLoader, groupByPosition } from '../platform/database/batchLoader.ts'

/** A sensor or an output around a house, with its last good value. */
export interface HouseReading {
  readonly interfaceId: string
  readonly terminalId: string
  readonly category: string
  /** It belongs to the house or a room of it. */
  readonly isInside: boolean
  readonly value: number
  /** Epoch ms */
  readonly at: number
  /** K/min over the last minutes; of thermometers in the house. */
  readonly slope: number | null
}

/** A day of a weather forecast, °C. */
export interface ForecastDay {
  /** YYYY-MM-DD */
  readonly day: string
  readonly temperatureMin: number | null
  readonly temperatureMax: number | null
}

/** A house with an open batch. */
export interface HouseState {
  readonly houseId: string
  readonly displayName: string
  readonly timeZone: string
  readonly batchId: string
  readonly species: SpeciesCode
  readonly animals: number
  /** Days since 1970-01-01; null before the first entry. */
  readonly birthDay: number | null
  readonly curve: CurvePoint[] | null
  /** m² */
  readonly area: number | null
  /** m */
  readonly height: number | null
  /** °C */
  readonly distressTemperature: number | null
  readonly lethalTemperature: number | null
  /** The last forecast for the place, today first; null: none. */
  readonly forecast: readonly ForecastDay[] | null
  readonly readings: readonly HouseReading[]
}

/** Over which a slope is measured. */
const SLOPE_MINUTES = 10
/** Fewer readings than this give none. */
const SLOPE_READINGS = 3

/** m³ of air and what warms it stand above the whole floor; the usable area is that of the animals. */
const area = sql`coalesce(home.area, home.usable_area, batches.usable_area)::float8`

/** What the readings say: of the house and its rooms, of what stands around it, and the weather of its farm. */
const categories = sql.lit('{TEMPERATURE,HUMIDITY,CO2,VENTILATION_CONTROL,FAN_RELAY,GENERATOR,OUTSIDE_TEMPERATURE}')

/** Houses and rooms with an open batch at, below or around each place, with their animals and readings. */
export const housesAt = createBatchLoader(async (work, places: readonly string[]): Promise<HouseState[][]> => {
  const { rows } = await sql<HouseState & { at: number }>`
    select asked.at::int as at, home.id::text as "houseId", home.display_name as "displayName", home.time_zone as "timeZone",
      batches.id::text as "batchId", batches.species, total_entry - total_mortality - total_exit as animals,
      birth_day as "birthDay", curve.details as curve, ${area} as area, home.height,
      home.distress_temperature as "distressTemperature", home.lethal_temperature as "lethalTemperature",
      (select forecast.days from weather_forecasts forecast join entities stand on stand.id = forecast.entity_id
        where stand.path @> home.path order by nlevel(stand.path) desc limit 1) as forecast,
      (select coalesce(json_agg(json_build_object('interfaceId', sensor.id::text, 'terminalId', sensor.terminal_id::text,
          'category', sensor.category, 'isInside', stand.path <@ home.path, 'value', last.value,
          'at', extract(epoch from last.ts) * 1000, 'slope', slope.per_minute)), '[]')
        from entities stand join interfaces sensor on sensor.entity_id = stand.id
            and sensor.deleted_at is null and sensor.category = any (${categories}::text[])
          join last_values last on last.interface_id = sensor.id and last.flags & 1 = 0 and last.value is not null
          left join lateral (select regr_slope(reading.value, extract(epoch from reading.ts)) * 60 as per_minute from readings reading
            where sensor.category = 'TEMPERATURE' and reading.interface_id = sensor.id and reading.flags & 1 = 0
              and reading.ts > last.ts - make_interval(mins => ${SLOPE_MINUTES}) and reading.ts <= last.ts
              and last.ts > ${work.now}::timestamptz - interval '1 day'
            having count(*) >= ${SLOPE_READINGS}) slope on true
        where stand.path <@ farm.path and (stand.path <@ home.path or stand.path @> home.path
          or sensor.category = 'OUTSIDE_TEMPERATURE')) as readings
    from unnest(${[...places]}::bigint[]) with ordinality as asked (id, at) join entities place on place.id = asked.id
      join entities home on home.path <@ place.path or home.path @> place.path
      join batches on batches.entity_id = home.id and batches.close_date is null and batches.open_date <= ${work.now}
      left join production_curves curve on curve.id = batches.production_curve_id
      cross join lateral (select coalesce((select up.path from entities up where up.path @> home.path and up.type = 'FARM'), home.path)
        as path) farm
    order by asked.at, home.id`.execute(work.sql)
  return groupByPosition(places, rows)
})
