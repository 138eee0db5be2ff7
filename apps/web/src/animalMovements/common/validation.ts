import { check, type FieldProblem } from '@steading/contract/http/problem'
import type { Translate } from '@steading/locales/text'
import type { z } from 'zod'
import { problemWords } from '../../platform/api/failures.ts'

const MINUTE = 60_000
/** Now, to the minute. */
export const nowToMinute = (now: number): string => new Date(now - (now % MINUTE)).toISOString()

/** ms; clocks differ: the server accepts times as far ahead. */
const AHEAD = 5 * MINUTE

/** A time to come is refused, unless the record is only announced. */
export const futureProblems = (field: string, at: string | null, now: number): readonly FieldProblem[] =>
  at !== null && Date.parse(at) - now > AHEAD ? [{ field, code: 'future' }] : []

export const requiredProblem = (field: string): FieldProblem => ({ field, code: 'required' })

/** The first message of each field: of the schema, then of the form itself. `fieldOf` maps fields of the request to the form. */
export function messagesOf(
  schema: z.ZodType,
  request: unknown,
  own: readonly FieldProblem[],
  t: Translate,
  fieldOf: (field: string) => string = field => field,
): Readonly<Record<string, string>> {
  const checked = check(schema, request)
  const messages: Record<string, string> = {}
  for (const problem of [...own, ...(checked.ok ? [] : checked.problems)])
    messages[fieldOf(problem.field)] ??= problemWords(problem, t)
  return messages
}
