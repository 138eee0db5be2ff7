import type { CreateAnimalMovement } from '@steading/contract/production/animalMovements'
import type { DeathReasonRef } from '@steading/contract/production/deathReasons'
import { ICAR_EVENTS_AT_ONCE, ICAR_UNITS, IcarEvent, IcarWeight } from '@steading/contract/production/icar'
import type { ICAR_PROBLEMS, IcarArrival, IcarDeath, IcarDeparture, IcarSpecies } from '@steading/contract/production/icar'
import { Kilograms } from '@steading/contract/production/quantities'
import type { CreateWeighing } from '@steading/contract/production/weighings'
import { round } from '@steading/contract/round'
import type { z } from 'zod'
import { localDayIn } from '../platform/time/localDay.ts'
import { weightIdOf } from './exportEvents.ts'
import type { EventIdentity } from './icar.sql.ts'
import { departureText } from './kinds.ts'
import type { DepartureKind } from './kinds.ts'

/** Why a file is not imported: the event, from 1, and its member. */
export class ImportProblem extends Error {
  readonly code: (typeof ICAR_PROBLEMS)[number]
  readonly event: number | null
  readonly field: string | null
  constructor(code: (typeof ICAR_PROBLEMS)[number], event: number | null = null, field: string | null = null) {
    super(code)
    this.name = 'ImportProblem'
    this.code = code
    this.event = event
    this.field = field
  }
}

type DeathReason = z.infer<typeof DeathReasonRef>

/** A batch that events are read for. */
export interface ImportTarget {
  readonly batchId: string
  readonly species: IcarSpecies
  readonly timeZone: string
  readonly usualSale: DepartureKind
  readonly deathReasons: readonly DeathReason[]
}

type Movement = Omit<z.input<typeof CreateAnimalMovement>, 'number'> & { readonly number: number }
type NewWeighing = z.input<typeof CreateWeighing> & { readonly number: number; readonly totalWeight: number }

/** What an event books, with its place in the file, from 1. */
export type Booking = {
  readonly event: number
  /** Null: the event has no id. */
  readonly identity: EventIdentity | null
} & (
  | {
      readonly kind: 'MOVEMENT'
      readonly movement: Movement
      /** The cause of a death that the books lack. */
      readonly unknownReason?: string
    }
  | { readonly kind: 'WEIGHING'; readonly weighing: NewWeighing }
)

type WeightEvent = z.infer<typeof IcarWeight>
type MovementEvent = z.infer<typeof IcarArrival> | z.infer<typeof IcarDeparture> | z.infer<typeof IcarDeath>

const identityOf = ({ id, meta }: IcarEvent): EventIdentity | null => (id ? { source: meta?.source ?? '', id } : null)

const KNOWN: ReadonlySet<unknown> = new Set(IcarEvent.options.map(({ shape }) => shape.resourceType.value))

/** The events of a file: a list, or the members of a collection. @throws ImportProblem */
export function readEvents(text: string, species: IcarSpecies): IcarEvent[] {
  const items = listOf(text)
  return items.map((item, index) => {
    const { resourceType } = (item ?? {}) as { readonly resourceType?: unknown } // safe: a member that is missing is undefined
    if (!KNOWN.has(resourceType)) throw new ImportProblem('UNKNOWN_EVENT', index + 1, 'resourceType')
    const parsed = IcarEvent.safeParse(item)
    if (!parsed.success) throw new ImportProblem('INVALID_EVENT', index + 1, parsed.error.issues[0]!.path.join('.'))
    const { inventoryClassification } = parsed.data
    if (inventoryClassification && inventoryClassification.species !== species)
      throw new ImportProblem('OTHER_SPECIES', index + 1, 'inventoryClassification.species')
    return parsed.data
  })
}

function listOf(text: string): readonly unknown[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ImportProblem('NOT_JSON')
  }
  const items = Array.isArray(value) ? value : (value as { member?: unknown } | null)?.member
  if (!Array.isArray(items)) throw new ImportProblem('NOT_JSON')
  if (items.length > ICAR_EVENTS_AT_ONCE) throw new ImportProblem('TOO_MANY_EVENTS')
  return items
}

/** An event with its place in the file, from 1. */
interface Placed<E extends IcarEvent> {
  readonly place: number
  readonly event: E
}

/** What events book, by time and arrivals first. The weight of a movement is joined to it. @throws ImportProblem */
export function bookingsOf(events: readonly IcarEvent[], target: ImportTarget): Booking[] {
  const movements: Placed<MovementEvent>[] = []
  const weights: Placed<WeightEvent>[] = []
  for (const [index, event] of events.entries())
    if (event.resourceType === 'icarGroupWeightEventResource') weights.push({ place: index + 1, event })
    else movements.push({ place: index + 1, event })
  const { ofMovements, rest } = pairWeights(movements, weights)
  const bookings = [
    ...rest.map(({ place, event }): Booking => ({
      kind: 'WEIGHING',
      event: place,
      identity: identityOf(event),
      weighing: weighingOf(event, place, target),
    })),
    ...movements.map(({ place, event }): Booking => {
      const weight = ofMovements.get(place)
      return {
        kind: 'MOVEMENT',
        event: place,
        identity: identityOf(event),
        ...movementOf(event, weight && totalOf(weight.event, weight.place, countOf(weight.event) ?? event.countObserved), target),
      }
    }),
  ]
  return bookings.toSorted((a, b) => timeOf(a) - timeOf(b) || rankOf(a) - rankOf(b) || a.event - b.event)
}

/**
 * The weight of each movement by its place, and the weights that are weighings. ICAR does not say how a weight belongs to a
 * movement: those of this platform do by id, those of other systems by instant, number, location and group.
 */
function pairWeights(movements: readonly Placed<MovementEvent>[], weights: readonly Placed<WeightEvent>[]) {
  const ofMovements = new Map<number, Placed<WeightEvent>>()
  const pair = (from: readonly Placed<WeightEvent>[], belongs: (weight: WeightEvent, movement: MovementEvent) => boolean) =>
    from.filter(weight => {
      const owner = movements.find(({ place, event }) => !ofMovements.has(place) && belongs(weight.event, event))
      if (owner) ofMovements.set(owner.place, weight)
      return !owner
    })
  const unnamed = pair(weights, ({ id }, movement) => movement.id !== undefined && id === weightIdOf(movement.id))
  return { ofMovements, rest: pair(unnamed, isOfSameAnimals) }
}

/** A location or a group that the weight does not name is no other one. */
function isOfSameAnimals(weight: WeightEvent, movement: MovementEvent): boolean {
  const group = weight.inventoryClassification?.name
  return (
    Date.parse(weight.eventDateTime) === Date.parse(movement.eventDateTime) &&
    countOf(weight) === movement.countObserved &&
    (!weight.location || (weight.location.id === movement.location.id && weight.location.scheme === movement.location.scheme)) &&
    (group === undefined || group === (movement.inventoryClassification?.name ?? group))
  )
}

const timeOf = (booking: Booking): number =>
  Date.parse(booking.kind === 'MOVEMENT' ? booking.movement.timestamp : booking.weighing.timestamp)
const rankOf = (booking: Booking): number => Number(booking.kind === 'WEIGHING' || booking.movement.action === 'EXIT')

const statisticOf = ({ statistics }: WeightEvent, aggregation: string) =>
  statistics.find(entry => entry.aggregation === aggregation && typeof entry.value === 'number')

/** The animals that were weighed; undefined: the event does not count them. */
const countOf = (event: WeightEvent): number | undefined =>
  event.countObserved ?? IcarWeight.shape.countObserved.safeParse(statisticOf(event, 'Count')?.value).data

/** kg of all animals that were weighed. @throws ImportProblem without a sum or an average, and for one beyond what is stored */
function totalOf(weight: WeightEvent, event: number, count: number): number {
  const valueOf = (aggregation: string) => {
    const found = statisticOf(weight, aggregation)
    return found ? found.value! * ICAR_UNITS[found.unit ?? weight.units ?? 'KGM'] : undefined
  }
  const average = valueOf('Average')
  const total = valueOf('Sum') ?? (average === undefined ? undefined : average * count)
  const kilograms = Kilograms.safeParse(total && round(total, 3))
  if (!kilograms.success) throw new ImportProblem('INVALID_EVENT', event, 'statistics')
  return kilograms.data
}

/** @throws ImportProblem without a number of animals */
function weighingOf(event: WeightEvent, place: number, { batchId }: ImportTarget): NewWeighing {
  const number = countOf(event)
  if (number === undefined) throw new ImportProblem('INVALID_EVENT', place, 'countObserved')
  return {
    batchId,
    timestamp: event.eventDateTime,
    number,
    totalWeight: totalOf(event, place, number),
    method: event.method === 'GroupAverage' ? 'MANUAL' : 'SCALE',
  }
}

const DESCRIPTION_LENGTH = 150

function movementOf(
  event: MovementEvent,
  weight: number | undefined,
  target: ImportTarget,
): { readonly movement: Movement; readonly unknownReason?: string } {
  const common = {
    batchId: target.batchId,
    timestamp: event.eventDateTime,
    number: event.countObserved,
    ...(weight !== undefined && { weight }),
  }
  if (event.resourceType === 'icarGroupMovementArrivalEventResource') {
    const { arrivalReason } = event
    const age = ageOf(event, target)
    return {
      movement: {
        ...common,
        action: 'ENTRY',
        actionType: 'EXTERNAL_ENTRY',
        typeDescription: arrivalReason === 'Purchase' ? '' : arrivalReason,
        ...(age !== undefined && { age }),
      },
    }
  }
  if (event.resourceType === 'icarGroupMovementDepartureEventResource') {
    const { departureKind: kind, departureReason: reason, remark = '' } = event
    const typeDescription = departureText({ kind, reason, remark }, target.usualSale).slice(0, DESCRIPTION_LENGTH)
    return { movement: { ...common, action: 'EXIT', actionType: 'EXTERNAL_SALE', typeDescription } }
  }
  const death = { ...common, action: 'EXIT', actionType: 'DEATH' } as const
  const cause = causeOf(event, target.deathReasons)
  if (cause) return { movement: { ...death, deathReasonId: cause.id } }
  const { explanation = '', deathreason = 'Unknown' } = event
  const text = (explanation || reasonText(deathreason)).slice(0, DESCRIPTION_LENGTH)
  return { movement: { ...death, typeDescription: text }, ...(text && { unknownReason: text }) }
}

/**
 * The cause of a death by its name in any language. ICAR's codes are coarser than the causes of the books (Accident may be
 * transport or a door): none of them names a cause.
 */
const causeOf = ({ explanation = '' }: z.infer<typeof IcarDeath>, reasons: readonly DeathReason[]): DeathReason | undefined =>
  reasons.find(({ displayName, translations }) => [displayName, ...Object.values(translations)].includes(explanation))

/** What a reason of ICAR says of a death; '': nothing. */
const reasonText = (deathreason: string): string => (deathreason === 'Unknown' || deathreason === 'Other' ? '' : deathreason)

/** The age by the first day of the birth period, days; undefined: it says no day. */
function ageOf({ inventoryClassification, eventDateTime }: MovementEvent, { timeZone }: ImportTarget): number | undefined {
  const day = /^\d{4}-\d{2}-\d{2}(?=Z?(\/|--))/.exec(inventoryClassification?.birthPeriod ?? '')?.[0]
  if (day === undefined) return undefined
  const age = localDayIn(timeZone)(Date.parse(eventDateTime)) - Date.parse(day) / 86_400_000
  return Number.isInteger(age) && age >= 0 && age <= 2000 ? age : undefined
}
