import type { UseFormReturnType } from '@mantine/form'
import { CATEGORIES, type CategoryId } from '@steading/contract/devices/categories'
import { type InterfaceDetails, interfaces } from '@steading/contract/devices/interfaces'
import { z } from 'zod'

export interface CalculationValues {
  operation: string
  sourceIds: readonly string[]
  a: number | undefined
  b: number | undefined
}

/** A sensor or device as its form holds it while it is filled in. */
export interface InterfaceFormValues {
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
  capacity: number | undefined
  virtual: CalculationValues
}
export interface NewInterfaceValues extends InterfaceFormValues {
  terminalId: string | null
  poultry: boolean
}
export interface EditInterfaceValues extends InterfaceFormValues {
  version: number
}
export type InterfaceForm = UseFormReturnType<InterfaceFormValues>

const emptyCalculation: CalculationValues = { operation: 'AVG', sourceIds: [], a: 1, b: 0 }

export const emptyValues = (terminalId: string | null): NewInterfaceValues => ({
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
  capacity: undefined,
  virtual: emptyCalculation,
})

export const toFormValues = (iface: InterfaceDetails): EditInterfaceValues => ({
  displayName: iface.displayName,
  entityId: iface.entity.id,
  category: iface.category,
  address: iface.address ?? '',
  every: iface.every,
  factor: iface.factor,
  offset: iface.offset,
  historyConfiguration: iface.historyConfiguration,
  historySeconds: iface.historySeconds ?? undefined,
  hidden: iface.hidden,
  min: iface.min ?? undefined,
  max: iface.max ?? undefined,
  safeValue: iface.safeValue ?? undefined,
  modulus: iface.modulus,
  maxRate: iface.maxRate,
  capacity: iface.capacity,
  virtual: { ...emptyCalculation, ...iface.virtual },
  version: iface.version,
})

/** What a category has: which entries belong to an interface of it. */
export interface Traits {
  readonly isNumber: boolean
  readonly isCounter: boolean
  readonly isOutput: boolean
  readonly isBoolean: boolean
  /** Scales weigh poultry in grams, and their range says so. */
  readonly isScale: boolean
  readonly isSilo: boolean
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
    isSilo: category === 'SILO_WEIGHT',
  }
}
export const categoryOf = (value: string | null): CategoryId | undefined => {
  const { data } = interfaces.create.body.shape.category.safeParse(value)
  return data
}

/** The calculation as it is sent. */
const virtualOf = ({ operation, sourceIds, a, b }: CalculationValues) =>
  operation === 'SCALE' ? { operation, sourceIds, a: a ?? null, b: b ?? null } : { operation, sourceIds }

/** What leaves a form for a new one: nothing that its category or its nature does not have, whatever was typed before. */
function toCreateRequest(values: NewInterfaceValues, isCalculated: boolean) {
  const { isNumber, isCounter, isOutput, isScale, isSilo } = traitsOf(categoryOf(values.category))
  const { displayName, terminalId, entityId, category, hidden } = values
  const measured = {
    address: values.address.trim() || undefined,
    every: values.every ?? null,
    ...(isNumber && { factor: values.factor ?? null, offset: values.offset ?? null }),
  }
  return {
    displayName,
    terminalId,
    entityId,
    category,
    hidden,
    ...(isCalculated ? { virtual: virtualOf(values.virtual) } : measured),
    ...(isNumber && { min: values.min, max: isScale ? undefined : values.max }),
    ...(isCounter && !isCalculated && { modulus: values.modulus, maxRate: values.maxRate }),
    ...(isSilo && { capacity: values.capacity }),
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
    values => toCreateRequest(values as NewInterfaceValues, isCalculated), // safe: the form gives nothing else
    isCalculated ? body.required({ virtual: true }) : body.required({ address: true }),
  )

const fields = [
  ...(['displayName', 'entityId', 'category', 'address', 'every', 'factor', 'offset', 'virtual'] as const),
  ...(['historyConfiguration', 'historySeconds', 'hidden', 'min', 'max', 'safeValue', 'modulus', 'maxRate'] as const),
  'capacity',
] as const
export type Field = (typeof fields)[number]

/** The entries that differ between two states. */
export const changedBetween = (before: InterfaceFormValues, after: InterfaceFormValues): readonly Field[] =>
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
function toUpdateRequest(before: InterfaceDetails, values: EditInterfaceValues, allowed: readonly Field[]) {
  const changed = changedBetween(toFormValues(before), values).filter(field => allowed.includes(field))
  const remembers = values.historyConfiguration === 'TIME_INTERVAL'
  const sent = changed.filter(field => field !== 'historySeconds' || remembers)
  return {
    ...Object.fromEntries(sent.map(field => [field, field === 'virtual' ? virtualOf(values.virtual) : (values[field] ?? null)])),
    version: values.version,
  }
}

/** As `newSchema`, for a change of what stands as `before`. */
export const editSchema = (before: InterfaceDetails, allowed: readonly Field[]) =>
  z.preprocess(values => toUpdateRequest(before, values as EditInterfaceValues, allowed), interfaces.edit.body) // safe: the form gives nothing else
