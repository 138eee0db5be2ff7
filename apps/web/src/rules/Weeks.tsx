import { useText } from '../platform/texts.tsx'
import type { KnownOf } from './known.ts'
import { weekWords } from './schedule.ts'
import { fullOf } from './slots.ts'
import { type SchedulerBody, type Week, weeksOf } from './week.ts'
import { WeekView } from './WeekView.tsx'
import { namesOf, settingOf } from './wiring.ts'

const actionsIn = ({ lines }: Week) => lines.flatMap(line => line.intervals.map(({ action }) => action))

/** The week of a scheduler, one for each group of devices that share one. */
export function Weeks({ inputs, forced, knownOf }: { inputs: SchedulerBody['inputs']; forced: boolean; knownOf: KnownOf }) {
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
          full={fullOf(actionsIn(week), first === undefined ? null : knownOf(first).unit)}
          forced={forced}
          say={value => settingOf(outputs, value, knownOf, t)}
          words={weekWords(week, inputs.callbackValue, knownOf, t)}
        />
      </section>
    )
  })
}
