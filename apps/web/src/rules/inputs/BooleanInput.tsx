import type { Value } from '@steading/contract/interfaces'
import { valueWords } from '../../interfaces/index.ts'
import { useText } from '../../platform/texts.tsx'
import { Shown, useFormMode } from '../../ui/form/Entries.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { SwitchField } from '../../ui/form/SwitchField.tsx'
import { useAbout } from './about.ts'
import { outputsIn } from './outputs.ts'
import { type InputProps, anyOf } from './props.ts'
import { inputHint, ownValueName, safeByMode } from './words.ts'
import { ValueField } from './ValueField.tsx'

/** A device that is only switched, before one is chosen. */
const relay = { category: 'FAN_RELAY', decimals: 0, unit: null } as const

/** On or off, in the words of the devices that it is for; where those take figures, a figure. */
export function BooleanInput(props: InputProps) {
  const t = useText()
  const mode = useFormMode()
  const { input, label, value, onChange, errors } = props
  const { engine, choices, inputs, knownOf } = useAbout()
  const isForDevices = input.group === 'actions' || input.group === 'schedule'
  const [first] = isForDevices ? outputsIn(inputs).flatMap(id => choices.get(id) ?? []) : []
  const known = first ? knownOf(first.id) : relay
  const wordsOf = (one: Value) =>
    (typeof one === 'boolean' ? ownValueName(input, one, t) : undefined) ?? valueWords(known, one, t)
  const isOptional = !input.required && input.defaultValue === undefined
  const takesFigures = !isOptional && first !== undefined && first.dataType !== 'BOOLEAN'
  if (mode === 'view') {
    const safe = safeByMode(input, { engine, inputs })
    const isSaid = typeof value === 'boolean' || typeof value === 'number'
    const leftOpen = safe === undefined ? '' : t('input.safeByMode', { value: wordsOf(safe) })
    return <Shown label={label}>{isSaid ? wordsOf(value) : leftOpen}</Shown>
  }
  // Left open it is what is safe; a value with words of its own is chosen by them.
  if ((isOptional || input.trueFalse) && typeof value !== 'number' && !takesFigures)
    return (
      <SelectField
        label={label}
        required={!isOptional}
        options={['true', 'false'].map(one => ({ value: one, label: wordsOf(one === 'true') }))}
        value={typeof value === 'boolean' ? String(value) : null}
        onChange={next => onChange(next === null ? undefined : next === 'true')}
        hint={inputHint(input, t)}
        error={anyOf(errors)}
      />
    )
  if (first) return <ValueField of={first} label={label} value={value} onChange={onChange} error={anyOf(errors)} required />
  return (
    <SwitchField
      label={label}
      checked={value === true}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      error={anyOf(errors)}
    />
  )
}
