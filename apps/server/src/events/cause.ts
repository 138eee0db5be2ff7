import { isCategory } from '@steading/contract/categories'
import { comparesReading } from '@steading/contract/compared'
import type { Cause } from '@steading/contract/events'
import { unitOf } from '@steading/contract/interfaces'
import type { Cause as Reason } from '@steading/rules/intent'

/** An interface as it is called now. */
export interface Named {
  readonly id: string
  readonly name: string
  readonly category: string
  /** Tells the scale's unit. */
  readonly max: number | null
  /** Where it stands. */
  readonly place: string
}

/** The card of an occurrence as it is kept: nothing that happens to names or rules later changes it. */
export type FrozenCause = Cause & { readonly line: number; readonly place?: string | undefined }

export const freeze = (reason: Reason, named: Named, ruleVersion: number): FrozenCause => ({
  line: reason.line,
  interfaceId: reason.interfaceId,
  interfaceName: named.name,
  category: named.category,
  place: named.place,
  operator: reason.operator,
  threshold: reason.threshold,
  value: reason.value,
  reading: reason.reading,
  unit: isCategory(named.category) ? (unitOf(named.category, named.max)?.symbol ?? null) : null,
  ...(reason.relativeTo && { relativeTo: reason.relativeTo, percent: reason.percent ?? false }),
  sinceUtc: new Date(reason.since).toISOString(),
  permanence: reason.permanence,
  ruleVersion,
})

/** The card with what the sensor says now, where the reading itself was compared. */
export const asNow = (cause: FrozenCause, reading: Cause['reading']): FrozenCause =>
  comparesReading(cause) ? { ...cause, reading, value: reading } : cause

/** From a jsonb column that only `freeze` fills. */
export const causeOf = (column: unknown) => column as FrozenCause | null // safe: see above

/** As causeOf, of an opening; null of events from before they were kept. */
export const causesAt = (column: unknown) => (column ?? []) as readonly FrozenCause[] // safe: see above
