export type Value = number | boolean | string

/** Whose order a write is: a person's command, or one that the box gives by itself (a rule, a fail-safe value). */
export type Source = 'command' | 'rule'

export interface Sample {
  readonly address: string
  /** As the device says it, before factor and offset. */
  readonly value: Value
  /** false: the sensor is faulty, the value is its last or nothing. */
  readonly good: boolean
}

/** What stands between the box and its devices: a field bus, or a barn that is only computed. */
export interface Driver {
  /** Opens the bus; called once before anything else. */
  start(): Promise<void>
  /** Reads these addresses now; a missing or faulty sensor gives good:false with the last value or is left out. */
  read(addresses: readonly string[]): Promise<Sample[]>
  /** Writes an output and answers what the device reports back (its feedback), else the value written. */
  write(address: string, value: Value, source: Source): Promise<Value>
  stop(): Promise<void>
}
