import { FAILURES } from '@steading/contract/failure'
import type { FailureCode } from '@steading/contract/failure'
import type { Refusal } from '@steading/contract/refusals'

export interface FieldProblem {
  readonly field: string
  readonly code: string
  readonly values?: Readonly<Record<string, string | number>>
}

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

export const invalid = (field: string, code: string, values: Readonly<Record<string, string | number>> = {}) =>
  new Failed('INVALID_INPUT', [{ field, code, values }])

/** An expected refusal, listed by its route; travels as {deferredStatus}. */
export class Refused extends Error {
  readonly code: Refusal
  constructor(code: Refusal) {
    super(code)
    this.name = 'Refused'
    this.code = code
  }
}
