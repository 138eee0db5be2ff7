import type { Work } from './database/work.ts'
import { invalid } from './failures.ts'

/** Clocks of those who write may be ahead, ms. */
const AHEAD = 5 * 60_000

/** Of what somebody says that it has happened. @throws Failed with the field */
export function mustHaveBeen({ now }: Pick<Work, 'now'>, date: string, field: string): void {
  if (Date.parse(date) - now.getTime() > AHEAD) throw invalid(field, 'future')
}
