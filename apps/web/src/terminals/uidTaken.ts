import type { UseFormReturnType } from '@mantine/form'
import { WasRefused } from '../platform/api.ts'
import { focusFirstInvalid } from '../ui/form/focus.ts'
import type { Label } from './entered.ts'

/** A number that another box has is told where it was typed. Answers whether that was it. */
export function uidTaken(error: unknown, form: UseFormReturnType<Label>, element: HTMLElement | null): boolean {
  const isTaken = error instanceof WasRefused && error.code === 'TERMINAL_ID_ALREADY_EXISTS'
  if (!isTaken) return false
  form.setFieldError('uid', error.message)
  focusFirstInvalid(element)
  return true
}
