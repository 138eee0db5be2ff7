import { isBackwards } from '@steading/contract/http/period'
import { useState } from 'react'
import { useZone } from '../../../platform/session/session.ts'
import { useText } from '../../../platform/texts.tsx'
import { FilterChip } from './FilterChip.tsx'
import { MomentField } from '../../moment/MomentField.tsx'
import { writeMoment } from '../../moment/moment.ts'

/** A chip that narrows a list to a span of days (ISO UTC); either end may be open. */
export function DatesFilter({
  name,
  from,
  to,
  onChange,
}: {
  name: string
  from: string | undefined
  to: string | undefined
  onChange: (from: string | undefined, to: string | undefined) => void
}) {
  const t = useText()
  const zone = useZone()
  const [open, setOpen] = useState(false)
  const on = from !== undefined || to !== undefined
  const label = [writeMoment(from, zone, 'start', t), writeMoment(to, zone, 'end', t)].map(text => text || '…').join(' – ')
  return (
    <FilterChip
      name={name}
      value={on ? label : t('list.any')}
      on={on}
      clear={() => onChange(undefined, undefined)}
      open={open}
      setOpen={setOpen}
    >
      <div className="period-days">
        <MomentField label={t('ui.from')} at={from} onChange={at => onChange(at, to)} />
        <MomentField
          label={t('ui.to')}
          at={to}
          edge="end"
          error={isBackwards({ fromDate: from, toDate: to }) ? t('invalid.endBeforeStart') : undefined}
          onChange={at => onChange(from, at)}
        />
      </div>
    </FilterChip>
  )
}
