import type { InterfaceSpec } from '@steading/contract/box/messages'
import { round, roundDirection } from '@steading/contract/round'
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

export const isOutput = (spec: InterfaceSpec): boolean => spec.dir !== 'IN'

const decimalsOf = (spec: InterfaceSpec): number => (spec.type === 'INTEGER' ? 0 : (spec.dec ?? 2))

/** What a device says, as the interface's value; null where it can't be one. */
export const fromRaw = (spec: InterfaceSpec, raw: Value): Value | null => {
  if (spec.type === 'STRING') return String(raw).toWellFormed().replaceAll('\u0000', '').slice(0, 255).toWellFormed()
  if (typeof raw === 'string' || (typeof raw === 'number' && !Number.isFinite(raw))) return null
  if (spec.type === 'BOOLEAN') return typeof raw === 'boolean' ? raw : raw * spec.factor + spec.offset >= 0.5
  const value = Number(raw) * spec.factor + spec.offset
  if (!Number.isFinite(value)) return null
  return spec.turn === undefined ? round(value, decimalsOf(spec)) : roundDirection(value, decimalsOf(spec))
}

/** A value as the device takes it. */
export const toRaw = (spec: InterfaceSpec, value: Value): Value =>
  typeof value === 'number' ? (value - spec.offset) / spec.factor : value

export const hasType = (spec: InterfaceSpec, value: Value): boolean => {
  if (spec.type === 'BOOLEAN') return typeof value === 'boolean'
  if (spec.type === 'STRING') return typeof value === 'string'
  return typeof value === 'number' && Number.isFinite(value) && (spec.type === 'DECIMAL' || Number.isInteger(value))
}

export const isInRange = (spec: InterfaceSpec, value: Value): boolean =>
  typeof value !== 'number' || ((spec.min === null || value >= spec.min) && (spec.max === null || value <= spec.max))
