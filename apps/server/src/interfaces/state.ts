import type { CategoryId } from '@steading/contract/devices/categories'
import type { interfaces } from '@steading/contract/devices/interfaces'
import type { Asked } from '@steading/contract/http/route'
import type { Virtual } from '@steading/contract/devices/virtual'
import type { InterfaceDetailsRow } from './interfaces.sql.ts'

type InterfaceEdit = Asked<(typeof interfaces)['edit']>['body']

/** How a virtual interface is computed; null of what a box measures. */
export function howOf(row: Pick<InterfaceDetailsRow, 'operation' | 'scaleA' | 'scaleB' | 'sourceIds'>): Virtual | null {
  const { operation, sourceIds, scaleA, scaleB } = row
  if (operation === null) return null
  return operation === 'SCALE' ? { operation, sourceIds, a: scaleA!, b: scaleB! } : { operation, sourceIds } // safe: the contract checked it
}

/** An interface with all that can be changed of it, by the names of the contract. */
export const stateOf = (row: InterfaceDetailsRow) => ({
  displayName: row.displayName,
  entityId: row.entityId,
  category: row.category as CategoryId, // safe: createInterface writes no other
  address: row.address,
  virtual: howOf(row),
  every: row.every,
  factor: row.factor,
  offset: row.shift,
  historyConfiguration: row.history as NonNullable<InterfaceEdit['historyConfiguration']>, // safe: the contract checked it
  historySeconds: row.historySeconds,
  hidden: row.hidden,
  min: row.min,
  max: row.max,
  safeValue: row.safeValue,
  modulus: row.modulus,
  maxRate: row.maxRate,
  capacity: row.capacity,
})
export type State = ReturnType<typeof stateOf>

/** What audits tell: a place by its name. */
export const auditFields = (row: InterfaceDetailsRow) => ({
  ...stateOf(row),
  entityId: row.entity.displayName,
  terminal: row.terminalName,
})
