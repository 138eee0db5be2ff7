import type { BoxValue, InterfaceSpec } from '@steading/contract/box/messages'

export interface Output {
  readonly spec: InterfaceSpec
  readonly values: readonly [BoxValue, BoxValue]
  readonly safe: BoxValue
}

/** What the box under test has. Its sensor is read every second; its output, if it has one, shows what it is set to. */
export interface Subject {
  readonly uid: string
  readonly sensor: InterfaceSpec
  readonly output?: Output
  /** Stops the box the hard way and starts it again. */
  readonly restart?: () => Promise<void>
}
