import { check } from '@steading/contract/problem'
import type { Translate } from '@steading/locales/text'
import type { z } from 'zod'
import { problemWords } from '../../platform/failures.ts'

/** Every entry that does not hold, by its dotted path, in the words that people hear from the server too; the first complaint about each. */
export function problems(schema: z.ZodType, values: unknown, t: Translate): Record<string, string> {
  const checked = check(schema, values)
  const said: Record<string, string> = {}
  if (!checked.ok) for (const problem of checked.problems) said[problem.field] ??= problemWords(problem, t)
  return said
}
