import { check } from '@steading/contract/http/problem'
import type { Translate } from '@steading/locales/text'
import type { z } from 'zod'
import { problemWords } from '../../../platform/api/failures.ts'

/** Validation messages by the dotted path of the field, in the words of the server; the first problem of each field. */
export function problems(schema: z.ZodType, values: unknown, t: Translate): Record<string, string> {
  const checked = check(schema, values)
  const messages: Record<string, string> = {}
  if (!checked.ok) for (const problem of checked.problems) messages[problem.field] ??= problemWords(problem, t)
  return messages
}
