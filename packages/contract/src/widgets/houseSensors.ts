import type { CategoryId } from '../devices/categories.ts'
import type { Configs } from './configs.ts'

/** A sensor of whichever house a dashboard shows: by its category, and its rank among the house's sensors of that category by name. */
export interface HouseSensor {
  readonly category: CategoryId
  /** From 1. */
  readonly position: number
}

/** Sensors of a category that a house numbers at most. */
export const MOST_POSITIONS = 99
const PATTERN = /^house:([A-Z][A-Z0-9_]*):([1-9]\d?)$/
/** Fields of configurations that name interfaces, and may name sensors of the house instead. */
export const INTERFACE_FIELDS = ['interfaceId', 'interfaceIds', 'x', 'y'] as const

/** As it stands in a configuration in place of the id of an interface. */
export const houseSensorKey = ({ category, position }: HouseSensor): string => `house:${category}:${position}`

/** The sensor of the house that a text names; undefined for anything else. */
export function houseSensorOf(text: unknown): HouseSensor | undefined {
  const [, category, position] = (typeof text === 'string' && PATTERN.exec(text)) || []
  return category === undefined ? undefined : { category: category as CategoryId, position: Number(position) } // safe: the schema of a field checks it
}

/** The sensors of the house that a configuration names, as they stand there. */
export const houseSensorsIn = (configs: Configs): readonly string[] =>
  INTERFACE_FIELDS.flatMap(field => [configs[field] ?? []].flat()).filter(
    (value): value is string => houseSensorOf(value) !== undefined,
  )

/** A configuration for a house: its sensors' ids in place of what names them. What the house lacks stays as it is. */
export function configsForHouse(configs: Configs, sensors: Readonly<Record<string, string>>): Configs {
  if (houseSensorsIn(configs).length === 0) return configs
  const idOf = (value: unknown) => (typeof value === 'string' ? (sensors[value] ?? value) : value)
  const changed = INTERFACE_FIELDS.filter(field => configs[field] !== undefined).map(field => {
    const value = configs[field]
    return [field, Array.isArray(value) ? [...new Set(value.map(idOf))] : idOf(value)] as const
  })
  return { ...configs, ...Object.fromEntries(changed) }
}

/** A configuration without the sensors that its house lacks; undefined where nothing is left to show. */
export function withoutHouseSensors(configs: Configs): Configs | undefined {
  const lacking = new Set(houseSensorsIn(configs))
  if (lacking.size === 0) return configs
  const { interfaceIds } = configs
  if (!Array.isArray(interfaceIds)) return undefined
  const left = interfaceIds.filter(id => !lacking.has(id as string))
  return left.length > 0 ? { ...configs, interfaceIds: left } : undefined
}
