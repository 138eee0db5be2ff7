import type { FieldFailure } from '@steading/contract/http/failure'
import type { FieldProblem } from '@steading/contract/http/problem'
import { duration } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'

/** Time to wait as text, rounded up, so that the next attempt is not too early. */
export function waitDuration(values: FieldProblem['values'], t: Translate): string {
  const seconds = Number(values?.seconds ?? 60)
  const step = seconds > 60 ? 60 : 1
  return duration(Math.ceil(seconds / step) * step, t)
}

/** Message of each invalid field in the caller's language. */
export const fieldMessages = (fields: readonly FieldProblem[], t: Translate): FieldFailure[] =>
  fields.map(({ field, code, values }) => ({
    field,
    code,
    message: t(`invalid.${code}`, { ...values, wait: waitDuration(values, t) }),
  }))
