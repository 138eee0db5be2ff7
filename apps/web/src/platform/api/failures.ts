import { CallFailed } from '@steading/contract/http/client'
import type { FieldFailure } from '@steading/contract/http/failure'
import type { FieldProblem } from '@steading/contract/http/problem'
import type { Translate } from '@steading/locales/text'
import { Unreachable, WasRefused } from './api.ts'

/** Not found, or outside of the user's area: a retry would not help. */
export const isGone = (error: unknown): boolean => error instanceof CallFailed && error.status === 404

/** Whether a file is not there, or its signed address is no longer good. */
export const isFileGone = ({ status }: Response): boolean => status === 404

/** Permission missing: a retry would not help. */
export const isForbidden = (error: unknown): boolean => error instanceof CallFailed && error.status === 403

/** Whether what came before may not be shown any more either. */
export const isDenied = (error: unknown): boolean => isGone(error) || isForbidden(error)

/** Version conflict: another user saved first. */
export const isConflict = (error: unknown): boolean => error instanceof CallFailed && error.status === 409

/** Message of a field problem. Names of enum values are for programs and left out. */
export const fieldMessage = ({ code, message }: Pick<FieldFailure, 'code' | 'message'>, t: Translate): string =>
  code === 'notOneOf' ? t('invalid.notListed') : message

/** Message of a problem that the form finds before it sends. */
export const problemWords = ({ code, values }: Pick<FieldProblem, 'code' | 'values'>, t: Translate): string =>
  fieldMessage({ code, message: t(`invalid.${code}`, values) }, t)

/** Sentence for an error, with the id of the request if there is one. */
export function explain(error: unknown, t: Translate): { sentence: string; requestId?: string } {
  if (error instanceof Unreachable) return { sentence: t('failed.network') }
  if (error instanceof WasRefused) return { sentence: error.message }
  if (error instanceof CallFailed && error.failure) {
    // Without a form that marks the fields the sentence names their problems.
    const { fields, message, requestId } = error.failure
    return { sentence: fields[0] ? fieldMessage(fields[0], t) : message, requestId }
  }
  return { sentence: t('failures.INTERNAL') }
}
