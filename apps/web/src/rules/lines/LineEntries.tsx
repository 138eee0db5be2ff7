import { ActionIcon, Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { isComparable } from '@steading/contract/devices/categories'
import type { TemplateInput } from '@steading/contract/rules/templateInputs'
import { IconTrash } from '@tabler/icons-react'
import { useText } from '../../platform/texts.tsx'
import { ClockField } from '../../ui/form/fields/ClockField.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { choiceLabel } from '../values/choices.ts'
import { isGlobal } from '../values/ruleForm.ts'
import { firstCycleDay } from '../values/batchDay.ts'
import { useRuleFormData } from '../values/ruleFormData.ts'
import { NoChoicesHint } from '../inputs/interface/NoChoicesHint.tsx'
import type { Errors } from '../../ui/form/edit/errorsBelow.ts'
import { inputName } from '../inputs/inputWords.ts'
import { CalendarEntries } from './CalendarEntries.tsx'
import {
  type OnLineChange,
  type LineValues,
  withCalendar,
  fewestNotifications,
  isAtOnce,
  withInterface,
} from '../values/lines/lineValues.ts'
import { LimitEntries } from './LimitEntries.tsx'
import { ReferenceEntries, RelationEntries } from './RelationEntries.tsx'
import './lines.css'

/** One condition while it is filled in. */
export function LineEntries({
  at,
  line,
  inputs,
  errors,
  change,
  remove,
}: {
  at: number
  line: LineValues
  /** What the template says of the times and the limit. */
  inputs: NonNullable<TemplateInput['inputs']>
  errors: Errors
  change: OnLineChange
  remove: () => void
}) {
  const t = useText()
  const { engine, offered, choices, terminals, today, batch } = useRuleFormData()
  const global = isGlobal(engine)
  const choice = line.interfaceId === undefined ? undefined : choices.get(line.interfaceId)
  const shownFields = offered.filter(
    device => isComparable(device.category, !global) && (global ? device.terminal.id === line.terminalId : !device.calculated),
  )
  const all = choice && !shownFields.includes(choice) ? [choice, ...shownFields] : shownFields
  const another = (now: LineValues, next: string | null) =>
    withInterface(now, choices.get(next ?? ''), { before: choices.get(now.interfaceId ?? ''), global })
  const named = (id: string) => inputName(inputs.find(input => input.id === id) ?? { id }, t)
  const title = t('rule.lineNumber', { line: at + 1 })
  return (
    <section className="line" aria-label={title}>
      <div className="line-head">
        <h3>{title}</h3>
        {global && (
          <Switch
            className="entry-switch"
            radius={100}
            withThumbIndicator={false}
            label={t('rule.line.cyclical')}
            checked={line.isCyclical === true}
            onChange={({ currentTarget }) => {
              const on = currentTarget.checked
              change(now => withCalendar(now, on, firstCycleDay(batch, today)), '')
            }}
          />
        )}
        <ActionIcon variant="subtle" size={36} aria-label={t('rule.line.remove', { line: at + 1 })} onClick={remove}>
          <IconTrash size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      </div>
      <div className="line-entries">
        {global && (
          <SelectField
            label={t('terminal.one')}
            required
            options={terminals.map(terminal => ({ value: terminal.id, label: terminal.displayName }))}
            value={line.terminalId ?? null}
            onChange={next => change(now => ({ ...another(now, null), terminalId: next ?? undefined }), '')}
            error={errors['terminalId']}
          />
        )}
        <div className={global ? undefined : 'line-wide'}>
          <SelectField
            label={t('interface.one')}
            required
            disabled={global && line.terminalId === undefined}
            options={all.map(device => ({ value: device.id, label: choiceLabel(device) }))}
            value={line.interfaceId ?? null}
            onChange={next => change(now => another(now, next), '')}
            hint={
              global && line.terminalId === undefined ? (
                t('interface.chooseBoxFirst')
              ) : all.length === 0 ? (
                <NoChoicesHint />
              ) : undefined
            }
            error={errors['interfaceId']}
          />
        </div>
        <RelationEntries choice={choice} line={line} change={change} />
        {!line.isCyclical && (
          <LimitEntries
            choice={choice}
            line={line}
            operator={line.logicOperator}
            value={line.inputValue}
            errors={{ operator: errors['logicOperator'], value: errors['inputValue'] }}
            onOperator={logicOperator => change(now => ({ ...now, logicOperator }), 'logicOperator')}
            onValue={inputValue => change(now => ({ ...now, inputValue }), 'inputValue')}
          />
        )}
      </div>
      <ReferenceEntries at={at} choice={choice} line={line} errors={errors} change={change} />
      {line.isCyclical && <CalendarEntries at={at} choice={choice} line={line} errors={errors} change={change} />}
      <div className="line-entries three">
        <ClockField
          label={named('permanenceTime')}
          required
          lasting
          value={line.permanenceTime}
          onChange={permanenceTime => change(now => ({ ...now, permanenceTime }), 'permanenceTime')}
          hint={t(isAtOnce(line, choices) ? 'rule.line.deviceHint' : 'rule.line.atOnceHint')}
          error={errors['permanenceTime']}
        />
        <ClockField
          label={named('repetitionTime')}
          required
          lasting
          value={line.repetitionTime}
          onChange={repetitionTime => change(now => ({ ...now, repetitionTime }), 'repetitionTime')}
          hint={`HH:mm · ${t('rule.line.onceHint')}`}
          error={errors['repetitionTime']}
        />
        <NumberField
          label={named('notificationLimit')}
          required
          min={fewestNotifications(global)}
          max={1000}
          value={line.notificationLimit}
          onChange={notificationLimit => change(now => ({ ...now, notificationLimit }), 'notificationLimit')}
          {...(!global && { hint: t('rule.line.limitHint') })}
          error={errors['notificationLimit']}
        />
      </div>
    </section>
  )
}
