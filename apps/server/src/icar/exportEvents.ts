import type { ICAR_DEATH_METHODS, ICAR_DEATH_REASONS } from '@steading/contract/production/deathReasons'
import type { IcarEvent, IcarSpecies } from '@steading/contract/production/icar'
import type { Weighing } from '@steading/contract/production/weighings'
import type { AnimalMovementRow } from '../animalMovements/index.ts'
import { dateOfDay, localDayIn } from '../platform/time/localDay.ts'
import { arrivalReasonOf, departureOf } from './kinds.ts'
import type { Departure, DepartureKind } from './kinds.ts'

/** What events of a batch have in common. */
export interface IcarBatch {
  readonly species: IcarSpecies
  /** The kind of animals in words. */
  readonly name: string
  readonly entityId: string
  readonly timeZone: string
  readonly usualSale: DepartureKind
  /** URI of this platform. */
  readonly source: string
}

export type IcarCodes = ReadonlyMap<string, { readonly reason: string | null; readonly method: string | null }>

/** Schemes of the identifiers of this platform. */
const SCHEME = { entity: 'io.steading.entity', batch: 'io.steading.batch' } as const

export const movementEventId = (movementId: string): string => `movement-${movementId}`
export const weighingEventId = (weighingId: string): string => `weighing-${weighingId}`
/** Of the weight of a movement: group movements of ICAR have no weight of their own. */
export const weightIdOf = (eventId: string): string => `${eventId}-weight`

/** Effective movements, deaths and weighings as group events, by time. */
export function icarEvents(
  batch: IcarBatch,
  movements: readonly AnimalMovementRow[],
  weighings: readonly Weighing[],
  codes: IcarCodes,
): IcarEvent[] {
  const events = movements
    .filter(({ pending }) => !pending)
    .flatMap(row => {
      const event = movementEvent(batch, row, codes)
      return row.weight === null ? [event] : [event, movementWeight(batch, row, row.weight)]
    })
  return [...events, ...weighings.map(weighing => weighingEvent(batch, weighing))].toSorted(
    (a, b) => Date.parse(a.eventDateTime) - Date.parse(b.eventDateTime),
  )
}

const meta = ({ source }: IcarBatch, created: string, modified: string | null) => ({
  source,
  created,
  modified: modified ?? created,
})
const location = ({ entityId }: IcarBatch) => ({ id: entityId, scheme: SCHEME.entity })
const classification = ({ name, species }: IcarBatch, count: number) => ({ name, species, count })

const core = (batch: IcarBatch, row: AnimalMovementRow) => ({
  id: movementEventId(row.id),
  meta: meta(batch, row.created_at.toISOString(), row.updated_at?.toISOString() ?? null),
  eventDateTime: row.at.toISOString(),
  location: location(batch),
  groupMethod: 'InventoryClassification' as const,
  countObserved: row.number,
  inventoryClassification: classification(batch, row.number),
  ...(row.createdBy && { responsible: row.createdBy.shortName }),
})

function movementEvent(batch: IcarBatch, row: AnimalMovementRow, codes: IcarCodes): IcarEvent {
  const isTransfer = row.action_type === 'TRANSFER'
  const other = row.inverse && { id: row.inverse.code, scheme: SCHEME.batch }
  if (row.action === 'ENTRY')
    return {
      ...core(batch, row),
      resourceType: 'icarGroupMovementArrivalEventResource',
      inventoryClassification: { ...classification(batch, row.number), birthPeriod: birthPeriod(batch, row) },
      arrivalReason: isTransfer ? 'InternalTransfer' : arrivalReasonOf(row.type_description),
      ...(other && { consignment: { originLocation: other } }),
    }
  if (row.action_type === 'DEATH') return deathEvent(batch, row, codes)
  const { kind, reason, remark }: Departure = isTransfer
    ? { kind: 'InternalTransfer', remark: '' }
    : departureOf(row.type_description, batch.usualSale)
  return {
    ...core(batch, row),
    resourceType: 'icarGroupMovementDepartureEventResource',
    departureKind: kind,
    ...(reason && { departureReason: reason }),
    ...(remark && { remark }),
    ...(other && { consignment: { destinationLocation: other } }),
  }
}

function deathEvent(batch: IcarBatch, row: AnimalMovementRow, codes: IcarCodes): IcarEvent {
  const { reason = null, method = null } = codes.get(row.death_reason_id ?? '') ?? {}
  const explanation = row.deathReason?.displayName ?? row.type_description
  return {
    ...core(batch, row),
    resourceType: 'icarGroupMovementDeathEventResource',
    deathMethod: (method ?? 'Perished') as (typeof ICAR_DEATH_METHODS)[number], // safe: the contract checked it before it was stored
    deathreason: (reason ?? 'Unknown') as (typeof ICAR_DEATH_REASONS)[number], // safe: as above
    ...(explanation && { explanation }),
  }
}

/** The day on which animals of an age were born, as a range of one day. */
function birthPeriod({ timeZone }: IcarBatch, { at, age }: AnimalMovementRow): string {
  const day = dateOfDay(localDayIn(timeZone)(at.getTime()) - age)
    .toISOString()
    .slice(0, 10)
  return `${day}/${day}`
}

const kilograms = (sum: number, count: number) => [
  { unit: 'KGM' as const, aggregation: 'Sum', value: sum },
  { unit: 'KGM' as const, aggregation: 'Average', value: sum / count },
]

const movementWeight = (batch: IcarBatch, row: AnimalMovementRow, kg: number): IcarEvent => ({
  ...core(batch, row),
  id: weightIdOf(movementEventId(row.id)),
  resourceType: 'icarGroupWeightEventResource',
  units: 'KGM',
  method: 'GroupAverage',
  statistics: kilograms(kg, row.number),
})

const weighingEvent = (batch: IcarBatch, weighing: Weighing): IcarEvent => ({
  id: weighingEventId(weighing.id),
  meta: meta(batch, weighing.creationTimestampUtc, weighing.lastUpdateTimestampUtc),
  eventDateTime: weighing.timestamp,
  location: location(batch),
  groupMethod: 'InventoryClassification',
  countObserved: weighing.number,
  inventoryClassification: classification(batch, weighing.number),
  ...(weighing.createdBy && { responsible: weighing.createdBy.shortName }),
  resourceType: 'icarGroupWeightEventResource',
  units: 'KGM',
  method: weighing.method === 'SCALE' ? 'LoadCell' : 'GroupAverage',
  statistics: kilograms(weighing.totalWeight, weighing.number),
})
