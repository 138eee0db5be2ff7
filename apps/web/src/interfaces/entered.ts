import type { UseFormReturnType } from '@mantine/form'
import { CATEGORIES, type CategoryId } from '@steading/contract/categories'
import { type InterfaceDetails, interfaces } from '@steading/contract/interfaces'
import { z } from 'zod'

export interface EnteredVirtual {
  operation: string
  sourceIds: readonly string[]
  a: number | undefined
  b: number | undefined
}

/** A sensor or device as its form holds it while it is filled in. */
export interface Entered {
  displayName: string
  entityId: string | null
  category: string | null
  address: string
  every: number | undefined
  factor: number | undefined
  offset: number | undefined
  historyConfiguration: string | null
  historySeconds: number | undefined
  hidden: boolean
  min: number | undefined
  max: number | undefined
  safeValue: number | undefined
  modulus: number | undefined
  maxRate: number | undefined
  virtual: EnteredVirtual
}
export interface EnteredNew extends Entered {
  terminalId: string | null
  poultry: boolean
}
export interface EnteredEdit extends Entered {
  version: number
}
export type InterfaceForm = UseFormReturnType<Entered>

const noVirtual: EnteredVirtual = { operation: 'AVG', sourceIds: [], a: 1, b: 0 }

export const blank = (terminalId: string | null): EnteredNew => ({
  displayName: '',
  terminalId,
  entityId: null,
  category: null,
  address: '',
  every: 60,
  factor: 1,
  offset: 0,
  historyConfiguration: null,
  historySeconds: undefined,
  hidden: false,
  poultry: false,
  min: undefined,
  max: undefined,
  safeValue: undefined,
  modulus: undefined,
  maxRate: undefined,
  virtual: noVirtual,
})

export const enteredOf = (of: InterfaceDetails): EnteredEdit => ({
  displayName: of.displayName,
  entityId: of.entity.id,
  category: of.category,
  address: of.address ?? '',
  every: of.every,
  factor: of.factor,
  offset: of.offset,
  historyConfiguration: of.historyConfiguration,
  historySeconds: of.historySeconds ?? undefined,
  hidden: of.hidden,
  min: of.min ?? undefined,
  max: of.max ?? undefined,
  safeValue: of.safeValue ?? undefined,
  modulus: of.modulus,
  maxRate: of.maxRate,
  virtual: { ...noVirtual, ...of.virtual },
  version: of.version,
})

/** What a category has: which entries belong to an interface of it. */
export interface Traits {
  readonly isNumber: boolean
  readonly isCounter: boolean
  readonly isOutput: boolean
  readonly isBoolean: boolean
  /** Scales weigh poultry in grams, and their range says so. */
  readonly isScale: boolean
}
export function traitsOf(category: CategoryId | undefined): Traits {
  // What is not chosen yet is most often a figure that is measured.
  const { min, kind, direction, dataType, poultry } = CATEGORIES[category ?? 'TEMPERATURE']
  return {
    isNumber: min !== null,
    isCounter: kind === 'COUNTER',
    isOutput: direction !== 'IN',
    isBoolean: dataType === 'BOOLEAN',
    isScale: poultry !== undefined,
  }
}
export const categoryOf = (value: string | null): CategoryId | undefined => {
  const { data } = interfaces.create.body.shape.category.safeParse(value)
  return data
}

/** The calculation as it is sent. */
const virtualOf = ({ operation, sourceIds, a, b }: EnteredVirtual) =>
  operation === 'SCALE' ? { operation, sourceIds, a: a ?? null, b: b ?? null } : { operation, sourceIds }

/** What leaves a form for a new one: nothing that its category or its nature does not have, whatever was typed before. */
function newWish(values: EnteredNew, isCalculated: boolean) {
  const { isNumber, isCounter, isOutput, isScale } = traitsOf(categoryOf(values.category))
  const { displayName, terminalId, entityId, category, hidden } = values
  const measured = {
    address: values.address.trim() || undefined,
    every: values.every ?? null,
    ...(isNumber && { factor: values.factor ?? null, offset: values.offset ?? null }),
  }
  return {
    ...{ displayName, terminalId, entityId, category, hidden },
    ...(isCalculated ? { virtual: virtualOf(values.virtual) } : measured),
    ...(isNumber && { min: values.min, max: isScale ? undefined : values.max }),
    ...(isCounter && { modulus: values.modulus, maxRate: values.maxRate }),
    ...(isOutput && { safeValue: values.safeValue }),
    ...(isScale && { poultry: values.poultry }),
    historyConfiguration: values.historyConfiguration ?? undefined,
    ...(values.historyConfiguration === 'TIME_INTERVAL' && { historySeconds: values.historySeconds }),
  }
}

const { body } = interfaces.create
/** The form's schema, and what is sent: the values of a form go in, the body of the call comes out. */
export const newSchema = (isCalculated: boolean) =>
  z.preprocess(
    values => newWish(values as EnteredNew, isCalculated), // safe: the form gives nothing else
    isCalculated ? body.required({ virtual: true }) : body.required({ address: true }),
  )

const fields = [
  ...(['displayName', 'entityId', 'category', 'address', 'every', 'factor', 'offset', 'virtual'] as const),
  ...(['historyConfiguration', 'historySeconds', 'hidden', 'min', 'max', 'safeValue', 'modulus', 'maxRate'] as const),
] as const
export type Field = (typeof fields)[number]

/** The entries that differ between two states. */
export const changedBetween = (before: Entered, after: Entered): readonly Field[] =>
  fields.filter(field => JSON.stringify(before[field]) !== JSON.stringify(after[field]))

/** The entries that somebody may change, by what they hold: everything, the name alone, or the place alone. */
export function changeable(
  may: (permission: 'interfaces.update' | 'interfaces.update_name' | 'interfaces.update_sector') => boolean,
) {
  if (may('interfaces.update')) return fields
  return fields.filter(
    field =>
      (field === 'displayName' && may('interfaces.update_name')) || (field === 'entityId' && may('interfaces.update_sector')),
  )
}

/** What leaves a form for a change: what differs from how it stands; what was cleared is null. */
function editWish(before: InterfaceDetails, values: EnteredEdit, allowed: readonly Field[]) {
  const changed = changedBetween(enteredOf(before), values).filter(field => allowed.includes(field))
  const remembers = values.historyConfiguration === 'TIME_INTERVAL'
  const sent = changed.filter(field => field !== 'historySeconds' || remembers)
  return {
    ...Object.fromEntries(sent.map(field => [field, field === 'virtual' ? virtualOf(values.virtual) : (values[field] ?? null)])),
    version: values.version,
  }
}

/** As `newSchema`, for a change of what stands as `before`. */
export const editSchema = (before: InterfaceDetails, allowed: readonly Field[]) =>
  z.preprocess(values => editWish(before, values as EnteredEdit, allowed), interfaces.edit.body) // safe: the form gives nothing else
