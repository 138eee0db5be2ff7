import { number } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** What is wrong with one entry, in the words that the server has for it too. */
export function problem(issue: Issue, t: Translate): string {
  // The rest are kinds that no schema of the contract gives to a form.
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null || issue.input === '') return t('invalid.required')
      return t(issue.expected === 'int' ? 'invalid.whole' : issue.expected === 'number' ? 'invalid.decimal' : 'invalid.type')
    case 'too_small': {
      const min = Number(issue.minimum)
      if (issue.origin === 'string') return min === 1 ? t('invalid.required') : t('invalid.tooShort', { min })
      return issue.origin === 'array' ? t('invalid.tooFew', { min }) : t('invalid.tooSmall', { min: number(min) })
    }
    case 'too_big': {
      const max = Number(issue.maximum)
      if (issue.origin === 'string') return t('invalid.tooLong', { max })
      return issue.origin === 'array' ? t('invalid.tooMany', { max }) : t('invalid.tooBig', { max: number(max) })
    }
    case 'invalid_format':
      return t(
        named(issue.message) ??
          (issue.format === 'email' ? 'invalid.email' : issue.format === 'url' ? 'invalid.url' : 'invalid.format'),
      )
    case 'invalid_value':
      return issue.input === undefined || issue.input === null || issue.input === ''
        ? t('invalid.required')
        : t('invalid.notOneOf', { options: issue.values.map(String).join(', ') })
    case 'custom':
      return t(named(issue.message) ?? 'invalid.format')
    default:
      return t('invalid.format')
  }
}

/** Codes that schemas of the contract write as their message. */
const codes = ['password', 'email', 'id', 'whole', 'instant', 'uid', 'timeZone', 'endBeforeStart'] as const
function named(message: string): TextKey | undefined {
  const code = codes.find(one => one === message)
  return code && `invalid.${code}`
}

/** Every entry that does not hold, by its dotted path; the first complaint about each. */
export function problems(schema: z.ZodType, values: unknown, t: Translate): Record<string, string> {
  const parsed = schema.safeParse(values, { reportInput: true })
  const found: Record<string, string> = {}
  if (!parsed.success) for (const issue of parsed.error.issues) found[issue.path.join('.')] ??= problem(issue, t)
  return found
}
