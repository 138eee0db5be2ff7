import { valueWords } from '../../interfaces/index.ts'
import { useText } from '../../platform/texts.tsx'
import { Shown, useFormMode } from '../../ui/form/Entries.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { SwitchField } from '../../ui/form/SwitchField.tsx'
import { useAbout } from './about.ts'
import { outputsIn } from './outputs.ts'
import { type InputProps, anyOf } from './props.ts'
import { inputHint } from './words.ts'
import { ValueField } from './ValueField.tsx'

/** On or off, in the words of the devices that it is for; where those take figures, a figure. */
export function BooleanInput(props: InputProps) {
  const t = useText()
  const mode = useFormMode()
  const { input, label, value, onChange, errors } = props
  const { choices, inputs, knownOf } = useAbout()
  const isForDevices = input.group === 'actions' || input.group === 'schedule'
  const [first] = isForDevices ? outputsIn(input.id, inputs).flatMap(id => choices.get(id) ?? []) : []
  if (!first)
    return (
      <SwitchField
        label={label}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        error={anyOf(errors)}
      />
    )
  const known = knownOf(first.id)
  if (mode === 'view')
    return (
      <Shown label={label}>{typeof value === 'boolean' || typeof value === 'number' ? valueWords(known, value, t) : ''}</Shown>
    )
  if (input.required || input.defaultValue !== undefined || typeof value === 'number')
    return <ValueField of={first} label={label} value={value} onChange={onChange} error={anyOf(errors)} required />
  // Left open it is what is safe.
  return (
    <SelectField
      label={label}
      options={['true', 'false'].map(one => ({ value: one, label: valueWords(known, one === 'true', t) }))}
      value={typeof value === 'boolean' ? String(value) : null}
      onChange={next => onChange(next === null ? undefined : next === 'true')}
      hint={inputHint(input, t)}
      error={anyOf(errors)}
    />
  )
}
