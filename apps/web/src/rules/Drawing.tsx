import type { RuleBody } from '@steading/contract/rulebody'
import { CurveView } from './CurveView.tsx'
import type { KnownOf } from './known.ts'
import { Weeks } from './Weeks.tsx'

/** What of a rule is better seen than said: the week of a scheduler, a curve by age. */
export function Drawing({ body, knownOf }: { body: RuleBody; knownOf: KnownOf }) {
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
