import { useText } from '../../platform/texts.tsx'
import { ClockField } from '../../ui/form/fields/ClockField.tsx'
import { FormModeProvider } from '../../ui/form/edit/FormFields.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import type { Adjustable, AdjustableGroup } from './adjustables.ts'

type Adjusted = (path: string, value: number | string | undefined) => void

/** The values that were in force while it was tried and are no line across the chart: they are set beside it. */
export function Adjust({ groups, onValue }: { groups: readonly AdjustableGroup[]; onValue: Adjusted }) {
  const t = useText()
  if (groups.length === 0) return null
  return (
    <section className="rehearsal-adjust">
      <h3>{t('rehearsal.adjust')}</h3>
      <p className="dim">{t('rehearsal.adjustHint')}</p>
      <FormModeProvider mode="edit">
        {groups.map(({ name, values }, at) => (
          // Two groups may be called alike; they keep their order.
          // oxlint-disable-next-line react/no-array-index-key
          <fieldset key={at}>
            <legend>{name}</legend>
            {values.map(value => (
              <Value key={value.path} of={value} onValue={onValue} />
            ))}
          </fieldset>
        ))}
      </FormModeProvider>
    </section>
  )
}

function Value({ of: { path, name, value, unit, decimals, min, max }, onValue }: { of: Adjustable; onValue: Adjusted }) {
  if (unit === undefined)
    return (
      <ClockField
        label={name}
        seconds
        required
        value={typeof value === 'string' ? value : undefined}
        onChange={next => onValue(path, next)}
      />
    )
  return (
    <NumberField
      label={name}
      required
      unit={unit}
      decimals={decimals ?? 0}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      value={typeof value === 'number' ? value : undefined}
      onChange={next => onValue(path, next)}
    />
  )
}
