import { operatorWords, scaleOf } from '@steading/locales/condition'
import { exactQuantity } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { useText } from '../../platform/texts.tsx'
import { Fields } from '../../ui/page/Fields.tsx'
import { limitWords } from '../describe/conditions/condition.ts'
import { writeDay } from '../../ui/moment/day.ts'
import type { Choice } from '../values/choices.ts'
import { useRuleFormData } from '../values/ruleFormData.ts'
import { InterfaceLink } from '../inputs/interface/InterfaceLink.tsx'
import type { LineValues } from '../values/lines/lineValues.ts'
import { ageOf, dayOneOf } from '../values/reference.ts'

/** What its limit is told from: how much fits in, or the value of each age. */
function referenceFields(
  { relativeTo, followsBatch, reference = [] }: LineValues,
  choice: Choice | undefined,
  timeZone: string,
  t: Translate,
) {
  if (relativeTo === undefined || choice === undefined) return []
  const { unit } = scaleOf(choice)
  const text = (value = 0) => exactQuantity(value, unit, t)
  if (relativeTo === 'CAPACITY') return [{ label: t('rule.line.capacity'), value: text(reference[0]?.value) }]
  if (followsBatch === true) {
    const words = reference.length === 0 ? 'rule.line.noBatch' : 'rule.line.against.batch'
    return [{ label: t('rule.line.against'), value: t(words) }]
  }
  const dayOne = dayOneOf(reference, timeZone)
  const ages = reference.map(references =>
    t('rule.line.curveStep', { day: ageOf(references, dayOne, timeZone) ?? 1, value: text(references.value) }),
  )
  return [
    { label: t('rule.cycle.dayOne'), value: writeDay(dayOne, t) },
    { label: t('rule.curve'), value: ages.join(' · ') },
  ]
}

/** One condition as it reads. */
export function LineSummary({ line, at }: { line: LineValues; at: number }) {
  const t = useText()
  const { choices, knownOf, terminals, timeZone } = useRuleFormData()
  const choice = line.interfaceId === undefined ? undefined : choices.get(line.interfaceId)
  const limit = (operator: string | undefined, value: LineValues['inputValue']) =>
    value === undefined || operator === undefined
      ? ''
      : `${operatorWords(operator, t) ?? ''} ${limitWords({ ...line, percent: line.percent ?? false, inputValue: value }, knownOf(line.interfaceId ?? ''), t)}`
  const box = terminals.find(terminal => terminal.id === line.terminalId)?.displayName ?? choice?.terminal.displayName
  return (
    <li className="line">
      <h3>{t('rule.lineNumber', { line: at + 1 })}</h3>
      <Fields
        items={[
          { label: t('interface.one'), value: choice && <InterfaceLink choice={choice} name={knownOf(choice.id).name} /> },
          { label: t('terminal.one'), value: box },
          ...(line.isCyclical
            ? [
                { label: t('rule.line.cycleStart'), value: writeDay(line.cycleStartDate, t) },
                { label: t('rule.line.cycleEnd'), value: writeDay(line.cycleEndDate, t) },
                ...(line.cycle ?? []).map((step, k) => ({
                  label: `${t('rule.line.stepDay')}: ${step.day ?? k}`,
                  value: limit(step.logicOperator, step.action),
                })),
              ]
            : [{ label: t('rule.condition'), value: limit(line.logicOperator, line.inputValue) }]),
          ...referenceFields(line, choice, timeZone, t),
          { label: t('rule.permanenceTime'), value: line.permanenceTime },
          { label: t('rule.repetition'), value: line.repetitionTime },
          { label: t('rule.notificationLimit'), value: line.notificationLimit },
        ]}
      />
    </li>
  )
}
