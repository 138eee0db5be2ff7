import { CallFailed } from '@steading/contract/client'
import type { FieldFailure } from '@steading/contract/failure'
import type { FieldProblem } from '@steading/contract/problem'
import type { Translate } from '@steading/locales/text'
import { Unreachable, WasRefused } from './api.ts'

/** What was asked for is not there, or outside one's area: asking again would not help. */
export const isGone = (error: unknown): boolean => error instanceof CallFailed && error.status === 404

/** The permission is missing: asking again would not help either. */
export const isForbidden = (error: unknown): boolean => error instanceof CallFailed && error.status === 403

/** Somebody else saved first. */
export const isConflict = (error: unknown): boolean => error instanceof CallFailed && error.status === 409

/** What is wrong with an entry, as people hear it: the names that a program sends for choices are for programs. */
export const heard = ({ code, message }: Pick<FieldFailure, 'code' | 'message'>, t: Translate): string =>
  code === 'notOneOf' ? t('invalid.notListed') : message

/** The same of what a form finds by itself, before anything is sent. */
export const problemWords = ({ code, values }: Pick<FieldProblem, 'code' | 'values'>, t: Translate): string =>
  heard({ code, message: t(`invalid.${code}`, values) }, t)

/** What went wrong, in a sentence, with the request's id where the server gave one. */
export function explain(error: unknown, t: Translate): { sentence: string; requestId?: string } {
  if (error instanceof Unreachable) return { sentence: t('failed.network') }
  if (error instanceof WasRefused) return { sentence: error.message }
  if (error instanceof CallFailed && error.failure) {
    // Where no form marks what is wrong, what is wrong is the whole answer.
    const { fields, message, requestId } = error.failure
    return { sentence: fields[0] ? heard(fields[0], t) : message, requestId }
  }
  return { sentence: t('failures.INTERNAL') }
}
