import { ICAR_ARRIVAL_REASONS, ICAR_DEPARTURE_KINDS, ICAR_DEPARTURE_REASONS } from '@steading/contract/production/icar'
import { productionType } from '@steading/contract/production/species'

export type DepartureKind = (typeof ICAR_DEPARTURE_KINDS)[number]
export type ArrivalReason = (typeof ICAR_ARRIVAL_REASONS)[number]

/** A departure as ICAR has it. */
export interface Departure {
  readonly kind: DepartureKind
  readonly reason?: (typeof ICAR_DEPARTURE_REASONS)[number] | undefined
  /** Free text; '': none. */
  readonly remark: string
}

/** Kinds of production whose animals are ready for slaughter at the end. */
const FINISHED: ReadonlySet<string | undefined> = new Set(['FATTENING', 'WEAN_TO_FINISH', 'LAYING'])

/** What a sale of a batch is where its movement says nothing else: the books know the buyer of no sale. */
export const usualSale = (productionTypeId: number): DepartureKind =>
  FINISHED.has(productionType(productionTypeId)?.subMode) ? 'Slaughter' : 'Sale'

/** What the type of a sale does not say: the reason and the remark with their kind, or another kind than the usual one. */
export function departureText({ kind, reason, remark }: Departure, usual: DepartureKind): string {
  const details = [reason === 'Unknown' || reason === kind ? '' : reason, remark].filter(Boolean)
  return details.length === 0 && kind === usual ? '' : [kind, ...details].join(': ')
}

/** The departure that a description of a sale names; the text of a person names none. */
export function departureOf(text: string, usual: DepartureKind): Departure {
  const [head, ...details] = text.split(': ')
  const kind = ICAR_DEPARTURE_KINDS.find(one => one === head)
  if (!kind) return { kind: usual, remark: '' }
  const reason = ICAR_DEPARTURE_REASONS.find(one => one === details[0])
  return { kind, reason, remark: details.slice(reason ? 1 : 0).join(': ') }
}

/** The reason that a description of an entry names. */
export const arrivalReasonOf = (text: string): ArrivalReason => ICAR_ARRIVAL_REASONS.find(one => one === text) ?? 'Purchase'
