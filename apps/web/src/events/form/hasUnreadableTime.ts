import { focusFirstInvalid } from '../../ui/form/edit/focus.ts'

/** Whether a time stands there that cannot be read: the form does not hold it. It gets the focus. */
export function hasUnreadableTime(form: HTMLElement | null): boolean {
  if (!form?.querySelector('.when-field [aria-invalid="true"]')) return false
  focusFirstInvalid(form)
  return true
}
