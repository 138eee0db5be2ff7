import { ICAR_ARRIVAL_REASONS, ICAR_DEPARTURE_KINDS } from '@steading/contract/production/icar'
import { productionType } from '@steading/contract/production/species'

export type DepartureKind = (typeof ICAR_DEPARTURE_KINDS)[number]
export type ArrivalReason = (typeof ICAR_ARRIVAL_REASONS)[number]

/** A departure as ICAR has it; '': no reason. */
export interface Departure {
  readonly kind: DepartureKind
  readonly reason: string
}

/** Kinds of production whose animals are ready for slaughter at the end. */
const FINISHED: ReadonlySet<string | undefined> = new Set(['FATTENING', 'WEAN_TO_FINISH', 'LAYING'])

/** What a sale of a batch is where its movement says nothing else: the books know the buyer of no sale. */
export const usualSale = (productionTypeId: number): DepartureKind =>
  FINISHED.has(productionType(productionTypeId)?.subMode) ? 'Slaughter' : 'Sale'

/** What the type of a sale does not say: the reason with its kind, or another kind than the usual one. */
export function departureText({ kind, reason }: Departure, usual: DepartureKind): string {
  if (reason && reason !== 'Unknown' && reason !== kind) return `${kind}: ${reason}`
  return kind === usual ? '' : kind
}

/** The departure that a description of a sale names; the text of a person names none. */
export function departureOf(text: string, usual: DepartureKind): Departure {
  const [head = '', ...rest] = text.split(': ')
  const kind = ICAR_DEPARTURE_KINDS.find(one => one === head)
  return kind ? { kind, reason: rest.join(': ') } : { kind: usual, reason: '' }
}

/** The reason that a description of an entry names. */
export const arrivalReasonOf = (text: string): ArrivalReason => ICAR_ARRIVAL_REASONS.find(one => one === text) ?? 'Purchase'
