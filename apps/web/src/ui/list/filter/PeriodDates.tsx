import { type Dates, isBackwards } from '@steading/contract/http/period'
import { useText } from '../../../platform/texts.tsx'
import { MomentField } from '../../moment/MomentField.tsx'

/** The two dates of a period; either may stay open. `error` is shown at the start. */
export function PeriodDates({
  fromDate,
  toDate,
  error,
  onChange,
}: Dates & { error?: string | undefined; onChange: (change: Dates) => void }) {
  const t = useText()
  return (
    <div className="period-days">
      <MomentField label={t('ui.from')} at={fromDate} error={error} onChange={at => onChange({ fromDate: at })} />
      <MomentField
        label={t('ui.to')}
        at={toDate}
        edge="end"
        error={isBackwards({ fromDate, toDate }) ? t('invalid.endBeforeStart') : undefined}
        onChange={at => onChange({ toDate: at })}
      />
    </div>
  )
}
