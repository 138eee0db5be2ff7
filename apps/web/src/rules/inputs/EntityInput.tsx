import type { ReactNode } from 'react'
import { PlaceSelect } from '../../entities/index.ts'
import { PersonSelect } from '../../outbox/index.ts'
import { Shown, useFormMode } from '../../ui/form/Entries.tsx'
import { type Option, SelectField } from '../../ui/form/SelectField.tsx'
import { fits, offeredAs } from '../form/choices.ts'
import { useAbout } from './about.ts'
import { Lack } from './Lack.tsx'
import { InterfaceLink } from './InterfaceLink.tsx'
import { type InputProps, anyOf } from './props.ts'

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
  const { offered, choices, terminalId } = useAbout()
  const id = typeof props.value === 'string' ? props.value : null
  const chosen = id === null ? undefined : choices.get(id)
  if (mode === 'view') return <Shown label={props.label}>{chosen && <InterfaceLink of={chosen} />}</Shown>
  const fitting = offered.filter(one => fits(one, props.input.filters, terminalId !== null))
  const all = chosen && !fitting.includes(chosen) ? [chosen, ...fitting] : fitting
  return (
    <Choose
      {...props}
      options={all.map(one => ({ value: one.id, label: offeredAs(one) }))}
      hint={all.length === 0 ? <Lack /> : undefined}
    />
  )
}

function TerminalInput(props: InputProps) {
  const { terminals } = useAbout()
  return <Choose {...props} options={terminals.map(one => ({ value: one.id, label: one.displayName }))} />
}

const entryOf = ({ input, label, value, onChange, errors }: InputProps) => ({
  label,
  required: input.required,
  value: typeof value === 'string' ? value : null,
  onChange: (next: string | null) => onChange(next ?? undefined),
  error: anyOf(errors),
})

const PlaceInput = (props: InputProps) => <PlaceSelect {...entryOf(props)} />
const PersonInput = (props: InputProps) => <PersonSelect {...entryOf(props)} />

const Choose = ({ options, hint, ...props }: InputProps & { options: readonly Option<string>[]; hint?: ReactNode }) => (
  <SelectField {...entryOf(props)} options={options} hint={hint} />
)
