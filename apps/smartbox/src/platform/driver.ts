export type Value = number | boolean | string
export interface Sample {
  readonly address: string
  readonly value: Value
  readonly good: boolean
}
export interface Driver {
  start(): Promise<void>
  read(addresses: readonly string[]): Promise<Sample[]>
  write(address: string, value: Value): Promise<Value>
  stop(): Promise<void>
}
