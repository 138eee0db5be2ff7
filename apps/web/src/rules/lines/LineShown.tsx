import { operatorWords, scaleOf } from '@steading/locales/condition'
import { quantity } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { useText } from '../../platform/texts.tsx'
import { Fields } from '../../ui/page/Fields.tsx'
import { limitWords } from '../condition.ts'
import { dateWords } from '../dates.ts'
import type { Choice } from '../form/choices.ts'
import { useAbout } from '../inputs/about.ts'
import { InterfaceLink } from '../inputs/InterfaceLink.tsx'
import type { EnteredLine } from './line.ts'
import { ageOf, dayOneOf } from './reference.ts'

/** What its limit is told from: how much fits in, or the value of each age. */
function referenceFields({ relativeTo, reference = [] }: EnteredLine, of: Choice | undefined, timeZone: string, t: Translate) {
  if (relativeTo === undefined || of === undefined) return []
  const { unit, decimals } = scaleOf(of)
  const said = (value = 0) => quantity(value, unit, t, [0, decimals])
  if (relativeTo === 'CAPACITY') return [{ label: t('rule.line.capacity'), value: said(reference[0]?.value) }]
  const dayOne = dayOneOf(reference, timeZone)
  const ages = reference.map(one => t('rule.line.curveStep', { day: ageOf(one, dayOne, timeZone) ?? 1, value: said(one.value) }))
  return [
    { label: t('rule.cycle.dayOne'), value: dateWords(dayOne, t) },
    { label: t('rule.curve'), value: ages.join(' · ') },
  ]
}

/** One condition as it reads. */
export function LineShown({ of: line, at }: { of: EnteredLine; at: number }) {
  const t = useText()
  const { choices, knownOf, terminals, timeZone } = useAbout()
  const of = line.interfaceId === undefined ? undefined : choices.get(line.interfaceId)
  const limit = (operator: string | undefined, value: EnteredLine['inputValue']) =>
    value === undefined || operator === undefined
      ? ''
      : `${operatorWords(operator, t) ?? ''} ${limitWords({ ...line, percent: line.percent ?? false, inputValue: value }, knownOf(line.interfaceId ?? ''), t)}`
  const box = terminals.find(one => one.id === line.terminalId)?.displayName ?? of?.terminal.displayName
  return (
    <li className="line">
      <h3>{t('rule.lineNumber', { line: at + 1 })}</h3>
      <Fields
        items={[
          { label: t('interface.one'), value: of && <InterfaceLink of={of} name={knownOf(of.id).name} /> },
          { label: t('terminal.one'), value: box },
          ...(line.isCyclical
            ? [
                { label: t('rule.line.cycleStart'), value: dateWords(line.cycleStartDate, t) },
                { label: t('rule.line.cycleEnd'), value: dateWords(line.cycleEndDate, t) },
                ...(line.cycle ?? []).map((step, k) => ({
                  label: `${t('rule.line.stepDay')}: ${step.day ?? k}`,
                  value: limit(step.logicOperator, step.action),
                })),
              ]
            : [{ label: t('rule.condition'), value: limit(line.logicOperator, line.inputValue) }]),
          ...referenceFields(line, of, timeZone, t),
          { label: t('rule.permanenceTime'), value: line.permanenceTime },
          { label: t('rule.repetition'), value: line.repetitionTime },
          { label: t('rule.notificationLimit'), value: line.notificationLimit },
        ]}
      />
    </li>
  )
}
