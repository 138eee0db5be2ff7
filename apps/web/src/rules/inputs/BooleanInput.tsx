import type { Value } from '@steading/contract/devices/interfaces'
import { valueWords } from '../../interfaces/index.ts'
import { useText } from '../../platform/texts.tsx'
import { ReadOnlyField, useFormMode } from '../../ui/form/edit/FormFields.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { SwitchField } from '../../ui/form/fields/SwitchField.tsx'
import { useRuleFormData } from '../values/ruleFormData.ts'
import { outputIds } from '../values/outputs.ts'
import { type InputProps, firstError } from './inputProps.ts'
import { inputHint, ownValueName, safeValueByMode } from './inputWords.ts'
import { ValueField } from './ValueField.tsx'

/** A device that is only switched, before one is chosen. */
const relay = { category: 'FAN_RELAY', decimals: 0, unit: null } as const

/** On or off, in the words of the devices that it is for; where those take figures, a figure. */
export function BooleanInput(props: InputProps) {
  const t = useText()
  const mode = useFormMode()
  const { input, label, value, onChange, errors } = props
  const { engine, choices, inputs, knownOf } = useRuleFormData()
  const isForDevices = input.group === 'actions' || input.group === 'schedule'
  const [first] = isForDevices ? outputIds(inputs).flatMap(id => choices.get(id) ?? []) : []
  const known = first ? knownOf(first.id) : relay
  const wordsOf = (item: Value) =>
    (typeof item === 'boolean' ? ownValueName(input, item, t) : undefined) ?? valueWords(known, item, t)
  const isOptional = !input.required && input.defaultValue === undefined
  const takesFigures = !isOptional && first !== undefined && first.dataType !== 'BOOLEAN'
  if (mode === 'view') {
    const safe = safeValueByMode(input, { engine, inputs })
    const isSaid = typeof value === 'boolean' || typeof value === 'number'
    const leftOpen = safe === undefined ? '' : t('input.safeByMode', { value: wordsOf(safe) })
    return <ReadOnlyField label={label}>{isSaid ? wordsOf(value) : leftOpen}</ReadOnlyField>
  }
  // Left open it is what is safe; a value with words of its own is chosen by them.
  if ((isOptional || input.trueFalse) && typeof value !== 'number' && !takesFigures)
    return (
      <SelectField
        label={label}
        required={!isOptional}
        options={['true', 'false'].map(text => ({ value: text, label: wordsOf(text === 'true') }))}
        value={typeof value === 'boolean' ? String(value) : null}
        onChange={next => onChange(next === null ? undefined : next === 'true')}
        hint={inputHint(input, t)}
        error={firstError(errors)}
      />
    )
  if (first)
    return <ValueField choice={first} label={label} value={value} onChange={onChange} error={firstError(errors)} required />
  return (
    <SwitchField
      label={label}
      checked={value === true}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      error={firstError(errors)}
    />
  )
}
