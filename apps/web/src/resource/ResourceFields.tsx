import type { UseFormReturnType } from '@mantine/form'
import { useText } from '../platform/texts.tsx'
import { errorFor } from '../ui/form/edit/errorFor.ts'
import { Entries } from '../ui/form/edit/FormFields.tsx'
import './resource.css'
import type { Resource, ResourceField } from './resource.tsx'

/** What a form of a resource holds: its fields by their names. */
type ResourceForm = UseFormReturnType<Record<string, unknown>>

/** The inputs of the fields of a resource. */
export function ResourceFields({ of: { fields }, form, mode }: { of: Resource; form: ResourceForm; mode: 'create' | 'edit' }) {
  const t = useText()
  const { values } = form
  const input = ({ key, label, input: render }: ResourceField) => (
    <span key={key} className="resource-field">
      {render(
        {
          label: t(label),
          value: values[key],
          onChange: value => form.setFieldValue(key, value),
          error: errorFor(form.errors, key),
        },
        { values, errors: errorsWithin(form.errors, key) },
      )}
    </span>
  )
  return (
    <>
      <Entries mode={mode}>{fields.filter(field => !field.isApart).map(input)}</Entries>
      {fields.filter(field => field.isApart).map(input)}
    </>
  )
}

/** Messages at the parts of a field, by their path within it; '' for the whole. */
function errorsWithin(errors: Readonly<Record<string, unknown>>, field: string): Readonly<Record<string, string>> {
  const parts = Object.entries(errors).flatMap(([path, message]) =>
    typeof message === 'string' && (path === field || path.startsWith(`${field}.`))
      ? [[path.slice(field.length + 1), message]]
      : [],
  )
  return Object.fromEntries(parts)
}
