import { scaleOf } from '@steading/locales/condition'
import { useText } from '../../platform/texts.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { DayField } from '../../ui/moment/DayField.tsx'
import type { Choice } from '../values/choices.ts'
import { useRuleFormData } from '../values/ruleFormData.ts'
import { type Errors, errorsBelow } from '../../ui/form/edit/errorsBelow.ts'
import type { OnLineChange, LineValues } from '../values/lines/lineValues.ts'
import { BatchNote, FollowedBatchNote } from '../inputs/BatchNote.tsx'
import {
  type Relation,
  ageOf,
  dayOneOf,
  withRelation,
  relationOf,
  relationsOf,
  withAge,
  withDayOne,
} from '../values/reference.ts'
import { AddStep, RemoveStep } from './StepButtons.tsx'

const most = 100
const oldest = 1000
const words = {
  BATCH: 'rule.line.against.batch',
  CURVE: 'rule.line.against.curve',
  CAPACITY: 'rule.line.against.capacity',
} as const

/** What a condition is held against, where its sensor knows more than a fixed figure, and how far from it is told. */
export function RelationEntries({
  choice,
  line,
  change,
}: {
  choice: Choice | undefined
  line: LineValues
  change: OnLineChange
}) {
  const t = useText()
  const { batch, today, timeZone } = useRuleFormData()
  const { relativeTo } = line
  const relation = relationOf(line)
  const offered = relationsOf(choice)
  if (choice === undefined || (offered.length === 0 && relativeTo === undefined)) return null
  const all: readonly Relation[] = relation === undefined || offered.includes(relation) ? offered : [relation, ...offered]
  return (
    <>
      <SelectField
        label={t('rule.line.against')}
        required
        options={[
          { value: 'FIXED', label: t('rule.line.against.fixed') },
          ...all.map(value => ({ value, label: t(words[value]) })),
        ]}
        value={relation ?? 'FIXED'}
        onChange={next =>
          change(
            now =>
              withRelation(
                now,
                choice,
                all.find(value => value === next),
                { dayOne: batch?.dayOne ?? today, timeZone },
              ),
            '',
          )
        }
      />
      {relativeTo !== undefined && (
        <SelectField
          label={t('rule.line.measured')}
          required
          options={[
            { value: 'DIFFERENCE', label: t('rule.line.difference', { unit: scaleOf({ ...choice, relativeTo }).unit }) },
            { value: 'SHARE', label: t('rule.line.share') },
          ]}
          value={line.percent ? 'SHARE' : 'DIFFERENCE'}
          onChange={next => change(now => ({ ...now, percent: next === 'SHARE', inputValue: undefined }), 'inputValue')}
        />
      )}
    </>
  )
}

/** The reference itself: how much fits in, or the value of each age. */
export function ReferenceEntries({
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
  const { timeZone } = useRuleFormData()
  const { relativeTo, reference = [] } = line
  if (choice === undefined || relativeTo === undefined) return null
  const { unit, decimals } = scaleOf(choice)
  if (line.followsBatch === true) return <FollowedBatchNote words="rule.line.noBatch" />
  const putValue = (k: number, value: number | undefined) =>
    change(
      now => ({
        ...now,
        reference: (now.reference ?? []).map((references, other) => (other === k ? { ...references, value } : references)),
      }),
      `reference.${k}.value`,
    )
  if (relativeTo === 'CAPACITY')
    return (
      <div className="line-entries">
        <NumberField
          label={t('rule.line.capacity')}
          required
          min={0}
          unit={unit}
          decimals={decimals}
          // It is entered with the silo, once for all rules.
          disabled={choice.capacity !== undefined}
          {...(choice.capacity !== undefined && { hint: t('rule.line.capacityHint') })}
          value={choice.capacity ?? reference[0]?.value}
          onChange={value => change(now => ({ ...now, reference: [{ from: 0, value }] }), 'reference')}
          error={errors['reference.0.value'] ?? errors['reference']}
        />
      </div>
    )
  const dayOne = dayOneOf(reference, timeZone)
  return (
    <>
      <BatchNote
        dayOne={dayOne}
        use={date => change(now => ({ ...now, reference: withDayOne(now.reference ?? [], date, timeZone) }), 'reference')}
      />
      <div className="line-entries">
        <DayField
          label={t('rule.cycle.dayOne')}
          required
          value={dayOne}
          onChange={date => {
            if (date) change(now => ({ ...now, reference: withDayOne(now.reference ?? [], date, timeZone) }), 'reference')
          }}
          hint={t('rule.line.curveHint')}
        />
      </div>
      <ol className="line-steps ages">
        {reference.map((entry, k) => {
          const its = errorsBelow(errors, `reference.${k}`)
          const age = ageOf(entry, dayOne, timeZone)
          return (
            // Values have no name of their own; they keep their order.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={k} className="line-entries">
              <NumberField
                label={t('rule.line.curveDay')}
                required
                disabled={k === 0}
                {...(k > 0 && { min: 2, max: oldest })}
                value={age}
                onChange={next =>
                  change(now => ({ ...now, reference: withAge(now.reference ?? [], k, next, timeZone) }), 'reference')
                }
                error={its['from']}
              />
              <NumberField
                label={t('rule.line.curveValue')}
                required
                unit={unit}
                decimals={decimals}
                value={entry.value}
                onChange={value => putValue(k, value)}
                error={its['value']}
              />
              {k > 0 && (
                <RemoveStep
                  label={t('rule.line.removeCurveDay', { day: age ?? k + 1 })}
                  onClick={() =>
                    change(now => ({ ...now, reference: (now.reference ?? []).filter((_, other) => other !== k) }), 'reference')
                  }
                />
              )}
            </li>
          )
        })}
      </ol>
      {reference.length < most && (
        <AddStep
          word={t('rule.line.addCurveDay')}
          label={`${t('rule.line.addCurveDay')} (${t('rule.lineNumber', { line: at + 1 })})`}
          error={errors['reference']}
          onClick={() => change(now => ({ ...now, reference: [...(now.reference ?? []), {}] }), 'reference')}
        />
      )}
    </>
  )
}
