import type { Interface } from '@steading/contract/interfaces'
import { useQuery } from '@tanstack/react-query'
import { usePollEvery } from '../platform/live.ts'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { fitting } from '../ui/page/figure.ts'
import { Kpi, KpiBar } from '../ui/page/Kpi.tsx'
import { valueText } from '../widgets/index.ts'
import { Freshness } from './Freshness.tsx'
import { todayQuery } from './interfaces.queries.ts'
import { LastValue } from './LastValue.tsx'
import { figuresOf } from './today.ts'
import './interfaces.css'

/** The value now, and what it was like since midnight. */
export function Readout({ of }: { of: Interface }) {
  const t = useText()
  const refetchInterval = usePollEvery()
  const { data: today } = useQuery({ ...todayQuery(of.id, useZone()), refetchInterval })
  return (
    <KpiBar label={of.displayName}>
      <div className="kpi kpi-lead readout">
        <div className="kpi-label">{t('reading.last')}</div>
        <div className="kpi-value" style={fitting(valueText(of, of.lastConvertedReading, t), of.unit ?? '')}>
          <LastValue of={of} />
        </div>
        <div className="kpi-note">
          <Freshness of={of} />
        </div>
      </div>
      {figuresOf(of, today ?? undefined, t).map(({ label, value, unit }) => (
        <Kpi key={label} label={label} value={value} {...(unit && { unit })} note={t('today.since')} />
      ))}
    </KpiBar>
  )
}
