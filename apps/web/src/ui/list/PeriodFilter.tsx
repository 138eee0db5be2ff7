import { date } from '@steading/locales/format'
import { useId, useState } from 'react'
import { useZone } from '../../platform/session.ts'
import { useText } from '../../platform/texts.tsx'
import { FilterChip } from './FilterChip.tsx'
import { type Period, asked, byDates, byPreset, dayEnd, dayOf, dayStart } from './period.ts'

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
  /** The preset of the list itself. */
  standard: P
  value: Period<P>
  onChange: (value: Period<P>) => void
}) {
  const t = useText()
  const zone = useZone()
  const id = useId()
  const [open, setOpen] = useState(false)
  const { lastTime, fromDate, toDate } = asked(value, standard)
  const on = lastTime !== standard
  const day = (iso: string | undefined) => (iso ? date(iso, zone) : '…')
  const said = presets.find(one => one.value === lastTime)?.label ?? `${day(fromDate)} – ${day(toDate)}`
  const dates = (change: Pick<Period<P>, 'fromDate' | 'toDate'>) => onChange(byDates({ fromDate, toDate }, change))
  return (
    <FilterChip
      name={name}
      said={said}
      on={on}
      clear={() => onChange(byPreset(standard, standard))}
      open={open}
      setOpen={setOpen}
    >
      {presets.map(one => (
        <label key={one.value}>
          <input
            type="radio"
            name={id}
            checked={one.value === lastTime}
            onChange={() => {
              onChange(byPreset(one.value, standard))
              setOpen(false)
            }}
          />
          {one.label}
        </label>
      ))}
      <div className="period-days">
        <Day label={t('ui.from')} at={fromDate} onChange={text => dates({ fromDate: dayStart(text, zone) })} />
        <Day label={t('ui.to')} at={toDate} onChange={text => dates({ toDate: dayEnd(text, zone) })} />
      </div>
    </FilterChip>
  )
}

/** A day of a person's own zone. A year that is still being typed changes nothing. */
function Day({ label, at, onChange }: { label: string; at: string | undefined; onChange: (text: string) => void }) {
  const zone = useZone()
  const [draft, keep] = useState<string>()
  const typed = (text: string) => {
    const whole = text === '' || text >= '2000'
    keep(whole ? undefined : text)
    if (whole) onChange(text)
  }
  return (
    <label className="period-day">
      {label}
      <input
        type="date"
        min="2000-01-01"
        max="2099-12-31"
        value={draft ?? (at ? dayOf(at, zone) : '')}
        onChange={event => typed(event.currentTarget.value)}
      />
    </label>
  )
}
