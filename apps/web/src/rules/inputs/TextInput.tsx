import { TextField } from '../../ui/form/TextField.tsx'
import { type InputProps, anyOf } from './props.ts'

export const TextInput = ({ input: { required, max }, label, value, onChange, errors }: InputProps) => (
  <TextField
    label={label}
    required={required}
    {...(max !== undefined && { max })}
    value={typeof value === 'string' ? value : ''}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    error={anyOf(errors)}
  />
)
