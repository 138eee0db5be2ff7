import { useId, useState } from 'react'
import { useZone } from '../../../platform/session/session.ts'
import { useText } from '../../../platform/texts.tsx'
import { writeMoment } from '../../moment/moment.ts'
import { FilterChip } from './FilterChip.tsx'
import { PeriodDates } from './PeriodDates.tsx'
import { type Period, asked, byDates, byPreset } from './period.ts'

/** A chip that says when: a preset that counts back from now, or days from and to. One takes the place of the other. */
export function PeriodFilter<P extends string>({
  name,
  presets,
  standard,
  value,
  onChange,
}: {
  name: string
  presets: readonly { readonly value: P; readonly label: string }[]
  /** The preset of the list itself; undefined: any time. */
  standard: P | undefined
  value: Period<P>
  onChange: (value: Period<P>) => void
}) {
  const t = useText()
  const zone = useZone()
  const id = useId()
  const [open, setOpen] = useState(false)
  const { lastTime, fromDate, toDate } = asked(value, standard)
  const isDated = fromDate !== undefined || toDate !== undefined
  const on = isDated || lastTime !== standard
  const dated = [writeMoment(fromDate, zone, 'start', t), writeMoment(toDate, zone, 'end', t)].map(one => one || '…').join(' – ')
  const label = presets.find(preset => preset.value === lastTime)?.label ?? (isDated ? dated : t('list.any'))
  return (
    <FilterChip
      name={name}
      value={label}
      on={on}
      clear={() => onChange(byPreset(standard, standard))}
      open={open}
      setOpen={setOpen}
    >
      {presets.map(preset => (
        <label key={preset.value}>
          <input
            type="radio"
            name={id}
            checked={preset.value === lastTime}
            onChange={() => {
              onChange(byPreset(preset.value, standard))
              setOpen(false)
            }}
          />
          {preset.label}
        </label>
      ))}
      <PeriodDates fromDate={fromDate} toDate={toDate} onChange={change => onChange(byDates({ fromDate, toDate }, change))} />
    </FilterChip>
  )
}
