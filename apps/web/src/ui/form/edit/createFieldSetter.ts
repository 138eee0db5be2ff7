import type { UseFormReturnType } from '@mantine/form'

/** Puts some values into a form and clears their errors, or those at `touched` below one of them. */
export const createFieldSetter =
  <V extends object>(form: UseFormReturnType<V>) =>
  (change: Partial<V>, touched?: string): void => {
    for (const [field, value] of Object.entries(change)) {
      form.setFieldValue(field, value as never)
      const path = touched ?? field
      for (const name of Object.keys(form.errors)) if (name === path || name.startsWith(`${path}.`)) form.clearFieldError(name)
    }
  }
