import type { FieldFailure } from '@steading/contract/failure'
import type { FieldProblem } from '@steading/contract/problem'
import { duration } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'

/** How long to wait, as people say it; rounded up, so that the next try is not too early again. */
export function waitOf(values: FieldProblem['values'], t: Translate): string {
  const seconds = Number(values?.seconds ?? 60)
  const step = seconds > 60 ? 60 : 1
  return duration(Math.ceil(seconds / step) * step, t)
}

/** What is wrong with each field, in the caller's language. */
export const spoken = (fields: readonly FieldProblem[], t: Translate): FieldFailure[] =>
  fields.map(({ field, code, values }) => ({
    field,
    code,
    message: t(`invalid.${code}`, { ...values, wait: waitOf(values, t) }),
  }))
