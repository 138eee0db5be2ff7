import type { ReactNode } from 'react'
import { PlaceSelect } from '../../entities/index.ts'
import { PersonSelect } from '../../outbox/index.ts'
import { ReadOnlyField, useFormMode } from '../../ui/form/edit/FormFields.tsx'
import { type Option, SelectField } from '../../ui/form/fields/SelectField.tsx'
import { fits, choiceLabel } from '../values/choices.ts'
import { useRuleFormData } from '../values/ruleFormData.ts'
import { NoChoicesHint } from './interface/NoChoicesHint.tsx'
import { InterfaceLink } from './interface/InterfaceLink.tsx'
import { type InputProps, firstError } from './inputProps.ts'

/** A thing of the platform: a sensor or device, a smart box, a place, a person. */
export function EntityInput(props: InputProps) {
  switch (props.input.inputEntityType) {
    case 'TERMINAL':
      return <TerminalInput {...props} />
    case 'ENTITIES':
      return <PlaceInput {...props} />
    case 'USER':
      return <PersonInput {...props} />
    case 'INTERFACE':
    case undefined:
      return <InterfaceInput {...props} />
  }
}

function InterfaceInput(props: InputProps) {
  const mode = useFormMode()
  const { offered, choices, terminalId } = useRuleFormData()
  const id = typeof props.value === 'string' ? props.value : null
  const chosen = id === null ? undefined : choices.get(id)
  if (mode === 'view') return <ReadOnlyField label={props.label}>{chosen && <InterfaceLink choice={chosen} />}</ReadOnlyField>
  const fitting = offered.filter(choice => fits(choice, props.input.filters, terminalId !== null))
  const all = chosen && !fitting.includes(chosen) ? [chosen, ...fitting] : fitting
  return (
    <SelectInput
      {...props}
      options={all.map(choice => ({ value: choice.id, label: choiceLabel(choice) }))}
      hint={all.length === 0 ? <NoChoicesHint /> : undefined}
    />
  )
}

function TerminalInput(props: InputProps) {
  const { terminals } = useRuleFormData()
  return <SelectInput {...props} options={terminals.map(terminal => ({ value: terminal.id, label: terminal.displayName }))} />
}

const selectProps = ({ input, label, value, onChange, errors }: InputProps) => ({
  label,
  required: input.required,
  value: typeof value === 'string' ? value : null,
  onChange: (next: string | null) => onChange(next ?? undefined),
  error: firstError(errors),
})

const PlaceInput = (props: InputProps) => <PlaceSelect {...selectProps(props)} />
const PersonInput = (props: InputProps) => <PersonSelect {...selectProps(props)} />

const SelectInput = ({ options, hint, ...props }: InputProps & { options: readonly Option<string>[]; hint?: ReactNode }) => (
  <SelectField {...selectProps(props)} options={options} hint={hint} />
)
