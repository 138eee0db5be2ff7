import type { z } from 'zod'
import { RULE_BODY_ERRORS } from '../rules/body/parts.ts'

/** What schemas say as their message, so that a problem has a code and words of its own. */
const OWN_MESSAGES = [
  'id',
  'whole',
  'instant',
  'clockTime',
  'sameTime',
  'uid',
  'claimCode',
  'pageSize',
  'timeZone',
  'unseen',
  'endBeforeStart',
  'password',
  'differ',
  'email',
  'phone',
  'noSuchNumber',
  'iban',
  'bic',
  'farmCode',
  'enterpriseCode',
  'noCode',
  'noBilling',
  'noHouse',
  'bothLimits',
  'limitOrder',
  'area',
  'factor',
  'boundaries',
  'boundariesCross',
  'bothCoordinates',
  'required',
  'twice',
  'causeMisfit',
  'mailAlone',
  'forcedByTemplate',
  'valueIsAction',
  'daysDiffer',
  'weightsDiffer',
  'notAscending',
  'leaveEmpty',
  'periodOrder',
  'periodsOverlap',
  'httpsUrl',
  'ownPage',
  'receiver',
  'network',
  'apiUsername',
  'sameInterface',
  'notListed',
  'rangeEmpty',
  ...RULE_BODY_ERRORS,
] as const

/** Codes of what can be wrong with one field; each is spoken as `invalid.<code>`, with its values. */
export const PROBLEMS = [
  ...OWN_MESSAGES,
  'type',
  'decimal',
  'format',
  'url',
  'notOneOf',
  'tooShort',
  'tooLong',
  'tooSmall',
  'tooBig',
  'step',
  'tooFew',
  'tooMany',
  'unknownField',
  'notFound',
  'notAnOutput',
  'noBox',
  'noRoster',
  'notDrilled',
  'disabled',
  'notThere',
  'tooDeep',
  'inactivePerson',
  'mayNotOpen',
  'image',
  'fileType',
  'emptyFile',
  'fileName',
  'future',
  'longAgo',
  'onSite',
  'sameAsOn',
  'neverRead',
  'neverApart',
  'past',
  'usedLink',
  'endedLink',
  'farmOrSector',
  'houseOrRoom',
  'batchElsewhere',
  'stays',
  'quota',
  'fileTooLarge',
  'beyondOwn',
  'notAllowed',
  'unchangeable',
  'boxRetired',
  'otherBox',
  'inService',
  'lastRoot',
  'notBelow',
  'placeTaken',
  'placeMissing',
  'nameInUse',
  'otherSpecies',
  'birdTooHeavy',
  'cyclesOverlap',
  'beforeLastMovement',
  'notInStock',
  'sameBatch',
  'batchOpen',
  'batchClosed',
  'severalEnterprises',
  'addressInUse',
  'addressTaken',
  'notASource',
  'oneOfACategory',
  'wrongPassword',
  'code',
  'rangeTooLong',
  'tooManyTries',
  'down',
  'silent',
  'mute',
] as const
export type ProblemCode = (typeof PROBLEMS)[number]

export interface Problem {
  readonly code: ProblemCode
  readonly values?: Readonly<Record<string, string | number>>
}

export interface FieldProblem extends Problem {
  /** Dotted path in the body, query or path; the place itself for what concerns it as a whole. */
  readonly field: string
}

type Issue = z.core.$ZodIssue

export type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: FieldProblem[] }

/** Checks a value and names every field that does not hold; `place` is what was read (body, query, params). */
export function check<S extends z.ZodType>(schema: S, value: unknown, place = ''): Checked<z.output<S>> {
  const unsound = unsoundTexts(value, place)
  if (unsound.length > 0) return { ok: false, problems: unsound }
  const result = schema.safeParse(value, { reportInput: true })
  return result.success ? { ok: true, value: result.data } : { ok: false, problems: problems(result.error, place) }
}

/** Texts that no database keeps: with a NUL in them, or half a character. */
export const isSound = (text: string) => text.isWellFormed() && !text.includes('\u0000')

function unsoundTexts(value: unknown, at: string): FieldProblem[] {
  if (typeof value === 'string') return isSound(value) ? [] : [{ field: at, code: 'format' }]
  // What is within is named by its own path, as everywhere.
  if (Array.isArray(value)) return value.flatMap((one, index) => problemsWithin(one, index))
  if (value === null || typeof value !== 'object' || !isPlain(value)) return []
  return Object.entries(value).flatMap(([name, one]: [string, unknown]) =>
    isSound(name) ? problemsWithin(one, name) : [{ field: at, code: 'format' as const }],
  )
}

/** Data as it was read, whatever its prototype; no date, file or bytes. */
const isPlain = (value: object) => Object.prototype.toString.call(value) === '[object Object]'

/** Of what stands in something: its own name before those further in. */
const problemsWithin = (value: unknown, name: string | number): FieldProblem[] =>
  unsoundTexts(value, '').map(({ field, code }) => ({ field: field ? `${name}.${field}` : String(name), code }))

function problems(error: z.ZodError, place: string): FieldProblem[] {
  const at = (path: readonly PropertyKey[]) => (path.length > 0 ? path.map(String).join('.') : place)
  const found = error.issues.flatMap((issue): FieldProblem[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map(key => ({ field: at([...issue.path, key]), code: 'unknownField' }))
      : [{ field: at(issue.path), ...(place === 'query' && isTwice(issue) ? { code: 'twice' } : problem(issue)) }],
  )
  // However many rules a blank entry breaks, it is missing once.
  const blank = new Set<string>()
  return found.filter(({ field, code }) => code !== 'required' || (!blank.has(field) && blank.add(field)))
}

/** More options than these are not read in a sentence. */
const MOST_NAMED = 20

/** A parameter of a query that came more than once, where one is taken. */
const isTwice = (issue: Issue): boolean =>
  Array.isArray(issue.input) &&
  (issue.code === 'invalid_type' ||
    issue.code === 'invalid_value' ||
    // No alternative took it for a list.
    (issue.code === 'invalid_union' && issue.errors.every(error => error.some(({ path }) => path.length === 0))))

function problem(issue: Issue): Problem {
  if (isEmpty(issue)) return { code: 'required' }
  const code = (OWN_MESSAGES as readonly string[]).includes(issue.message) ? (issue.message as ProblemCode) : undefined // safe: just looked up
  if (code) return { code }
  // The rest are kinds that no schema of the contract gives to a caller.
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check
  switch (issue.code) {
    case 'invalid_type':
      return { code: issue.expected === 'int' ? 'whole' : issue.expected === 'number' ? 'decimal' : 'type' }
    case 'too_small': {
      const values = { min: Number(issue.minimum) }
      return { code: issue.origin === 'string' ? 'tooShort' : issue.origin === 'array' ? 'tooFew' : 'tooSmall', values }
    }
    case 'too_big': {
      const values = { max: Number(issue.maximum) }
      return { code: issue.origin === 'string' ? 'tooLong' : issue.origin === 'array' ? 'tooMany' : 'tooBig', values }
    }
    case 'invalid_value':
      return notOneOf(issue.values)
    case 'invalid_format':
      return { code: issue.format === 'email' ? 'email' : issue.format === 'url' ? 'url' : 'format' }
    case 'invalid_union':
      return issue.discriminator === undefined ? alternative(issue) : kind(issue)
    default:
      return { code: 'format' }
  }
}

const notOneOf = (options: readonly unknown[]): Problem =>
  options.length > MOST_NAMED ? { code: 'notListed' } : { code: 'notOneOf', values: { options: options.map(String).join(', ') } }

/** Of a union that is told apart by one of its fields, that field: the issue holds the whole. */
function kind(issue: Extract<Issue, { code: 'invalid_union' }>): Problem {
  const value = (issue.input as Record<string, unknown> | undefined)?.[issue.discriminator!] // safe: only of an object
  const { options = [] } = issue as { options?: readonly unknown[] } // safe: zod names the kinds, though its type does not
  return (value ?? '') === '' ? { code: 'required' } : notOneOf(options)
}

/** Nothing given where something is needed; forms give '' for an entry left blank, which is neither too short nor of a wrong form. */
const isEmpty = ({ code, input }: Issue) =>
  input === '' ||
  ((code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union') && (input ?? undefined) === undefined)

/** An alternative that only takes an entry left blank tells nothing of one that is not. */
const isBlankAlone = (issue: Issue) => issue.code === 'invalid_value' && issue.values.length === 1 && issue.values[0] === ''

/** Of a union the alternative that came furthest tells most: an issue with a code of its own, else the first. */
function alternative(issue: Extract<Issue, { code: 'invalid_union' }>): Problem {
  const inner = issue.errors.flat()
  const telling =
    inner.find(one => (OWN_MESSAGES as readonly string[]).includes(one.message)) ??
    inner.find(one => one.code !== 'invalid_type' && !isBlankAlone(one)) ??
    inner[0]
  return telling ? problem(telling) : { code: 'format' }
}
