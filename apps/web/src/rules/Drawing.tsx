import type { RuleBody } from '@steading/contract/rulebody'
import { useText } from '../platform/texts.tsx'
import { CurveView } from './CurveView.tsx'
import type { KnownOf } from './known.ts'
import { weekWords } from './schedule.ts'
import { type SchedulerBody, type Week, weeksOf } from './week.ts'
import { WeekView } from './WeekView.tsx'
import { namesOf, settingOf } from './wiring.ts'

/** What of a rule is better seen than said: the week of a scheduler, a curve by age. */
export function Drawing({ body, knownOf }: { body: RuleBody; knownOf: KnownOf }) {
  switch (body.template) {
    case 'CYCLE_THERMOSTAT':
    case 'CYCLE_DOUBLE_THERMOSTAT':
    case 'CYCLE_PROPORTIONAL':
      return <CurveView body={body} />
    case 'SCHEDULER':
    case 'FORCED_SCHEDULER':
      return <Weeks body={body} knownOf={knownOf} />
    case 'THERMOSTAT':
    case 'DOUBLE_THERMOSTAT':
    case 'PROPORTIONAL':
    case 'ALARM_WITHOUT_ACTUATION':
    case 'ALARM_WITH_ACTUATION':
    case 'CLOUD_ALARM':
      return null
  }
}

/** Of a percentage all is 100, of other figures the greatest that is set. */
const fullOf = ({ lines }: Week, unit: string | null | undefined): number =>
  unit === '%' ? 100 : Math.max(1, ...lines.flatMap(line => line.intervals.map(({ action }) => Number(action))))

function Weeks({ body: { template, inputs }, knownOf }: { body: SchedulerBody; knownOf: KnownOf }) {
  const t = useText()
  const weeks = weeksOf(inputs)
  return weeks.map(week => {
    const { outputs, lines } = week
    const [first] = outputs
    return (
      <section key={outputs.join(' ')} className="week-of">
        {weeks.length > 1 && <h3>{namesOf(outputs, knownOf)}</h3>}
        <WeekView
          lines={lines}
          full={fullOf(week, first === undefined ? null : knownOf(first).unit)}
          forced={template === 'FORCED_SCHEDULER'}
          say={value => settingOf(outputs, value, knownOf, t)}
          words={weekWords(week, inputs.callbackValue, knownOf, t)}
        />
      </section>
    )
  })
}
