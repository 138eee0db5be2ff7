import { useText } from '../../platform/texts.tsx'
import { ReadOnlyField, useFormMode } from '../../ui/form/edit/FormFields.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { ChoiceField } from '../../ui/form/fields/ChoiceField.tsx'
import { type InputProps, firstError } from './inputProps.ts'
import { entryName } from './inputWords.ts'

/** As many stand side by side. */
const few = 3

const none: readonly string[] = []

/** One of several: side by side where they are few, else from a list. */
export function EnumInput({ input, label, value, onChange, errors }: InputProps) {
  const t = useText()
  const mode = useFormMode()
  const { enumEntries = none, required } = input
  const shown = typeof value === 'string' ? value : null
  if (mode === 'view') return <ReadOnlyField label={label}>{shown && entryName(shown, t)}</ReadOnlyField>
  const options = enumEntries.map(entry => ({ value: entry, label: entryName(entry, t) }))
  const item = {
    label,
    options,
    value: shown,
    onChange: (next: string | null) => onChange(next ?? undefined),
    error: firstError(errors),
  }
  return enumEntries.length <= few ? <ChoiceField {...item} required={required} /> : <SelectField {...item} required={required} />
}
