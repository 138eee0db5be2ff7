import type { Operator } from '@steading/contract/operators'
import type { Value } from '@steading/contract/interfaces'
import { operatorWords, readingWords, scaleOf } from '@steading/locales/condition'
import { useText } from '../../platform/texts.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import type { Choice } from '../form/choices.ts'
import { type EnteredLine, operatorsFor, valueTypeOf } from './line.ts'

/** A comparison and the value compared with, as its sensor allows them. */
export function LimitEntries({
  of,
  line,
  operator,
  value,
  errors,
  onOperator,
  onValue,
}: {
  of: Choice | undefined
  line: Pick<EnteredLine, 'relativeTo' | 'percent'>
  operator: Operator | undefined
  value: Value | undefined
  errors: { readonly operator: string | undefined; readonly value: string | undefined }
  onOperator: (operator: Operator | undefined) => void
  onValue: (value: Value | undefined) => void
}) {
  const t = useText()
  const operators = operatorsFor(of)
  return (
    <>
      <SelectField
        label={t('rule.line.comparison')}
        required
        disabled={of === undefined || operators.length === 1}
        options={operators.map(one => ({ value: one, label: operatorWords(one, t) ?? one }))}
        value={operator ?? null}
        onChange={next => onOperator(next ?? undefined)}
        error={errors.operator}
      />
      <LimitValue of={of} line={line} value={value} error={errors.value} onValue={onValue} />
    </>
  )
}

function LimitValue({
  of,
  line,
  value,
  error,
  onValue,
}: {
  of: Choice | undefined
  line: Pick<EnteredLine, 'relativeTo' | 'percent'>
  value: Value | undefined
  error: string | undefined
  onValue: (value: Value | undefined) => void
}) {
  const t = useText()
  const label = t('rule.line.value')
  const type = of ? valueTypeOf(of) : 'number'
  if (of && type === 'boolean')
    return (
      <SelectField
        label={label}
        required
        options={['true', 'false'].map(one => ({ value: one, label: readingWords(of, one === 'true', t) }))}
        value={typeof value === 'boolean' ? String(value) : null}
        onChange={next => onValue(next === null ? undefined : next === 'true')}
        error={error}
      />
    )
  if (of && type === 'string')
    return (
      <TextField
        label={label}
        required
        value={typeof value === 'string' ? value : ''}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
        error={error}
      />
    )
  const scale = of && scaleOf({ ...of, relativeTo: line.relativeTo, percent: line.percent })
  return (
    <NumberField
      label={label}
      required
      disabled={of === undefined}
      unit={scale?.unit ?? ''}
      decimals={scale?.decimals ?? 2}
      value={typeof value === 'number' ? value : undefined}
      onChange={onValue}
      {...(line.relativeTo !== undefined && !line.percent && { hint: t('rule.line.relative') })}
      error={error}
    />
  )
}
