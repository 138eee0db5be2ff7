import type { FieldProblem } from '../failures.ts'
import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** What a schema found wrong, as fields with stable codes; `place` is body, query or params. */
export function problems(error: z.ZodError, place: string): FieldProblem[] {
  return error.issues.flatMap(issue =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map(key => ({ field: at([...issue.path, key], place), code: 'unknownField' }))
      : [{ field: at(issue.path, place), ...problem(issue) }],
  )
}

const at = (path: readonly PropertyKey[], place: string) => (path.length > 0 ? path.map(String).join('.') : place)

function problem(issue: Issue): Omit<FieldProblem, 'field'> {
  // The rest are kinds that no schema of the contract gives to a caller.
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check
  switch (issue.code) {
    case 'invalid_type':
      return { code: issue.input === undefined || issue.input === null ? 'required' : 'type' }
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1 ? { code: 'required' } : { code: 'tooShort', values: { min: Number(issue.minimum) } }
      return { code: issue.origin === 'array' ? 'tooFew' : 'tooSmall', values: { min: Number(issue.minimum) } }
    case 'too_big':
      if (issue.origin === 'string') return { code: 'tooLong', values: { max: Number(issue.maximum) } }
      return { code: issue.origin === 'array' ? 'tooMany' : 'tooBig', values: { max: Number(issue.maximum) } }
    case 'invalid_value':
      return { code: 'notOneOf', values: { options: issue.values.map(String).join(', ') } }
    case 'invalid_format':
      return { code: named(issue.message) ?? (issue.format === 'email' || issue.format === 'url' ? issue.format : 'format') }
    case 'invalid_union':
      return unionProblem(issue)
    case 'custom':
      return { code: named(issue.message) ?? 'format' }
    default:
      return { code: 'format' }
  }
}

/** The codes that schemas of the contract write as their message. */
const CODES = new Set(['id', 'whole', 'instant', 'uid', 'pageSize', 'timeZone', 'endBeforeStart', 'password', 'email'])
const named = (message: string) => (CODES.has(message) ? message : undefined)

/** Of a union the alternative that came furthest tells most: an issue with a code of its own, else the first. */
function unionProblem(issue: Extract<Issue, { code: 'invalid_union' }>): Omit<FieldProblem, 'field'> {
  if (issue.input === undefined) return { code: 'required' }
  const inner = issue.errors.flat()
  const telling = inner.find(one => named(one.message)) ?? inner.find(one => one.code !== 'invalid_type') ?? inner[0]
  return telling ? problem(telling) : { code: 'format' }
}
