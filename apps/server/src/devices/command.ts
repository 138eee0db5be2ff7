import { isText } from '@steading/contract/box'
import { CATEGORIES, isCategory } from '@steading/contract/categories'
import type { Command, Value } from '@steading/contract/interfaces'
import { invalid } from '../platform/failures.ts'
import type { CommandRow, CommandTarget } from './commands.sql.ts'

/** As screens see it. */
export const presentCommand = (row: CommandRow): Command => ({
  id: row.id,
  interfaceId: row.interface_id,
  value: row.value as Value, // safe: only insertCommand writes it
  state: row.state as Command['state'], // safe: the column's check
  issuedUtc: row.issued_at.toISOString(),
  answeredUtc: row.answered_at?.toISOString() ?? null,
  reason: row.reason,
  readBack: row.read_back as Value | null, // safe: the contract's schema let it through
  verifiedUtc: row.verified_at?.toISOString() ?? null,
  holdUntilUtc: holdUntil(row)?.toISOString() ?? null,
  by: row.by_name,
})

/** What was refused or came too late overrides nothing. */
const holdUntil = ({ state, hold, issued_at: at, released_at: released }: CommandRow) =>
  hold === 0 || state === 'REJECTED' || state === 'EXPIRED' ? null : (released ?? new Date(at.getTime() + hold))

/** Refuses a value that this output can't take, before anything is sent. */
export function checkValue({ dataType, direction, min, max }: CommandTarget, value: Value) {
  if (direction === 'IN') throw invalid('interfaceId', 'notAnOutput')
  if (!hasType(dataType, value)) throw invalid('value', 'type')
  if (typeof value !== 'number') return
  if (min !== null && value < min) throw invalid('value', 'tooSmall', { min })
  if (max !== null && value > max) throw invalid('value', 'tooBig', { max })
}

const hasType = (dataType: string, value: Value) =>
  dataType === 'BOOLEAN'
    ? typeof value === 'boolean'
    : dataType === 'STRING'
      ? typeof value === 'string' && isText(value)
      : typeof value === 'number' && Number.isFinite(value) && (dataType === 'DECIMAL' || Number.isInteger(value))

/** One unit in the last decimal of a category. */
const lastDecimal = (category: string) => 10 ** -(isCategory(category) ? CATEGORIES[category].decimals : 0)

/** Does a reading show the value? Numbers within half of their last decimal. */
export const shows = (read: Value, ordered: Value, category: string): boolean => {
  if (typeof read !== 'number' || typeof ordered !== 'number') return read === ordered
  return Math.abs(read - ordered) <= 0.5 * lastDecimal(category) + 1e-9
}

/** What an output was ordered, from where, and within which bounds. */
export interface OrderedOutput {
  readonly ordered: Value
  /** Values at which it can have stood before; empty: not known. */
  readonly origins: readonly Value[]
  readonly min: number | null
  readonly max: number | null
  readonly category: string
}

/**
 * Does a value read back contradict the order? A number between an origin and the ordered value, one unit of the last decimal
 * around them, is a device on its way. Outside of that span, or of the bounds, it is not; nor is any other switch position or text.
 */
export function contradicts(read: Value, { ordered, origins, min, max, category }: OrderedOutput): boolean {
  if (typeof read !== 'number' || typeof ordered !== 'number') return read !== ordered
  const tolerance = lastDecimal(category) + 1e-9
  const isBetween = (low: number, high: number) => read >= low - tolerance && read <= high + tolerance
  const known = origins.filter(origin => typeof origin === 'number')
  const isOnTheWay = known.length === 0 || isBetween(Math.min(ordered, ...known), Math.max(ordered, ...known))
  return !isOnTheWay || !isBetween(min ?? -Infinity, max ?? Infinity)
}
