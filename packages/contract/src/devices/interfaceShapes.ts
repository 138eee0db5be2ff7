import { z } from 'zod'
import { Severity } from '../events/kinds.ts'
import { Operator } from '../rules/operators.ts'
import { CATEGORIES } from './categories.ts'
import type { CategoryId, Unit } from './categories.ts'
import { EntityRef } from '../entities/entityRef.ts'
import { Audited, Id, PerLanguage, Stamp, Who } from '../http/fields.ts'
import { LANGUAGES } from '../users/languages.ts'
import { SeenVirtual } from './virtual.ts'

export const CategoryName = z.enum(Object.keys(CATEGORIES) as [CategoryId, ...CategoryId[]]) // safe: the table's own keys
export const DATA_TYPES = ['BOOLEAN', 'STRING', 'DECIMAL', 'INTEGER'] as const
export const DataType = z.enum(DATA_TYPES)
export const DIRECTIONS = ['IN', 'OUT', 'IN_OUT'] as const
export const Direction = z.enum(DIRECTIONS)
export const HISTORIES = ['NO_HISTORY', 'TIME_INTERVAL', 'DIFFERENT_VALUES', 'ALL_VALUES'] as const
export const HistoryConfiguration = z.enum(HISTORIES)

/** Scales for poultry are told by their range: whole grams instead of kilograms. */
const scaleOf = (category: CategoryId, max: number | null) => {
  const { poultry, unit, decimals } = CATEGORIES[category]
  return poultry && max === poultry.max ? poultry : { unit, decimals }
}

/** The unit that values of this interface have. */
export const unitOf = (category: CategoryId, max: number | null): Unit | null => scaleOf(category, max).unit

/** The decimals that values of this interface are shown with. */
export const decimalsOf = (category: CategoryId, max: number | null): number => scaleOf(category, max).decimals

/** A value as it travels: booleans as true and false, numbers in the unit of the category. */
export const Value = z.union([z.number(), z.boolean(), z.string().max(255)])
export type Value = z.infer<typeof Value>

/** What the last command to an output came to; UNCONFIRMED: nobody knows, or the device reads something else. */
export const COMMAND_STATES = ['SENT', 'DONE', 'REJECTED', 'EXPIRED', 'UNCONFIRMED'] as const
export const CommandState = z.enum(COMMAND_STATES)
export const Command = z.object({
  id: z.string(),
  interfaceId: Id,
  value: Value,
  state: CommandState,
  issuedUtc: Stamp,
  answeredUtc: Stamp.nullable(),
  reason: z.string().nullable(),
  /** What the box read back. */
  readBack: Value.nullable(),
  /** When a later reading showed the value of an unconfirmed command. */
  verifiedUtc: Stamp.nullable(),
  /** Until when it overrides the rule. */
  holdUntilUtc: Stamp.nullable(),
  by: z.string().nullable(),
})
export type Command = z.infer<typeof Command>

export const Interface = z.object({
  id: Id,
  displayName: z.string(),
  category: CategoryName,
  terminalInterfaceDataType: DataType,
  terminalInterfaceType: Direction,
  unit: z.string().nullable(),
  decimals: z.number().int(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  entity: EntityRef,
  /** One that was retired or deleted measures nothing any more and takes no command. */
  terminal: z.object({ id: Id, displayName: z.string(), connected: z.boolean(), retired: z.boolean() }),
  historyConfiguration: HistoryConfiguration,
  historySeconds: z.number().int().nullable(),
  hidden: z.boolean(),
  /** Of a counter: it starts again at 0 after modulus − 1. */
  modulus: z.number().optional(),
  /** Of a counter: the most that it counts in a minute; left out: as is plausible for its category. */
  maxRate: z.number().optional(),
  /** Of a silo, kg; left out: unknown, and its deliveries are not detected. */
  capacity: z.number().int().optional(),
  lastReadingTimestampUtc: Stamp.nullable(),
  lastConvertedReading: Value.nullable(),
  /** No reading for longer than its terminal's time-out, or a value out of range. */
  stale: z.boolean(),
  good: z.boolean(),
  lastCommand: Command.nullable(),
  /** Of an output: a rule in service writes it. */
  driven: z.boolean(),
  /** Of an output: its value while no rule controls it and nobody overrides it; null: it keeps its value. 0 and 1 of a boolean. */
  safeValue: z.number().nullable(),
  /** Computed of others; nothing is computed of it. */
  calculated: z.boolean(),
  version: z.number().int(),
})
export type Interface = z.infer<typeof Interface>

/** What values are measured in. Of booleans the name tells, in each language, what true and false are called. */
export const UnitType = z.object({
  value: z.string(),
  properties: z.object({
    symbol: z.string(),
    name: z.union([PerLanguage, z.record(z.enum(LANGUAGES), z.object({ true: z.string(), false: z.string() }))]),
  }),
})
export type UnitType = z.infer<typeof UnitType>

/** A category as forms show it, with what an interface of it starts with. */
export const CategoryInfo = z.object({
  id: CategoryName,
  name: PerLanguage,
  kind: z.enum(['GAUGE', 'COUNTER', 'STATE', 'COMMAND']),
  dataType: DataType,
  direction: Direction,
  unitType: UnitType.nullable(),
  decimals: z.number().int(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  historyConfiguration: HistoryConfiguration,
  historySeconds: z.number().int().nullable(),
  /** Other unit and range where the animals are poultry. */
  poultry: z.object({ unitType: UnitType, min: z.number(), max: z.number() }).nullable(),
})
export type CategoryInfo = z.infer<typeof CategoryInfo>

/** What rules there are of an interface. */
export const RuleCounts = z.object({
  activeRules: z.number().int(),
  errorRules: z.number().int(),
  undeployedRules: z.number().int(),
  pendingRules: z.number().int(),
})
export type RuleCounts = z.infer<typeof RuleCounts>

export const InterfaceDetails = Interface.extend({
  /** Where its terminal stands: it may move to there and below; null: out of the caller's sight. */
  rootEntityId: Id.nullable(),
  interfaceUnitType: UnitType.nullable(),
  address: z.string().nullable(),
  /** Seconds between samples. */
  every: z.number().int(),
  factor: z.number(),
  offset: z.number(),
  /** How it is computed; null: a box measures it. */
  virtual: SeenVirtual.nullable(),
  /** The places, from 0, of the sources that it has besides, out of the caller's sight. */
  hiddenSources: z.array(z.number().int()),
  /** Virtual ones that are computed from it. */
  usedBy: z.array(z.object({ id: Id, displayName: z.string() })),
  /** Entities that it stands for. */
  defaultOf: z.array(z.object({ id: Id, displayName: z.string() })),
  /** How many more there are out of the caller's sight: of the counted rules, of those computed from it, of places it stands for. */
  unseen: z.object({ rules: z.number().int(), calculated: z.number().int(), places: z.number().int() }),
  deletedBy: Who.nullable(),
  deletedTimestampUtc: Stamp.nullable(),
})
  .extend(RuleCounts.shape)
  .extend(Audited.shape)
export type InterfaceDetails = z.infer<typeof InterfaceDetails>

/** An interface where it is only chosen. */
export const InterfaceRef = Interface.pick({
  id: true,
  displayName: true,
  category: true,
  terminalInterfaceDataType: true,
  terminalInterfaceType: true,
  unit: true,
  entity: true,
  terminal: true,
  historyConfiguration: true,
  hidden: true,
  max: true,
  calculated: true,
})

/** Categories of which an entity has one interface that stands for it in analytics and weather widgets. */
export const DEFAULT_CATEGORIES = [
  ...(['TEMPERATURE', 'HUMIDITY', 'CO2', 'NH3', 'STATIC_PRESSURE', 'LIGHT'] as const),
  ...(['OUTSIDE_TEMPERATURE', 'OUTSIDE_HUMIDITY', 'WIND_SPEED', 'WIND_DIRECTION', 'RAIN'] as const),
  ...([
    'WATER_COUNTER',
    'FEED_COUNTER',
    'MILK_COUNTER',
    'ENERGY_METER',
    'SILO_WEIGHT',
    'ANIMAL_SCALE',
    'ANIMAL_COUNTER',
  ] as const),
] as const satisfies readonly CategoryId[]
export const DefaultCategory = z.enum(DEFAULT_CATEGORIES)
export const DefaultInterfaces = z.object({
  defaults: z.array(z.object({ category: DefaultCategory, interface: InterfaceRef })),
  /** Of the entity, which a change of its default interfaces raises. */
  version: z.number().int(),
})

/** A limit of an alarm in service, as a reading of the interface. */
export const AlarmLimit = z.object({ value: z.number(), logicOperator: Operator, severityLevel: Severity })
export type AlarmLimit = z.infer<typeof AlarmLimit>
