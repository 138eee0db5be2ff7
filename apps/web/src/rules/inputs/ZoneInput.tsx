import { ZoneField } from '../../ui/form/fields/ZoneField.tsx'
import { type InputProps, firstError } from './inputProps.ts'

export const ZoneInput = ({ input, value, onChange, errors }: InputProps) => (
  <ZoneField
    required={input.required}
    value={typeof value === 'string' ? value : undefined}
    onChange={onChange}
    error={firstError(errors)}
  />
)
