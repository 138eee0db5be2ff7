import { FAILURES } from '@steading/contract/http/failure'
import type { FailureCode } from '@steading/contract/http/failure'
import { check } from '@steading/contract/http/problem'
import type { FieldProblem, ProblemCode } from '@steading/contract/http/problem'
import type { Refusal } from '@steading/contract/http/refusals'
import type { z } from 'zod'

/** Texts for a code that say more than the code does. */
export type FailureText = 'weatherOff' | 'weatherUnavailable'

/** A failed call with its stable code; turned into a response in platform/http. */
export class Failed extends Error {
  readonly code: FailureCode
  readonly fields: readonly FieldProblem[]
  /** Spoken as `failures.<text>`; left out: as the code. */
  readonly text: FailureText | undefined
  constructor(code: FailureCode, fields: readonly FieldProblem[] = [], text?: FailureText) {
    super(code)
    this.name = 'Failed'
    this.code = code
    this.fields = fields
    this.text = text
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

/** Optimistic lock: the row changed since it was read. */
export class VersionConflict extends Failed {
  constructor() {
    super('VERSION_CONFLICT')
  }
}

export const invalid = (field: string, code: ProblemCode, values: Readonly<Record<string, string | number>> = {}) =>
  new Failed('INVALID_INPUT', [{ field, code, values }])

/** Is the disk full? File systems say so by an error code, the image library by its message. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) ||
    /no space left|disk quota exceeded/i.test(error.message))

/** Parses a value by a schema. @throws Failed with every invalid field */
export function parseOrFail<S extends z.ZodType>(schema: S, value: unknown, place = ''): z.output<S> {
  const checked = check(schema, value, place)
  if (!checked.ok) throw new Failed('INVALID_INPUT', checked.problems)
  return checked.value
}

/** Key of a refusal's text: a code of the contract, or one of several texts for the same code. */
export type RefusalText =
  | Refusal
  | 'TERMINAL_RETIRED'
  | 'ENTITY_WITH_RULE_GROUP'
  | 'ENTITY_WITH_TEMPLATE'
  | 'ENTITY_WITH_BOOK_ENTRY'
  | 'ENTITY_WITH_BOX_ACROSS'
  | 'ENTITY_WITH_TRANSFER_ACROSS'

/** A movement of a request, or an event of a file, from 1. */
export interface RefusedPlace {
  readonly kind: 'ofMovement' | 'ofEvent'
  readonly row: number
}

/** An expected refusal, listed by its route; travels as {deferredStatus, message}, spoken as `refusals.<text>`. */
export class Refused extends Error {
  readonly code: Refusal
  readonly text: RefusalText
  /** Values of its text. */
  readonly values: Readonly<Record<string, string | number>>
  /** Of several that are entered at once the refused one. */
  readonly place: RefusedPlace | undefined
  constructor(
    code: Refusal,
    text: RefusalText = code,
    values: Readonly<Record<string, string | number>> = {},
    place?: RefusedPlace,
  ) {
    super(code)
    this.name = 'Refused'
    this.place = place
    this.code = code
    this.text = text
    this.values = values
  }
}
