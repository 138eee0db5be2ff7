import { useText } from '../../platform/texts.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { DayField } from '../../ui/moment/DayField.tsx'
import type { Choice } from '../values/choices.ts'
import { type Errors, errorsBelow } from '../../ui/form/edit/errorsBelow.ts'
import type { OnLineChange, LineValues, StepValues } from '../values/lines/lineValues.ts'
import { operatorsFor } from '../values/lines/lineValues.ts'
import { LimitEntries } from './LimitEntries.tsx'
import { AddStep, RemoveStep } from './StepButtons.tsx'

const most = 64
const lastDay = 3660

/** Of equal days the last one holds: the limit above is never in force. */
const isCovered = (steps: readonly StepValues[], at: number): boolean =>
  at > 0 && steps[at]?.day !== undefined && steps[at].day === steps[at - 1]?.day

/** A limit that follows the calendar: from when to when, and from which day on which limit. */
export function CalendarEntries({
  at,
  choice,
  line,
  errors,
  change,
}: {
  at: number
  choice: Choice | undefined
  line: LineValues
  errors: Errors
  change: OnLineChange
}) {
  const t = useText()
  const steps = line.cycle ?? []
  const put = (k: number, step: Partial<StepValues>, name: string) =>
    change(
      now => ({ ...now, cycle: (now.cycle ?? []).map((item, other) => (other === k ? { ...item, ...step } : item)) }),
      `cycle.${k}.${name}`,
    )
  const add = () => {
    const before = steps.at(-1)
    const [only, ...more] = operatorsFor(choice)
    const logicOperator = before?.logicOperator ?? (more.length === 0 ? only : undefined)
    change(now => ({ ...now, cycle: [...(now.cycle ?? []), { day: undefined, logicOperator }] }), 'cycle')
  }
  return (
    <>
      <div className="line-entries">
        <DayField
          label={t('rule.line.cycleStart')}
          required
          value={line.cycleStartDate}
          onChange={cycleStartDate => change(now => ({ ...now, cycleStartDate }), 'cycleStartDate')}
          error={errors['cycleStartDate']}
        />
        <DayField
          label={t('rule.line.cycleEnd')}
          required
          value={line.cycleEndDate}
          onChange={cycleEndDate => change(now => ({ ...now, cycleEndDate }), 'cycleEndDate')}
          error={errors['cycleEndDate']}
        />
      </div>
      <ol className="line-steps">
        {steps.map((step, k) => {
          const its = errorsBelow(errors, `cycle.${k}`)
          return (
            // Steps have no name of their own; they keep their order.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={k} className="line-entries">
              <NumberField
                label={t('rule.line.stepDay')}
                required
                min={0}
                max={lastDay}
                value={step.day}
                onChange={day => put(k, { day }, 'day')}
                {...(isCovered(steps, k) && { hint: t('rule.line.equalDay', { line: at + 1, step: k + 1, above: k }) })}
                error={its['day']}
              />
              <LimitEntries
                choice={choice}
                line={line}
                operator={step.logicOperator}
                value={step.action}
                errors={{ operator: its['logicOperator'], value: its['action'] }}
                onOperator={logicOperator => put(k, { logicOperator }, 'logicOperator')}
                onValue={action => put(k, { action }, 'action')}
              />
              <RemoveStep
                label={t('rule.line.removeStep', { step: k + 1 })}
                onClick={() => change(now => ({ ...now, cycle: (now.cycle ?? []).filter((_, other) => other !== k) }), 'cycle')}
              />
            </li>
          )
        })}
      </ol>
      {steps.length < most && (
        <AddStep
          word={t('rule.line.addStep')}
          label={`${t('rule.line.addStep')} (${t('rule.lineNumber', { line: at + 1 })})`}
          error={errors['cycle']}
          onClick={add}
        />
      )}
    </>
  )
}
