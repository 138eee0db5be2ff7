import { check } from '@steading/contract/problem'
import type { Translate } from '@steading/locales/text'
import type { z } from 'zod'

/** Every entry that does not hold, by its dotted path, in the words that the server has for it too; the first complaint about each. */
export function problems(schema: z.ZodType, values: unknown, t: Translate): Record<string, string> {
  const checked = check(schema, values)
  const said: Record<string, string> = {}
  if (!checked.ok) for (const { field, code, values: told } of checked.problems) said[field] ??= t(`invalid.${code}`, told)
  return said
}
