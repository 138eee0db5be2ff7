import { useText } from '../../platform/texts.tsx'
import { Shown, useFormMode } from '../../ui/form/Entries.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { ChoiceField } from '../../ui/form/ChoiceField.tsx'
import { type InputProps, anyOf } from './props.ts'
import { entryName } from './words.ts'

/** As many stand side by side. */
const few = 3

const none: readonly string[] = []

/** One of several: side by side where they are few, else from a list. */
export function EnumInput({ input, label, value, onChange, errors }: InputProps) {
  const t = useText()
  const mode = useFormMode()
  const { enumEntries = none, required } = input
  const shown = typeof value === 'string' ? value : null
  if (mode === 'view') return <Shown label={label}>{shown && entryName(shown, t)}</Shown>
  const options = enumEntries.map(one => ({ value: one, label: entryName(one, t) }))
  const of = {
    label,
    options,
    value: shown,
    onChange: (next: string | null) => onChange(next ?? undefined),
    error: anyOf(errors),
  }
  return enumEntries.length <= few ? <ChoiceField {...of} required={required} /> : <SelectField {...of} required={required} />
}
