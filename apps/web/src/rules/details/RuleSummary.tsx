import type { RuleBody } from '@steading/contract/rules/body'
import type { RuleDetails } from '@steading/contract/rules/rules'
import { useNow } from '../../platform/page/clock.ts'
import { useText } from '../../platform/texts.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { AlarmSettings, AlarmConditions } from './AlarmSummary.tsx'
import { CurveView } from '../cycle/CurveView.tsx'
import { Weeks } from '../schedule/Weeks.tsx'
import type { InterfaceLookup } from '../describe/interfaceLookup.ts'
import { sentencesOf } from '../describe/sentences.ts'
import { shownVersionWords } from '../words.ts'
import '../rules.css'

/** Description of a rule in plain sentences, with a drawing where it has one. */
export function RuleSummary({ rule, body, knownOf }: { rule: RuleDetails; body: RuleBody; knownOf: InterfaceLookup }) {
  const t = useText()
  const now = useNow()
  const alarm = 'event' in body ? body : undefined
  const sentences = sentencesOf(body, knownOf, t, now)
  return (
    <Card title={t('rule.whatItDoes')} hint={shownVersionWords(rule, t)}>
      {alarm && <AlarmConditions body={alarm} knownOf={knownOf} now={now} />}
      {sentences.length > 0 && (
        <ul className="rule-says">
          {sentences.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <RuleDrawing body={body} knownOf={knownOf} />
      {alarm && <AlarmSettings rule={rule} body={alarm} />}
    </Card>
  )
}

/** The week of a scheduler, or the curve of a rule whose set points follow the age of the animals. */
function RuleDrawing({ body, knownOf }: { body: RuleBody; knownOf: InterfaceLookup }) {
  switch (body.template) {
    case 'CYCLE_THERMOSTAT':
    case 'CYCLE_DOUBLE_THERMOSTAT':
    case 'CYCLE_PROPORTIONAL':
      return <CurveView body={body} />
    case 'SCHEDULER':
    case 'FORCED_SCHEDULER':
      return <Weeks inputs={body.inputs} forced={body.template === 'FORCED_SCHEDULER'} knownOf={knownOf} />
    case 'THERMOSTAT':
    case 'DOUBLE_THERMOSTAT':
    case 'PROPORTIONAL':
    case 'ALARM_WITHOUT_ACTUATION':
    case 'ALARM_WITH_ACTUATION':
    case 'CLOUD_ALARM':
      return null
  }
}
