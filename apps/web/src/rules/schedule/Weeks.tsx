import { useText } from '../../platform/texts.tsx'
import type { InterfaceLookup } from '../describe/interfaceLookup.ts'
import { slotValue, weekWords } from '../describe/schedule.ts'
import { fullAction, strengthOf } from './strength.ts'
import { type SchedulerBody, type Week, weeksByOutputs } from '../describe/schedulerWeeks.ts'
import { WeekView } from '../../ui/week/WeekView.tsx'
import { namesOf, settingWords } from '../describe/wiring.ts'

const actionsOf = ({ lines }: Week) => lines.flatMap(line => line.intervals.map(({ action }) => action))

/** The week of a scheduler, one for each group of devices that share one. */
export function Weeks({
  inputs,
  forced,
  knownOf,
}: {
  inputs: SchedulerBody['inputs']
  forced: boolean
  knownOf: InterfaceLookup
}) {
  const t = useText()
  const weeks = weeksByOutputs(inputs)
  return weeks.map(week => {
    const { outputs, lines } = week
    const [first] = outputs
    const full = fullAction(actionsOf(week), first === undefined ? null : knownOf(first).unit)
    return (
      <section key={outputs.join(' ')} className="week-of">
        {weeks.length > 1 && <h3>{namesOf(outputs, knownOf)}</h3>}
        <WeekView
          lines={lines}
          look={{
            isForced: forced,
            words: slot => slotValue(slot, value => settingWords(outputs, value, knownOf, t)),
            strength: ({ action }) => strengthOf(action, full),
          }}
          words={weekWords(week, inputs.callbackValue, knownOf, t)}
        />
      </section>
    )
  })
}
