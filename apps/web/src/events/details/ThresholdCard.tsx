import { feedbackOf, isRelative } from '@steading/contract/events/comparison'
import type { Cause, EventDetails } from '@steading/contract/events/events'
import { comparedWords, limitWords, readingWords } from '@steading/locales/condition'
import { dateTime, duration } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { to } from '../../platform/navigation/paths.ts'
import { useMay, useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Link } from '../../ui/Link.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { type Field, Fields } from '../../ui/page/Fields.tsx'
import { conditionWords } from './causeWords.ts'

/** What was compared then: the reading; that and its distance from a reference; what was ordered and what the device said. */
function valueFields(cause: Cause, t: Translate): Field[] {
  const reading = { label: t('event.valueThen'), value: readingWords(cause, cause.reading, t) }
  const feedback = feedbackOf(cause)
  if (feedback) return [{ label: t('event.ordered'), value: readingWords(cause, feedback.ordered, t) }, reading]
  const compared = comparedWords(cause, cause.value, t)
  if (isRelative(cause)) return [reading, { label: t('event.againstReference'), value: compared }]
  return [{ label: reading.label, value: compared }]
}

/** The limits as they stood when it fired; where there were none, what else is known. */
export function ThresholdCard({ event }: { event: EventDetails }) {
  const t = useText()
  const zone = useZone()
  const may = useMay()
  const { causes, terminal, ruleId } = event
  const place = terminal ? (
    may('terminals.read') ? (
      <Link href={to('/system/terminals/details/{terminalId}', { terminalId: terminal.id })}>{terminal.displayName}</Link>
    ) : (
      terminal.displayName
    )
  ) : (
    t('event.inCloud')
  )
  const general: Field[] =
    ruleId === null && terminal === null ? [] : [{ label: t(ruleId === null ? 'terminal.one' : 'event.runsOn'), value: place }]
  const conditionOf = (cause: Cause): Field[] => [
    { label: t('rule.condition'), value: conditionWords(cause, t) },
    { label: t('rule.permanenceTime'), value: cause.permanence > 0 ? duration(cause.permanence, t) : t('event.atOnce') },
    ...valueFields(cause, t),
    { label: t('event.since'), value: dateTime(cause.sinceUtc, zone, t) },
  ]
  const [cause, another] = causes
  if (!cause && general.length === 0) return null
  return (
    <Card title={t(cause ? 'event.threshold' : 'event.facts')} className="facts">
      {another &&
        causes.map(cause => (
          <section key={`${cause.interfaceId} ${limitWords(cause, t)}`} className="fact-group">
            <h3>{cause.interfaceName}</h3>
            <Fields items={conditionOf(cause)} />
          </section>
        ))}
      <Fields
        items={[
          ...(cause && !another ? [{ label: t('interface.in'), value: cause.interfaceName }, ...conditionOf(cause)] : []),
          ...general,
        ]}
      />
    </Card>
  )
}
