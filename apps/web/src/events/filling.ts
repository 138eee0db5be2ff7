import type { UseFormReturnType } from '@mantine/form'
import { focusFirstInvalid } from '../ui/form/focus.ts'
import type { Entered } from './entered.ts'

/** Puts some entries into the form; what was said of them, or of `touched` below one, is answered. */
export const filling =
  (form: UseFormReturnType<Entered>) =>
  (change: Partial<Entered>, touched?: string): void => {
    for (const [field, value] of Object.entries(change)) {
      form.setFieldValue(field, value)
      const path = touched ?? field
      for (const name of Object.keys(form.errors)) if (name === path || name.startsWith(`${path}.`)) form.clearFieldError(name)
    }
  }

/** Whether a time stands there that cannot be read: the form does not hold it. It gets the focus. */
export function isUnread(form: HTMLElement | null): boolean {
  if (!form?.querySelector('.when-field [aria-invalid="true"]')) return false
  focusFirstInvalid(form)
  return true
}
