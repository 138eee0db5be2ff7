import { isNeeded } from '@steading/contract/rules/templateInputs'
import type { TemplateInput } from '@steading/contract/rules/templateInputs'
import { useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { DayField } from '../../ui/moment/DayField.tsx'
import { NumberInput } from '../inputs/NumberInput.tsx'
import { type Errors, errorsBelow } from '../../ui/form/edit/errorsBelow.ts'
import { inputName } from '../inputs/inputWords.ts'
import { type CycleKey, type Points, ageDay } from '../values/cycleValues.ts'

const lastOfAll = 1000

/** One entry of a cycle: when it applies, and its values. */
export function DayEntries({
  at,
  entry,
  inputs,
  isFollowing,
  errors,
  onChange,
  onDay,
}: {
  at: CycleKey
  entry: Points
  inputs: NonNullable<TemplateInput['inputs']>
  /** Its dates are those of the open batch. */
  isFollowing: boolean
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
        !isFollowing && (
          <DayField
            label={t(at === 'dayOne' ? 'rule.cycle.startsOn' : 'rule.cycle.beforeFrom')}
            required
            value={typeof date === 'string' ? date : undefined}
            onChange={next => onChange({ date: next }, 'date')}
            hint={at === 'preCycle' ? t('rule.cycle.beforeHint') : undefined}
            error={errors['date']}
          />
        )
      ) : (
        <NumberField
          label={t('rule.cycle.day')}
          required
          min={2}
          max={lastOfAll}
          value={typed ? typed.day : ageDay(entry)}
          onChange={day => (at === 'lastDay' ? onChange({ day }, 'day') : type({ day }))}
          onBlur={take}
          error={errors['day']}
        />
      )}
      {inputs.map(input => (
        <NumberInput
          key={input.id}
          input={{ ...input, required: isNeeded(input) }}
          label={inputName(input, t)}
          value={entry[input.id]}
          onChange={next => onChange({ [input.id]: typeof next === 'number' ? next : undefined }, input.id)}
          errors={errorsBelow(errors, input.id)}
        />
      ))}
    </>
  )
}
