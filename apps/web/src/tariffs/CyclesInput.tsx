import { ActionIcon, Button } from '@mantine/core'
import { SEASONS } from '@steading/contract/tariffs/tariffs'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../platform/texts.tsx'
import { errorsBelow } from '../ui/form/edit/errorsBelow.ts'
import { MultiSelectField } from '../ui/form/fields/MultiSelectField.tsx'
import { SelectField } from '../ui/form/fields/SelectField.tsx'
import type { SlotAt, WeekValues } from '../ui/week/weekValues.ts'
import { WeekCalendar } from '../ui/week/WeekCalendar.tsx'
import { WeekLines } from '../ui/week/WeekLines.tsx'
import { nextCycle, toLines, toWeekValues, weekErrors } from './cycleValues.ts'
import type { CycleValues } from './cycleValues.ts'
import { PeriodEntries } from './PeriodEntries.tsx'
import { periodLook } from './periodLook.ts'
import { monthName, priceUnit, seasonKey } from './tariffWords.ts'
import './tariffs.css'

const NONE: readonly number[] = []
const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

/** The cycles of a tariff: each has its dates and a week to draw and to type. */
export function CyclesInput({
  value,
  onChange,
  errors,
  currency,
}: {
  value: readonly CycleValues[]
  onChange: (cycles: readonly CycleValues[]) => void
  /** Messages by path within the cycles. */
  errors: Readonly<Record<string, string>>
  currency: string
}) {
  const t = useText()
  return (
    <div className="stack">
      {value.map((cycle, at) => (
        <CycleEntries
          // Cycles have no name of their own; they keep their order.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          number={at + 1}
          cycle={cycle}
          currency={currency}
          errors={errorsBelow(errors, String(at))}
          change={changed => onChange(value.map((one, index) => (index === at ? changed : one)))}
          remove={value.length > 1 ? () => onChange(value.filter((_, index) => index !== at)) : undefined}
        />
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={value.length >= MONTHS.length}
          onClick={() => onChange([...value, nextCycle(value)])}
        >
          {t('tariff.addCycle')}
        </Button>
      </div>
    </div>
  )
}

function CycleEntries({
  number,
  cycle: { season, months = NONE, lines },
  currency,
  errors,
  change,
  remove,
}: {
  number: number
  cycle: CycleValues
  currency: string
  errors: Readonly<Record<string, string>>
  change: (cycle: CycleValues) => void
  remove: (() => void) | undefined
}) {
  const t = useText()
  const [chosen, choose] = useState<SlotAt>()
  const week = toWeekValues(lines)
  const slots = week.flatMap(({ intervals }) => intervals)
  const set = (next: WeekValues) => change({ season, ...(season === 'MONTHS' && { months }), lines: toLines(next) })
  const put = (next: WeekValues, at?: SlotAt) => {
    set(next)
    choose(at)
  }
  const lineErrors = weekErrors(errorsBelow(errors, 'lines'))
  // A new period continues the one that was edited last.
  const { displayName, value } = slots.at(-1) ?? {}
  const sample = { displayName, value }
  return (
    <section className="tariff-cycle schedule" aria-label={t('tariff.cycleNumber', { number })}>
      <div className="week-line-head">
        <h3>
          {t('tariff.cycleNumber', { number })} {currency && <span className="dim">{priceUnit(currency)}</span>}
        </h3>
        {remove && (
          <ActionIcon variant="subtle" size={36} aria-label={t('tariff.removeCycle', { number })} onClick={remove}>
            <IconTrash size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <div className="tariff-dates">
        <SelectField
          label={t('tariff.season.label')}
          required
          options={SEASONS.map(option => ({ value: option, label: t(seasonKey[option]) }))}
          value={season}
          onChange={next => next && change(next === 'MONTHS' ? { season: next, months, lines } : { season: next, lines })}
          error={errors['season']}
        />
        {season === 'MONTHS' && (
          <MultiSelectField
            label={t('tariff.months')}
            required
            options={MONTHS.map(month => ({ value: String(month), label: monthName(month, t) }))}
            value={months.map(String)}
            onChange={next => change({ season, months: next.map(Number).toSorted((a, b) => a - b), lines })}
            error={errors['months']}
          />
        )}
      </div>
      <WeekCalendar
        week={week}
        look={periodLook(slots, currency, t)}
        hint={t('tariff.draw')}
        chosen={chosen}
        sample={sample}
        put={put}
        choose={choose}
      />
      {lineErrors[''] && <p className="span-wrong">{lineErrors['']}</p>}
      <WeekLines
        week={week}
        name={t('tariff.cycleNumber', { number })}
        renderSlot={props => <PeriodEntries {...props} currency={currency} />}
        addWords={t('tariff.addPeriod')}
        sample={sample}
        errors={lineErrors}
        chosen={chosen}
        onChange={set}
        wrong={lineErrors[''] !== undefined}
      />
    </section>
  )
}
