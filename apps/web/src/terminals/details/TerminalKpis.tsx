import type { TerminalDetails } from '@steading/contract/devices/terminals'
import { age, duration, missing, number } from '@steading/locales/format'
import { useNow } from '../../platform/page/clock.ts'
import { useText } from '../../platform/texts.tsx'
import { Kpi, KpiBar } from '../../ui/page/Kpi.tsx'
import '../terminals.css'

/** Key figures of a terminal: contact, backlog, received readings, rules, software and configuration. */
export function TerminalKpis({ of }: { of: TerminalDetails }) {
  const t = useText()
  const now = useNow(5)
  const { active, error, pending, undeployed } = of.ruleCounts
  const rules = [
    error > 0 && t('terminal.rules.error', { count: error }),
    pending > 0 && t('terminal.rules.pending', { count: pending }),
    undeployed > 0 && t('terminal.rules.undeployed', { count: undeployed }),
  ].filter(Boolean)
  return (
    <KpiBar label={of.displayName}>
      <Kpi
        label={t('terminal.lastContact')}
        value={of.lastCommunicationTimestampUtc ? t('ui.ago', { age: age(of.lastCommunicationTimestampUtc, now, t) }) : missing}
        note={of.timeOut > 0 ? t('terminal.silentAfter', { duration: duration(of.timeOut, t) }) : t('terminal.silentNever')}
      />
      <Kpi label={t('terminal.waiting')} value={number(of.waiting, t)} note={t('terminal.atConnection')} />
      <Kpi label={t('terminal.readings')} value={number(of.readings24h, t)} note={t('terminal.lastDay')} />
      <Kpi
        label={t('terminal.rulesOnBox')}
        value={number(active, t)}
        note={error > 0 ? <span className="kpi-bad">{rules.join(', ')}</span> : rules.join(', ')}
      />
      <Kpi
        label={t('terminal.software')}
        value={of.firmware ?? missing}
        note={of.boots !== null && t('terminal.boots', { count: of.boots })}
      />
      <Kpi label={t('terminal.revision')} value={number(of.desiredRevision, t)} note={<Revision of={of} />} />
    </KpiBar>
  )
}

function Revision({ of: { desiredRevision, reportedRevision } }: { of: TerminalDetails }) {
  const t = useText()
  if (reportedRevision === desiredRevision) return t('terminal.upToDate')
  return (
    <span className="kpi-pending">
      {reportedRevision === null
        ? t('terminal.nothingReported')
        : t('terminal.stillRuns', { revision: number(reportedRevision, t) })}
    </span>
  )
}
