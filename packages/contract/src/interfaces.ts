import { z } from 'zod'
import { CATEGORIES } from './categories.ts'
import type { CategoryId, Unit } from './categories.ts'
import { EntityRef } from './entities.ts'
import { byId, DisplayName, Id, many, Stamp } from './fields.ts'
import { paging } from './paging.ts'
import { routes } from './route.ts'

export const CategoryName = z.enum(Object.keys(CATEGORIES) as [CategoryId, ...CategoryId[]]) // safe: the table's own keys
export const DATA_TYPES = ['BOOLEAN', 'STRING', 'DECIMAL', 'INTEGER'] as const
export const DataType = z.enum(DATA_TYPES)
export const DIRECTIONS = ['IN', 'OUT', 'IN_OUT'] as const
export const Direction = z.enum(DIRECTIONS)
export const HISTORIES = ['NO_HISTORY', 'TIME_INTERVAL', 'DIFFERENT_VALUES', 'ALL_VALUES'] as const
export const HistoryConfiguration = z.enum(HISTORIES)

/** The unit that values of this interface have. Scales for poultry are told by their range: grams instead of kilograms. */
export const unitOf = (category: CategoryId, max: number | null): Unit | null => {
  const { poultry, unit } = CATEGORIES[category]
  return poultry && max === poultry.max ? poultry.unit : unit
}

/** A value as it travels: booleans as true and false, numbers in the unit of the category. */
export const Value = z.union([z.number(), z.boolean(), z.string().max(255)])
export type Value = z.infer<typeof Value>

/** What the last command to an output came to; UNCONFIRMED: the time passed and nobody knows. */
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
  terminal: z.object({ id: Id, displayName: z.string(), connected: z.boolean() }),
  historyConfiguration: HistoryConfiguration,
  historySeconds: z.number().int().nullable(),
  hidden: z.boolean(),
  /** Of a counter: it starts again at 0 after modulus − 1. */
  modulus: z.number().optional(),
  /** Of a counter: the most that it counts in a minute; left out: as is plausible for its category. */
  maxRate: z.number().optional(),
  lastReadingTimestampUtc: Stamp.nullable(),
  lastConvertedReading: Value.nullable(),
  /** No reading for longer than its terminal's time-out, or a value out of range. */
  stale: z.boolean(),
  good: z.boolean(),
  lastCommand: Command.nullable(),
  version: z.number().int(),
})
export type Interface = z.infer<typeof Interface>

export const interfacePages = paging({
  sorts: ['lastReadingTimestampUtc', 'displayName', 'category', 'id'],
  sort: 'lastReadingTimestampUtc',
  direction: 'DESC',
})

const place = z.object({ e: Id, t: Id, i: Id })

export const interfaces = routes({
  search: {
    method: 'GET',
    path: '/interfaces/search',
    summary: 'Interfaces, paged',
    access: 'interfaces.read',
    query: interfacePages.query.extend({
      search: z.string().trim().max(150).optional(),
      terminalId: Id.optional(),
      entityId: Id.optional(),
      category: CategoryName.optional(),
    }),
    reply: interfacePages.of(Interface),
  },
  byIds: {
    method: 'GET',
    path: '/interfaces',
    summary: 'Interfaces by ids; ids out of reach are left out',
    access: 'interfaces.read',
    query: z.object({ ids: many(Id) }),
    reply: z.array(Interface),
  },
  details: {
    method: 'GET',
    path: '/interfaces/:id',
    summary: 'One interface',
    access: 'interfaces.read',
    params: byId,
    reply: Interface,
  },
  create: {
    method: 'POST',
    path: '/interfaces',
    summary: 'Add an interface to a terminal',
    access: 'interfaces.create',
    body: z.strictObject({
      displayName: DisplayName,
      terminalId: Id,
      entityId: Id,
      category: CategoryName,
      /** The driver's address on the box. */
      address: z.string().min(1).max(200),
      /** Seconds between samples. */
      every: z.number().int().min(1).max(86_400).default(60),
      factor: z
        .number()
        .refine(value => value !== 0)
        .default(1),
      offset: z.number().default(0),
      historyConfiguration: HistoryConfiguration.optional(),
      /** Of a counter, in its unit: it starts again at 0 after modulus − 1. */
      modulus: z.number().positive().optional(),
      /** Of a counter: the most that it can count in a minute; a greater step is left out and marked. */
      maxRate: z.number().positive().optional(),
    }),
    reply: Interface,
    refusals: ['TERMINAL_UPDATING'],
  },
  reading: {
    method: 'GET',
    path: '/entities/:e/terminals/:t/interfaces/:i/reading',
    summary: 'The last reading',
    access: 'interfaces.read',
    params: place,
    reply: z.object({ interfaceId: Id, convertedValue: Value.nullable(), timestampUtc: Stamp.nullable(), good: z.boolean() }),
  },
  actuate: {
    method: 'POST',
    path: '/interfaces/:e/terminals/:t/interfaces/:i/actuate',
    summary: 'Send a command to an output; it answers SENT, the live stream tells what became of it',
    access: 'interfaces.actuate',
    params: place,
    body: z.strictObject({
      value: Value,
      /** Milliseconds that the command stays valid on its way: 1 to 30 s. */
      ttl: z.number().int().min(1_000).max(30_000).default(8_000),
      /** Milliseconds that it overrides a rule: at most 24 h. */
      hold: z.number().int().min(0).max(86_400_000).default(1_800_000),
    }),
    reply: Command,
    refusals: ['TERMINAL_NOT_CONNECTED', 'TERMINAL_NOT_PROVISIONED', 'TERMINAL_UPDATING'],
  },
  command: {
    method: 'GET',
    path: '/interfaces/commands/:id',
    summary: 'What became of a command',
    access: 'interfaces.read',
    params: z.object({ id: z.string().regex(/^[0-9A-Z]{26}$/, 'id') }),
    reply: Command,
  },
})
