import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import './templates.css'

/** Some of what there is, at least one: the last one cannot be taken out. */
export function SomeOf<V extends string>({
  label,
  all,
  value,
  nameOf,
  onChange,
  error,
}: {
  label: string
  all: readonly V[]
  value: readonly V[]
  nameOf: (one: V) => string
  onChange: (value: V[]) => void
  error: string | undefined
}) {
  return (
    <fieldset className="span-field template-some" aria-invalid={error ? true : undefined} tabIndex={-1}>
      <legend>{label}</legend>
      {all.map(one => {
        const on = value.includes(one)
        return (
          <Checkbox
            key={one}
            size="sm"
            label={nameOf(one)}
            checked={on}
            disabled={on && value.length === 1}
            onChange={() => onChange(all.filter(each => (each === one ? !on : value.includes(each))))}
          />
        )
      })}
      {error && <p className="span-wrong">{error}</p>}
    </fieldset>
  )
}
