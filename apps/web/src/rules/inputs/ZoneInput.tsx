import { ZoneField } from '../../ui/form/ZoneField.tsx'
import { type InputProps, anyOf } from './props.ts'

export const ZoneInput = ({ input, value, onChange, errors }: InputProps) => (
  <ZoneField
    required={input.required}
    value={typeof value === 'string' ? value : undefined}
    onChange={onChange}
    error={anyOf(errors)}
  />
)
