import { CATEGORIES, type CategoryId, isCategory } from '../devices/categories.ts'
import type { Interface } from '../devices/interfaceShapes.ts'

/** Interfaces that a field takes. */
export const INTERFACE_KINDS = ['ANY', 'NUMBER', 'CHARTED', 'OUTPUT', 'METER', 'SILO', 'MILK'] as const
export type InterfaceKind = (typeof INTERFACE_KINDS)[number]

/** What an interface must say of itself to be fitted to a field. */
export type FittedInterface = Pick<Interface, 'category' | 'terminalInterfaceDataType' | 'terminalInterfaceType'>

const categoriesWhere = (holds: (id: CategoryId) => boolean): ReadonlySet<CategoryId> =>
  new Set(Object.keys(CATEGORIES).filter((id): id is CategoryId => holds(id as CategoryId))) // safe: the table's own keys

const METERS = categoriesWhere(id => CATEGORIES[id].kind === 'COUNTER')

/** The only category of a kind, where it has one: a search can ask for it. */
export const CATEGORY_OF_KIND: Partial<Record<InterfaceKind, CategoryId>> = { SILO: 'SILO_WEIGHT', MILK: 'MILK_COUNTER' }

const FITS: Readonly<Record<InterfaceKind, (fitted: FittedInterface) => boolean>> = {
  ANY: () => true,
  NUMBER: ({ terminalInterfaceDataType: type }) => type === 'DECIMAL' || type === 'INTEGER',
  CHARTED: ({ terminalInterfaceDataType: type }) => type !== 'STRING',
  OUTPUT: ({ terminalInterfaceDataType: type, terminalInterfaceType: direction }) => direction !== 'IN' && type !== 'STRING',
  METER: ({ category }) => METERS.has(category),
  SILO: ({ category }) => category === CATEGORY_OF_KIND.SILO,
  MILK: ({ category }) => category === CATEGORY_OF_KIND.MILK,
}

/** Whether a field of this kind takes the sensors of a category; of none that the table does not have. */
export const fitsCategory = (kind: InterfaceKind, category: string): boolean =>
  isCategory(category) &&
  FITS[kind]({ category, terminalInterfaceDataType: CATEGORIES[category].dataType, terminalInterfaceType: 'IN' })

/** Whether a field of this kind takes an interface. */
export const fitsInterface = (kind: InterfaceKind, fitted: FittedInterface): boolean => FITS[kind](fitted)
