import { createDevices } from '../devices/index.ts'
import type { Devices } from '../devices/index.ts'
import { drillRunner } from '../drills/index.ts'
import type { DrillRunner } from '../drills/index.ts'
import { createEarlyWarning, createHeatForecast } from '../earlyWarning/index.ts'
import { createWeather } from '../weather/index.ts'
import type { Weather } from '../weather/index.ts'
import { createEvents } from '../events/index.ts'
import type { Events } from '../events/index.ts'
import { watchdog } from '../heartbeat/index.ts'
import type { Times, Watchdog } from '../heartbeat/index.ts'
import { createOutbox } from '../outbox/index.ts'
import type { Outbox } from '../outbox/index.ts'
import type { PeriodicTask } from '../platform/periodicTask.ts'
import type { World } from '../platform/world.ts'
import { createJournal } from '../readings/index.ts'
import type { Journal } from '../readings/index.ts'
import { createReportRunner } from '../reports/index.ts'
import { rules } from '../rules/index.ts'
import type { Rules } from '../rules/index.ts'

/** Services that slices offer each other, created once. */
export interface Services {
  readonly journal: Journal
  readonly devices: Devices
  readonly outbox: Outbox
  readonly events: Events
  readonly drills: DrillRunner
  readonly rules: Rules
  readonly watchdog: Watchdog
  readonly earlyWarning: PeriodicTask
  readonly reports: PeriodicTask
  readonly heatForecast: PeriodicTask
  readonly weather: Weather
}

export function createServices(world: World, { beats, gatherMs }: { beats: Times; gatherMs?: number }): Services {
  const readings = createJournal(world, gatherMs)
  const boxes = createDevices(world, readings)
  const post = createOutbox(world)
  const alarms = createEvents(world, { outbox: post, journal: readings, devices: boxes })
  const weather = createWeather(world)
  return {
    weather,
    heatForecast: createHeatForecast(world, { weather, events: alarms }),
    journal: readings,
    devices: boxes,
    outbox: post,
    events: alarms,
    drills: drillRunner(world, { devices: boxes, outbox: post, events: alarms }),
    rules: rules(world, { devices: boxes, journal: readings, events: alarms, outbox: post }),
    earlyWarning: createEarlyWarning(world, alarms),
    reports: createReportRunner(world, post),
    watchdog: watchdog(world, { devices: boxes, outbox: post, events: alarms }, beats),
  }
}
