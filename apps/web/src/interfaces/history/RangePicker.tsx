import { MAX_RANGE_DAYS } from '@steading/contract/devices/readings'
import { useState } from 'react'
import { clock } from '../../platform/page/clock.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Ranges } from '../../ui/chart/Ranges.tsx'
import { FilterChip } from '../../ui/list/filter/FilterChip.tsx'
import { PeriodDates } from '../../ui/list/filter/PeriodDates.tsx'
import { writeMoment } from '../../ui/moment/moment.ts'
import { historyHours } from './history.ts'
import { type HistoryRange, isTooLong } from './range.ts'

const usual: HistoryRange = { hours: 24 }

/** The period of a history: a quick range, or dates. */
export function RangePicker({ range, onRange }: { range: HistoryRange; onRange: (range: HistoryRange) => void }) {
  const t = useText()
  const zone = useZone()
  const [open, setOpen] = useState(false)
  const isQuick = 'hours' in range
  const dates = isQuick ? {} : range
  const words = [writeMoment(dates.fromDate, zone, 'start', t), writeMoment(dates.toDate, zone, 'end', t)].map(
    text => text || '…',
  )
  return (
    <div className="history-range">
      <Ranges ranges={historyHours} hours={isQuick ? range.hours : undefined} onHours={hours => onRange({ hours })} />
      <FilterChip
        name={t('chart.dates')}
        value={isQuick ? '' : words.join(' – ')}
        on={!isQuick}
        clear={() => onRange(usual)}
        open={open}
        setOpen={setOpen}
      >
        <PeriodDates
          {...dates}
          error={isTooLong(dates, clock.now()) ? t('invalid.rangeTooLong', { days: MAX_RANGE_DAYS }) : undefined}
          onChange={change => {
            const { fromDate, toDate } = { ...dates, ...change }
            onRange(fromDate === undefined && toDate === undefined ? usual : { fromDate, toDate })
          }}
        />
      </FilterChip>
    </div>
  )
}
