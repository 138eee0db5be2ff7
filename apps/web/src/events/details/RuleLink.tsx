import type { EventDetails } from '@steading/contract/events/events'
import { IconSettingsAutomation } from '@tabler/icons-react'
import { to } from '../../platform/navigation/paths.ts'
import { writeSearch } from '../../platform/navigation/search.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Link } from '../../ui/Link.tsx'

/** The rule behind an event, and the version that opened it; a link for who may see such rules. */
export function RuleLink({
  event: { id, ruleId, ruleName, category },
  version,
}: {
  event: EventDetails
  version?: number | undefined
}) {
  const t = useText()
  const may = useMay()
  if (ruleName === null) return null
  const words = version === undefined ? ruleName : t('event.why.rule', { rule: ruleName, version })
  const inside = (
    <>
      <IconSettingsAutomation size={14} aria-hidden />
      {words}
    </>
  )
  // A control rule opens no event but for a sensor that it misses.
  const isAlarm = category !== 'TECHNICAL'
  if (ruleId === null || !may(isAlarm ? 'rules.alarms' : 'rules.read')) return <span className="rule-of">{inside}</span>
  const page = isAlarm ? to('/rules/alarms/{ruleId}/details', { ruleId }) : to('/rules/{ruleId}/details', { ruleId })
  return (
    <Link className="rule-of" href={page + writeSearch({ eventId: id })}>
      {inside}
    </Link>
  )
}
