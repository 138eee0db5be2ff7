import type { UnitOfWork } from '../database/unitOfWork.ts'
import { invalid } from '../failures.ts'

/** Tolerance for clocks of callers that are ahead, ms. */
const AHEAD = 5 * 60_000

/** Refuses a date in the future for something that has happened. @throws Failed with the field */
export function refuseFuture({ now }: Pick<UnitOfWork, 'now'>, date: string, field: string): void {
  if (Date.parse(date) - now.getTime() > AHEAD) throw invalid(field, 'future')
}
