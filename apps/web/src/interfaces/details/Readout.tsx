import type { Interface } from '@steading/contract/devices/interfaces'
import { useQuery } from '@tanstack/react-query'
import { usePollEvery } from '../../live/index.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { fitting } from '../../ui/page/figure.ts'
import { Kpi, KpiBar } from '../../ui/page/Kpi.tsx'
import { valueText } from '../subject.ts'
import { Freshness } from '../Freshness.tsx'
import { todayQuery } from '../interfaces.queries.ts'
import { LastValue } from '../LastValue.tsx'
import { dailyFigures } from './dailyFigures.ts'
import '../interfaces.css'

/** The value now, and what it was like since midnight. */
export function Readout({ interface: iface }: { interface: Interface }) {
  const t = useText()
  const refetchInterval = usePollEvery()
  const { data: today } = useQuery({ ...todayQuery(iface.id, useZone()), refetchInterval })
  return (
    <KpiBar label={iface.displayName}>
      <div className="kpi kpi-lead readout">
        <div className="kpi-label">{t('reading.last')}</div>
        <div className="kpi-value" style={fitting(valueText(iface, iface.lastConvertedReading, t), iface.unit ?? '')}>
          <LastValue interface={iface} />
        </div>
        <div className="kpi-note">
          <Freshness interface={iface} />
        </div>
      </div>
      {dailyFigures(iface, today ?? undefined, t).map(({ label, value, unit }) => (
        <Kpi key={label} label={label} value={value} {...(unit && { unit })} note={t('today.since')} />
      ))}
    </KpiBar>
  )
}
