import type { TemplateInput } from '@steading/contract/rules/templateInputs'
import { useText } from '../../platform/texts.tsx'
import { entryName, ownValueName } from '../../rules/index.ts'
import { ClockField } from '../../ui/form/fields/ClockField.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { FigureField } from './FigureField.tsx'
import { type EachInput, isFigure, onOff } from '../details/templateWords.ts'

/** Default value of an input, edited as in the form of a rule. Interfaces and schedules have no default. */
export function DefaultField({
  of,
  bounds,
  onChange,
  error,
}: {
  of: EachInput
  bounds: Pick<TemplateInput, 'min' | 'max'>
  onChange: (value: unknown) => void
  error: string | undefined
}) {
  const t = useText()
  const { type, defaultValue: value, enumEntries = [] } = of
  const label = t('template.begins')
  const text = typeof value === 'string' ? value : undefined
  if (isFigure(of))
    return (
      <FigureField
        of={{ ...of, ...bounds }}
        label={label}
        value={typeof value === 'number' ? value : undefined}
        onChange={onChange}
        error={error}
      />
    )
  if (type === 'BOOLEAN')
    return (
      <SelectField
        label={label}
        options={[true, false].map(one => ({ value: String(one), label: ownValueName(of, one, t) ?? onOff(one, t) }))}
        value={typeof value === 'boolean' ? String(value) : null}
        onChange={next => onChange(next === null ? undefined : next === 'true')}
        error={error}
      />
    )
  if (type === 'ENUM')
    return (
      <SelectField
        label={label}
        options={enumEntries.map(enumEntry => ({ value: enumEntry, label: entryName(enumEntry, t) }))}
        value={text ?? null}
        onChange={next => onChange(next ?? undefined)}
        error={error}
      />
    )
  if (type === 'TIME') return <ClockField label={label} value={text} onChange={onChange} hint="HH:mm" error={error} />
  if (type === 'TEXT')
    return (
      <TextField
        label={label}
        value={text ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
        error={error}
      />
    )
  return null
}
