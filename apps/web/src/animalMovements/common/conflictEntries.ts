import type { UseFormReturnType } from '@mantine/form'
import type { ConflictEntry } from '../../ui/form/edit/ConflictPanel.tsx'
import { isEqual } from '../../ui/form/edit/merge3.ts'

/** A field of a form: its label, and its value in words. */
export interface ConflictField<V> {
  readonly key: keyof V & string
  readonly label: string
  readonly words: (values: V) => string
}

/** The fields that another user saved while one typed. */
export const conflictEntries = <V extends object>(
  form: UseFormReturnType<V>,
  base: V,
  latest: V,
  fields: readonly ConflictField<V>[],
): readonly ConflictEntry[] =>
  fields
    .filter(({ key }) => !isEqual(base[key], latest[key]))
    .map(({ key, label, words }) => ({
      key,
      label,
      value: words(latest),
      isTaken: isEqual(form.values[key], latest[key]),
      take: () => form.setFieldValue(key, latest[key] as never),
    }))
