import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useText } from '../../platform/texts.tsx'
import { ClockField } from '../../ui/form/ClockField.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import type { Choice } from '../form/choices.ts'
import type { Errors } from '../inputs/props.ts'
import { useAbout } from '../inputs/about.ts'
import { ValueField } from '../inputs/ValueField.tsx'
import { slotTime } from '../schedule.ts'
import type { EnteredSlot } from './edit.ts'

/** One time slot to type: from when to when, which value, for which of the devices, and what it is called. */
export function SlotEntries({
  slot,
  outputs,
  errors,
  isChosen,
  change,
  remove,
}: {
  slot: EnteredSlot
  outputs: readonly Choice[]
  errors: Errors
  /** In the calendar above. */
  isChosen: boolean
  change: (slot: Partial<EnteredSlot>, name: string) => void
  remove: () => void
}) {
  const t = useText()
  const { knownOf } = useAbout()
  const of = outputs.find(one => one.id === slot.interfaceId) ?? outputs[0]
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
      {of && (
        <ValueField
          of={of}
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
            ...outputs.map(one => ({ value: one.id, label: knownOf(one.id).name })),
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
