import { LIMITS } from '@steading/contract/box/limits'
import { CATEGORIES } from '@steading/contract/devices/categories'
import type { CategoryId } from '@steading/contract/devices/categories'
import { decimalsOf, unitOf } from '@steading/contract/devices/interfaces'
import type { Interface, InterfaceDetails, InterfaceRef, Value } from '@steading/contract/devices/interfaces'
import type { Virtual } from '@steading/contract/devices/virtual'
import type { z } from 'zod'
import { lastCommands, presentCommand } from '../devices/index.ts'
import type { Devices } from '../devices/index.ts'
import { shareTree } from '../entities/index.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { created } from '../platform/database/fieldChanges.ts'
import { invalid, Refused } from '../platform/failures.ts'
import { isGood, isStale, valueOf } from '../readings/index.ts'
import type { World } from '../platform/world.ts'
import { drivenOf, insertInterface, interfaceDetails, terminalFor } from './interfaces.sql.ts'
import type { InterfaceDetailsRow, InterfaceRow } from './interfaces.sql.ts'
import { unitTypeOf } from './labels.ts'
import { checkAddress, checkHistory, checkSettings, rangeOf, usualSeconds } from './settings.ts'
import { howOf, auditFields } from './state.ts'
import { checkVirtual, unseenSources } from './virtual.ts'

declare module '../platform/bus.ts' {
  interface Messages {
    /** An interface is new, other than it was, or gone. */
    'interface.changed': { interfaceId: string; terminalId: string; entityId: string }
  }
}

export interface InterfaceWish {
  readonly terminalId: string
  /** The terminal's own entity, or one below it. */
  readonly entityId: string
  readonly displayName: string
  readonly category: CategoryId
  /** What the box's driver calls it; a virtual one has none. */
  readonly address?: string | undefined
  readonly virtual?: Virtual | undefined
  /** Seconds between samples. */
  readonly every?: number
  /** value = raw × factor + offset */
  readonly factor?: number
  readonly offset?: number
  /** Left out: as the category says. */
  readonly historyConfiguration?: Interface['historyConfiguration'] | undefined
  readonly historySeconds?: number | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
  /** Scales of poultry weigh in grams. */
  readonly poultry?: boolean
  /** Of an output, while nothing drives it; booleans as 0 and 1. */
  readonly safeValue?: number | undefined
  /** Of a counter: it starts again at 0 after modulus − 1; the most that it counts in a minute. */
  readonly modulus?: number | undefined
  readonly maxRate?: number | undefined
  /** Of a silo, kg. */
  readonly capacity?: number | undefined
  readonly hidden?: boolean
}

/**
 * Adds an interface with its category's defaults, and lets the box know.
 * @throws Failed for a terminal or an entity out of reach; Refused while the terminal is being updated
 */
export async function createInterface(
  work: UnitOfWork,
  devices: Pick<Devices, 'nextInterfaceIndex' | 'reviseConfiguration' | 'checkConfigurationFits'>,
  wish: InterfaceWish,
): Promise<string> {
  await shareTree(work)
  const terminal = await terminalFor(work, wish.terminalId, wish.entityId)
  if (!terminal) throw invalid('terminalId', 'notFound')
  if (!terminal.reaches) throw invalid('entityId', 'notFound')
  if (terminal.provisionStatus === 'UPDATING' && !wish.virtual) throw new Refused('TERMINAL_UPDATING')
  if (terminal.interfaces >= LIMITS.interfaces) throw invalid('terminalId', 'tooMany', { max: LIMITS.interfaces })

  const category = CATEGORIES[wish.category]
  const range = rangeOf(wish.category, wish.poultry ?? false)
  const settings = {
    category: wish.category,
    factor: wish.factor ?? 1,
    offset: wish.offset ?? 0,
    min: wish.min ?? range.min,
    max: wish.max ?? range.max,
    safeValue: wish.safeValue ?? null,
    modulus: wish.modulus ?? null,
    maxRate: wish.maxRate ?? null,
    capacity: wish.capacity ?? null,
  }
  checkSettings(settings)
  const history = wish.historyConfiguration ?? category.history.mode
  checkHistory(history, wish.historySeconds)
  const { terminalId, virtual: how = null } = wish
  if (how) {
    for (const field of ['address', 'modulus', 'maxRate'] as const)
      if (wish[field] !== undefined) throw invalid(field, 'unknownField')
    await checkVirtual(work, { terminalId, category: wish.category, max: settings.max, how })
  } else if (wish.address === undefined) throw invalid('address', 'required')
  else if (category.direction !== 'IN') await checkAddress(work, terminalId, wish.address)
  const id = await insertInterface(work, {
    ...settings,
    terminalId,
    entityId: wish.entityId,
    displayName: wish.displayName,
    how,
    history,
    ix: await devices.nextInterfaceIndex(work, terminalId),
    dataType: category.dataType,
    direction: category.direction,
    address: wish.address ?? '',
    every: wish.every ?? 60,
    historySeconds: history === 'TIME_INTERVAL' ? (wish.historySeconds ?? usualSeconds(wish.category)) : null,
    hidden: wish.hidden ?? false,
  })
  await work.audit({
    action: 'CREATE',
    objectType: 'interface',
    objectId: id,
    objectName: wish.displayName,
    entityId: wish.entityId,
    changes: created(auditFields(orNotFound(await interfaceDetails(work, id)))),
  })
  if (!how) {
    await devices.checkConfigurationFits(work, terminalId)
    await devices.reviseConfiguration(work, terminalId)
  }
  return id
}

/** The last reading as it travels; null before the first. */
export const lastValue = ({ flags, value, text, dataType }: InterfaceRow): Value | null =>
  flags === null ? null : valueOf({ value, text }, { dataType: dataType as Interface['terminalInterfaceDataType'] }) // safe: the contract checked it

export const isGoodReading = ({ flags }: Pick<InterfaceRow, 'flags'>) => flags !== null && isGood({ flags })

/** What stands beside an output: the last command that people gave it, and whether a rule drives it. */
type Driving = Pick<Interface, 'lastCommand' | 'driven'>

function present(row: InterfaceRow, now: Date, driving: Driving): Interface {
  const category = row.category as CategoryId // safe: createInterface writes no other
  return {
    id: row.id,
    displayName: row.displayName,
    category,
    terminalInterfaceDataType: row.dataType as Interface['terminalInterfaceDataType'], // safe: of the category
    terminalInterfaceType: row.direction,
    unit: unitOf(category, row.max)?.symbol ?? null,
    decimals: decimalsOf(category, row.max),
    min: row.min,
    max: row.max,
    entity: row.entity,
    terminal: {
      id: row.terminalId,
      displayName: row.terminalName,
      connected: row.connected ?? false,
      retired: row.retiredAt !== null,
    },
    historyConfiguration: row.history as Interface['historyConfiguration'], // safe: the contract checked it
    historySeconds: row.historySeconds,
    hidden: row.hidden,
    ...(row.modulus !== null && { modulus: row.modulus }),
    ...(row.maxRate !== null && { maxRate: row.maxRate }),
    ...(row.capacity !== null && { capacity: row.capacity }),
    lastReadingTimestampUtc: row.readAt?.toISOString() ?? null,
    lastConvertedReading: lastValue(row),
    stale: isStale(row, now),
    good: isGoodReading(row),
    ...driving,
    safeValue: row.safeValue,
    calculated: row.operation !== null,
    version: row.version,
  }
}

const sensor: Driving = { lastCommand: null, driven: false }

/** An interface where it is only chosen. */
export const presentRef = (row: InterfaceRow): z.infer<typeof InterfaceRef> => present(row, row.readAt ?? new Date(0), sensor)

/** The whole of one interface, also of one that was deleted. */
export async function presentDetails(
  work: UnitOfWork,
  texts: World['texts'],
  row: InterfaceDetailsRow,
): Promise<InterfaceDetails> {
  const [shown] = await presentAll(work, [row])
  const how = howOf(row)
  return {
    ...shown!,
    ...row.ruleCounts,
    rootEntityId: row.rootEntityId,
    interfaceUnitType: unitTypeOf(texts, shown!.category, row.max),
    address: how ? null : row.address,
    every: row.every,
    factor: row.factor,
    offset: row.shift,
    virtual: how && { ...how, sourceIds: row.seenSourceIds },
    hiddenSources: [...unseenSources(row).values()],
    usedBy: row.usedBy,
    defaultOf: row.defaultOf,
    unseen: {
      rules: row.uses.rules - row.seenRules,
      calculated: row.uses.calculated - row.usedBy.length,
      places: row.uses.places - row.defaultOf.length,
    },
    createdBy: row.createdBy,
    creationTimestampUtc: row.createdAt.toISOString(),
    lastUpdatedBy: row.updatedBy,
    lastUpdateTimestampUtc: row.updatedAt?.toISOString() ?? null,
    deletedBy: row.deletedBy,
    deletedTimestampUtc: row.deletedAt?.toISOString() ?? null,
  }
}

/** Interfaces with the last command that each was given, and what drives it. */
export async function presentAll(work: UnitOfWork, rows: readonly InterfaceRow[]): Promise<Interface[]> {
  const outputs = rows.filter(row => row.direction !== 'IN').map(row => row.id)
  const commands = new Map((await lastCommands(work, outputs)).map(row => [row.interface_id, presentCommand(row)]))
  const driven = await drivenOf(work, outputs)
  return rows.map(row => present(row, work.now, { lastCommand: commands.get(row.id) ?? null, driven: driven.has(row.id) }))
}
