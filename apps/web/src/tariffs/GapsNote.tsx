import type { TariffCycle, TariffGaps } from '@steading/contract/tariffs/tariffs'
import { offsetOf } from '@steading/locales/zones'
import { tariffGaps } from '@steading/production/tariffs/tariffGaps'
import { useMemo } from 'react'
import { clock } from '../platform/page/clock.ts'
import { useText } from '../platform/texts.tsx'
import { Note } from '../ui/page/Note.tsx'
import { slotTime } from '../ui/week/slotTime.ts'
import { dayName, monthName } from './tariffWords.ts'

/** Gaps that are listed. */
const MOST = 6

/** A warning of times and months without a period; nothing where there are none. */
export function GapsNote({ gaps: { periods, months } }: { gaps: TariffGaps }) {
  const t = useText()
  if (periods.length === 0 && months.length === 0) return null
  return (
    <Note>
      <b>{t('tariff.gaps')}</b> {t('tariff.gapsHint')}
      <ul>
        {months.length > 0 && <li>{t('tariff.gapMonths', { months: months.map(month => monthName(month, t)).join(', ') })}</li>}
        {periods.slice(0, MOST).map(({ cycle, dayOfWeek, ...times }) => (
          <li key={`${cycle} ${dayOfWeek} ${times.startTime}`}>
            {t('tariff.gapPeriod', { number: cycle + 1, days: dayName(dayOfWeek, t), time: slotTime(times, t) })}
          </li>
        ))}
        {periods.length > MOST && <li>{t('tariff.moreGaps', { count: periods.length - MOST })}</li>}
      </ul>
    </Note>
  )
}

/** The gaps of cycles in a zone. */
export function CycleGaps({ cycles, timeZone }: { cycles: readonly TariffCycle[]; timeZone: string }) {
  const gaps = useMemo(
    () => tariffGaps(cycles, new Date(clock.now()).getUTCFullYear(), at => offsetOf(timeZone, new Date(at))),
    [cycles, timeZone],
  )
  return <GapsNote gaps={gaps} />
}
