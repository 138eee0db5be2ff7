import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useText } from '../../platform/texts.tsx'
import { ClockField } from '../../ui/form/fields/ClockField.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import type { Choice } from '../values/choices.ts'
import { useRuleFormData } from '../values/ruleFormData.ts'
import { ValueField } from '../inputs/ValueField.tsx'
import { slotTime } from '../../ui/week/slotTime.ts'
import type { SlotEntriesProps } from '../../ui/week/WeekLines.tsx'

/** One time slot to type: from when to when, which value, for which of the devices, and what it is called. */
export function SlotEntries({
  slot,
  outputs,
  errors,
  isChosen,
  change,
  remove,
}: SlotEntriesProps & { outputs: readonly Choice[] }) {
  const t = useText()
  const { knownOf } = useRuleFormData()
  const choice = outputs.find(output => output.id === slot.interfaceId) ?? outputs[0]
  const { startTime = '', endTime = '' } = slot
  return (
    <div className="slot-entries" data-chosen={isChosen || undefined} data-many={outputs.length > 1 || undefined}>
      <ClockField
        label={t('scheduler.start')}
        seconds
        required
        value={slot.startTime}
        onChange={next => change({ startTime: next }, 'startTime')}
        error={errors['startTime']}
      />
      <ClockField
        label={t('scheduler.end')}
        seconds
        required
        value={slot.endTime}
        onChange={next => change({ endTime: next }, 'endTime')}
        error={errors['endTime']}
      />
      {choice && (
        <ValueField
          choice={choice}
          label={t('scheduler.value')}
          required
          value={slot.action}
          onChange={next => change({ action: typeof next === 'string' ? undefined : next }, 'action')}
          error={errors['action']}
        />
      )}
      {outputs.length > 1 && (
        <SelectField
          label={t('scheduler.output')}
          required
          options={[
            { value: '', label: t('scheduler.allOutputs') },
            ...outputs.map(output => ({ value: output.id, label: knownOf(output.id).name })),
          ]}
          value={slot.interfaceId ?? ''}
          onChange={next => change({ interfaceId: next || undefined }, 'interfaceId')}
          error={errors['interfaceId']}
        />
      )}
      <TextField
        label={t('scheduler.slotName')}
        value={slot.displayName ?? ''}
        onChange={({ currentTarget }) => change({ displayName: currentTarget.value || undefined }, 'displayName')}
        error={errors['displayName']}
      />
      <ActionIcon
        className="step-x"
        variant="subtle"
        size={36}
        aria-label={t('scheduler.removeSlot', { time: slotTime({ startTime, endTime }, t) })}
        onClick={remove}
      >
        <IconTrash size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
    </div>
  )
}
