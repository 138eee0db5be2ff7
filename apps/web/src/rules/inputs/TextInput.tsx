import { TextField } from '../../ui/form/fields/TextField.tsx'
import { type InputProps, firstError } from './inputProps.ts'

export const TextInput = ({ input: { required, max }, label, value, onChange, errors }: InputProps) => (
  <TextField
    label={label}
    required={required}
    {...(max !== undefined && { max })}
    value={typeof value === 'string' ? value : ''}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    error={firstError(errors)}
  />
)
