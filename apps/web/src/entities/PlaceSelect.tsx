import type { EntityType } from '@steading/contract/entities/entities'
import type { ReactNode } from 'react'
import { useFormMode } from '../ui/form/edit/FormFields.tsx'
import { type Option, SelectField } from '../ui/form/fields/SelectField.tsx'
import { useAsyncOptions } from '../ui/form/options/useAsyncOptions.ts'
import { placesIn } from './choices.queries.ts'

/** A place, found by what is typed among all that one sees, of these types and within another if such are given. */
export function PlaceSelect({
  types,
  within,
  value,
  known,
  hint,
  disabled = false,
  ...props
}: {
  label: string
  types?: readonly EntityType[]
  within?: string | undefined
  value: string | null
  /** Where the name of what is chosen is known already. */
  known?: { readonly id: string; readonly displayName: string } | null | undefined
  onChange: (id: string | null) => void
  required?: boolean
  disabled?: boolean
  hint?: ReactNode
  error?: ReactNode
}) {
  const mode = useFormMode()
  const names: readonly Option<string>[] = known ? [{ value: known.id, label: known.displayName }] : []
  const { options, search, failed, more } = useAsyncOptions(placesIn({ types, within }), {
    chosen: value === null ? [] : [value],
    known: names,
    enabled: !disabled && mode !== 'view',
  })
  return (
    <SelectField
      {...props}
      disabled={disabled}
      options={options}
      value={value}
      hint={hint ?? failed ?? (disabled ? undefined : more)}
      onSearch={search}
    />
  )
}
