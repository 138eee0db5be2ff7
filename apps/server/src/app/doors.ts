import { devices } from '../devices/index.ts'
import type { Devices } from '../devices/index.ts'
import { drillRunner } from '../drills/index.ts'
import type { DrillRunner } from '../drills/index.ts'
import { events } from '../events/index.ts'
import type { Events } from '../events/index.ts'
import { watchdog } from '../heartbeat/index.ts'
import type { Times, Watchdog } from '../heartbeat/index.ts'
import { outbox } from '../outbox/index.ts'
import type { Outbox } from '../outbox/index.ts'
import type { World } from '../platform/world.ts'
import { journal } from '../readings/index.ts'
import type { Journal } from '../readings/index.ts'
import { rules } from '../rules/index.ts'
import type { Rules } from '../rules/index.ts'

/** What slices offer each other, made once. */
export interface Doors {
  readonly journal: Journal
  readonly devices: Devices
  readonly outbox: Outbox
  readonly events: Events
  readonly drills: DrillRunner
  readonly rules: Rules
  readonly watchdog: Watchdog
}

export function doorsOf(world: World, beats: Times): Doors {
  const readings = journal(world)
  const boxes = devices(world, readings)
  const post = outbox(world)
  const alarms = events(world, { outbox: post, journal: readings, devices: boxes })
  return {
    journal: readings,
    devices: boxes,
    outbox: post,
    events: alarms,
    drills: drillRunner(world, { devices: boxes, outbox: post, events: alarms }),
    rules: rules(world, { devices: boxes, journal: readings, events: alarms, outbox: post }),
    watchdog: watchdog(world, { devices: boxes, outbox: post, events: alarms }, beats),
  }
}
