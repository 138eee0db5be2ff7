import { FAILURES } from '@steading/contract/failure'
import type { FailureCode } from '@steading/contract/failure'
import { check } from '@steading/contract/problem'
import type { FieldProblem, ProblemCode } from '@steading/contract/problem'
import type { Refusal } from '@steading/contract/refusals'
import type { z } from 'zod'

/** A call that failed, with its stable code; answered once, in platform/http. */
export class Failed extends Error {
  readonly code: FailureCode
  readonly fields: readonly FieldProblem[]
  constructor(code: FailureCode, fields: readonly FieldProblem[] = []) {
    super(code)
    this.name = 'Failed'
    this.code = code
    this.fields = fields
  }
  get status(): number {
    return FAILURES[this.code]
  }
}

export class NotFound extends Failed {
  constructor() {
    super('NOT_FOUND')
  }
}

/** Somebody else saved first: nothing is overwritten. */
export class VersionConflict extends Failed {
  constructor() {
    super('VERSION_CONFLICT')
  }
}

export const invalid = (field: string, code: ProblemCode, values: Readonly<Record<string, string | number>> = {}) =>
  new Failed('INVALID_INPUT', [{ field, code, values }])

/** No room on the disk: the file system says so by a code, what draws pictures in words alone. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) ||
    /no space left|disk quota exceeded/i.test(error.message))

/** The value as the schema gives it. @throws Failed with every field that does not hold */
export function checked<S extends z.ZodType>(schema: S, value: unknown, place = ''): z.output<S> {
  const found = check(schema, value, place)
  if (!found.ok) throw new Failed('INVALID_INPUT', found.problems)
  return found.value
}

/** What the catalogue has one code for, and people are told apart. */
export type Telling = Refusal | 'TERMINAL_RETIRED' | 'ENTITY_WITH_RULE_GROUP' | 'ENTITY_WITH_TEMPLATE' | 'ENTITY_WITH_BOX_ACROSS'

/** An expected refusal, listed by its route; travels as {deferredStatus, message}, spoken as `refusals.<telling>`. */
export class Refused extends Error {
  readonly code: Refusal
  readonly telling: Telling
  /** What its sentence names. */
  readonly values: Readonly<Record<string, string | number>>
  constructor(code: Refusal, telling: Telling = code, values: Readonly<Record<string, string | number>> = {}) {
    super(code)
    this.name = 'Refused'
    this.code = code
    this.telling = telling
    this.values = values
  }
}
