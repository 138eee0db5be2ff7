-- Heat forecast: what is known of a house, and the problem that its ventilation will not be enough.

alter table entities
  -- m, m³/h with all fans at full speed, °C in the house
  add column height double precision check (height > 0),
  add column ventilation_capacity double precision check (ventilation_capacity > 0),
  add column distress_temperature double precision,
  add column lethal_temperature double precision,
  add constraint entities_heat_limits_check check (
    (distress_temperature is null) = (lethal_temperature is null)
    and coalesce(lethal_temperature > distress_temperature, true));

alter table events drop constraint events_problem_check;
alter table events add constraint events_problem_check check (problem in ('SENSOR_FAULT', 'OUTPUT_FAULT', 'TERMINAL_SILENT',
  'UPDATE_STALLED', 'TERMINAL_DOUBLED', 'BAD_PAYLOADS', 'UNSENDABLE', 'STAGE_SILENT', 'CHANNEL_STALLED', 'DRILL_FAILED',
  'WATER_WARNING', 'FEED_WARNING', 'WITHDRAWAL_BROKEN', 'HEAT_FORECAST'));

-- The last weather forecast of a place with coordinates: the temperature outside where no sensor measures it.
create table weather_forecasts (
  entity_id bigint primary key references entities on delete cascade,
  fetched_at timestamptz not null,
  -- WeatherDay of the contract, today first.
  days jsonb not null
);
alter table weather_forecasts enable row level security;
create policy within_scope on weather_forecasts to steading_app
  using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));
