import { isText } from '@steading/contract/box/messages'
import { CATEGORIES, isCategory } from '@steading/contract/devices/categories'
import type { Command, Value } from '@steading/contract/devices/interfaces'
import { invalid } from '../../platform/failures.ts'
import type { CommandRow, CommandTarget } from './commands.sql.ts'

/** A row as the contract's command. */
export const presentCommand = (row: CommandRow): Command => ({
  id: row.id,
  interfaceId: row.interface_id,
  value: row.value as Value, // safe: only insertCommand writes it
  state: row.state,
  issuedUtc: row.issued_at.toISOString(),
  answeredUtc: row.answered_at?.toISOString() ?? null,
  reason: row.reason,
  readBack: row.read_back as Value | null, // safe: the contract's schema let it through
  verifiedUtc: row.verified_at?.toISOString() ?? null,
  holdUntilUtc: holdUntil(row)?.toISOString() ?? null,
  by: row.issuer_name,
})

/** End of the manual override; null if the command was refused or expired. */
const holdUntil = ({ state, hold, issued_at: at, released_at: released }: CommandRow) =>
  hold === 0 || state === 'REJECTED' || state === 'EXPIRED' ? null : (released ?? new Date(at.getTime() + hold))

/** Validates a value against type, direction and bounds of the output. @throws Failed */
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

/** Does a reading equal the commanded value? Numbers within half of the last decimal. */
export const matchesReadBack = (read: Value, commanded: Value, category: string): boolean => {
  if (typeof read !== 'number' || typeof commanded !== 'number') return read === commanded
  return Math.abs(read - commanded) <= 0.5 * lastDecimal(category) + 1e-9
}

/** A commanded value with the values it may come from and the bounds of the output. */
export interface CommandedOutput {
  readonly commanded: Value
  /** Values that the output may have had before; empty: unknown. */
  readonly origins: readonly Value[]
  readonly min: number | null
  readonly max: number | null
  readonly category: string
}

/**
 * Does a value read back contradict the command? A number between an origin and the commanded value, with a tolerance of one
 * unit in the last decimal, is an actuator in motion. Any other number, switch position or text contradicts.
 */
export function contradicts(read: Value, { commanded, origins, min, max, category }: CommandedOutput): boolean {
  if (typeof read !== 'number' || typeof commanded !== 'number') return read !== commanded
  const tolerance = lastDecimal(category) + 1e-9
  const isBetween = (low: number, high: number) => read >= low - tolerance && read <= high + tolerance
  const known = origins.filter(origin => typeof origin === 'number')
  const isOnTheWay = known.length === 0 || isBetween(Math.min(commanded, ...known), Math.max(commanded, ...known))
  return !isOnTheWay || !isBetween(min ?? -Infinity, max ?? Infinity)
}
