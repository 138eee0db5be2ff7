import { isCategory } from '@steading/contract/devices/categories'
import { comparesReading } from '@steading/contract/events/comparison'
import type { Cause } from '@steading/contract/events/events'
import { unitOf } from '@steading/contract/devices/interfaces'
import type { Cause as Reason } from '@steading/rules/effects'

/** Current name and kind of an interface. */
export interface InterfaceLabel {
  readonly id: string
  readonly name: string
  readonly category: string
  /** Determines the unit of the scale. */
  readonly max: number | null
  /** Name of its entity. */
  readonly place: string
}

/** Snapshot of a cause, stored with the occurrence: later changes of names or rules do not alter it. */
export type FrozenCause = Cause & { readonly line: number; readonly place?: string | undefined }

export const freezeCause = (reason: Reason, named: InterfaceLabel, ruleVersion: number): FrozenCause => ({
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

/** The cause with the current reading, where the reading itself was compared. */
export const withCurrentReading = (cause: FrozenCause, reading: Cause['reading']): FrozenCause =>
  comparesReading(cause) ? { ...cause, reading, value: reading } : cause

/** From a jsonb column that only `freezeCause` fills. */
export const causeFromColumn = (column: unknown) => column as FrozenCause | null // safe: see above

/** Causes of an opening from their jsonb column; null in events older than the column. */
export const openingCausesFromColumn = (column: unknown) => (column ?? []) as readonly FrozenCause[] // safe: see above
