import type { Devices } from '../devices/index.ts'
import type { Outbox } from '../outbox/index.ts'
import type { Journal } from '../readings/index.ts'

/** What slices offer each other, made once. */
export interface Doors {
  readonly journal: Journal
  readonly devices: Devices
  readonly outbox: Outbox
}
