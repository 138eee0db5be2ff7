import type { InterfaceSpec } from '@steading/contract/box'
import { round } from '@steading/rules/round'
import type { Value } from './driver.ts'

/** The interfaces of the configuration that runs, found by index, id and address. */
export interface Interfaces {
  readonly list: readonly InterfaceSpec[]
  readonly byIx: ReadonlyMap<number, InterfaceSpec>
  readonly byId: ReadonlyMap<string, InterfaceSpec>
}

export const interfacesOf = (list: readonly InterfaceSpec[]): Interfaces => ({
  list,
  byIx: new Map(list.map(one => [one.ix, one])),
  byId: new Map(list.map(one => [one.id, one])),
})

export const isOutput = (of: InterfaceSpec): boolean => of.dir !== 'IN'

const decimalsOf = (of: InterfaceSpec): number => (of.type === 'INTEGER' ? 0 : (of.dec ?? 2))

/** What a device says, as the interface's value; null where it can't be one. */
export const fromRaw = (of: InterfaceSpec, raw: Value): Value | null => {
  if (of.type === 'STRING') return String(raw).toWellFormed().replaceAll('\u0000', '').slice(0, 255).toWellFormed()
  if (typeof raw === 'string' || (typeof raw === 'number' && !Number.isFinite(raw))) return null
  if (of.type === 'BOOLEAN') return typeof raw === 'boolean' ? raw : raw * of.factor + of.offset >= 0.5
  const value = round(Number(raw) * of.factor + of.offset, decimalsOf(of))
  return Number.isFinite(value) ? value : null
}

/** A value as the device takes it. */
export const toRaw = (of: InterfaceSpec, value: Value): Value =>
  typeof value === 'number' ? (value - of.offset) / of.factor : value

export const hasType = (of: InterfaceSpec, value: Value): boolean => {
  if (of.type === 'BOOLEAN') return typeof value === 'boolean'
  if (of.type === 'STRING') return typeof value === 'string'
  return typeof value === 'number' && Number.isFinite(value) && (of.type === 'DECIMAL' || Number.isInteger(value))
}

export const isInRange = (of: InterfaceSpec, value: Value): boolean =>
  typeof value !== 'number' || ((of.min === null || value >= of.min) && (of.max === null || value <= of.max))
