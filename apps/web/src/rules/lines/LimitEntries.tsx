import type { Operator } from '@steading/contract/rules/operators'
import type { Value } from '@steading/contract/devices/interfaces'
import { operatorWords, readingWords, scaleOf } from '@steading/locales/condition'
import { useText } from '../../platform/texts.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import type { Choice } from '../values/choices.ts'
import { type LineValues, operatorsFor, valueTypeOf } from '../values/lines/lineValues.ts'

/** A comparison and the value compared with, as its sensor allows them. */
export function LimitEntries({
  choice,
  line,
  operator,
  value,
  errors,
  onOperator,
  onValue,
}: {
  choice: Choice | undefined
  line: Pick<LineValues, 'relativeTo' | 'percent'>
  operator: Operator | undefined
  value: Value | undefined
  errors: { readonly operator: string | undefined; readonly value: string | undefined }
  onOperator: (operator: Operator | undefined) => void
  onValue: (value: Value | undefined) => void
}) {
  const t = useText()
  const operators = operatorsFor(choice)
  return (
    <>
      <SelectField
        label={t('rule.line.comparison')}
        required
        disabled={choice === undefined || operators.length === 1}
        options={operators.map(operator => ({ value: operator, label: operatorWords(operator, t) ?? operator }))}
        value={operator ?? null}
        onChange={next => onOperator(next ?? undefined)}
        error={errors.operator}
      />
      <LimitValue choice={choice} line={line} value={value} error={errors.value} onValue={onValue} />
    </>
  )
}

function LimitValue({
  choice,
  line,
  value,
  error,
  onValue,
}: {
  choice: Choice | undefined
  line: Pick<LineValues, 'relativeTo' | 'percent'>
  value: Value | undefined
  error: string | undefined
  onValue: (value: Value | undefined) => void
}) {
  const t = useText()
  const label = t('rule.line.value')
  const type = choice ? valueTypeOf(choice) : 'number'
  if (choice && type === 'boolean')
    return (
      <SelectField
        label={label}
        required
        options={['true', 'false'].map(text => ({ value: text, label: readingWords(choice, text === 'true', t) }))}
        value={typeof value === 'boolean' ? String(value) : null}
        onChange={next => onValue(next === null ? undefined : next === 'true')}
        error={error}
      />
    )
  if (choice && type === 'string')
    return (
      <TextField
        label={label}
        required
        value={typeof value === 'string' ? value : ''}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
        error={error}
      />
    )
  const scale = choice && scaleOf({ ...choice, relativeTo: line.relativeTo, percent: line.percent })
  return (
    <NumberField
      label={label}
      required
      disabled={choice === undefined}
      unit={scale?.unit ?? ''}
      decimals={scale?.decimals ?? 2}
      value={typeof value === 'number' ? value : undefined}
      onChange={onValue}
      {...(line.relativeTo !== undefined && !line.percent && { hint: t('rule.line.relative') })}
      error={error}
    />
  )
}
