import { isNeeded } from '@steading/contract/template-inputs'
import type { TemplateInput } from '@steading/contract/template-inputs'
import { useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { DayField } from '../../ui/moment/DayField.tsx'
import { FigureInput } from '../inputs/FigureInput.tsx'
import { type Errors, below } from '../inputs/props.ts'
import { inputName } from '../inputs/words.ts'
import { type CycleKey, type Points, dayIn } from './edit.ts'

const lastOfAll = 1000

/** One entry of a cycle: when it applies, and its values. */
export function DayEntries({
  at,
  entry,
  inputs,
  errors,
  onChange,
  onDay,
}: {
  at: CycleKey
  entry: Points
  inputs: NonNullable<TemplateInput['inputs']>
  errors: Errors
  onChange: (change: Points, touched: string) => void
  /** An entry with another day moves to its place: told when the typing is over. */
  onDay: (day: number | undefined) => void
}) {
  const t = useText()
  const [typed, type] = useState<{ readonly day: number | undefined }>()
  const isDated = at === 'preCycle' || at === 'dayOne'
  const date = entry['date']
  const take = () => {
    if (typed) onDay(typed.day)
    type(undefined)
  }
  return (
    <>
      {isDated ? (
        <DayField
          label={t(at === 'dayOne' ? 'rule.cycle.startsOn' : 'rule.cycle.beforeFrom')}
          required
          value={typeof date === 'string' ? date : undefined}
          onChange={next => onChange({ date: next }, 'date')}
          hint={at === 'preCycle' ? t('rule.cycle.beforeHint') : undefined}
          error={errors['date']}
        />
      ) : (
        <NumberField
          label={t('rule.cycle.day')}
          required
          min={2}
          max={lastOfAll}
          value={typed ? typed.day : dayIn(entry)}
          onChange={day => (at === 'lastDay' ? onChange({ day }, 'day') : type({ day }))}
          onBlur={take}
          error={errors['day']}
        />
      )}
      {inputs.map(input => (
        <FigureInput
          key={input.id}
          input={{ ...input, required: isNeeded(input) }}
          label={inputName(input, t)}
          value={entry[input.id]}
          onChange={next => onChange({ [input.id]: typeof next === 'number' ? next : undefined }, input.id)}
          errors={below(errors, input.id)}
        />
      ))}
    </>
  )
}
