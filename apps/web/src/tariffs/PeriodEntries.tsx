import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useText } from '../platform/texts.tsx'
import { ClockField } from '../ui/form/fields/ClockField.tsx'
import { NumberField } from '../ui/form/fields/NumberField.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import { slotTime } from '../ui/week/slotTime.ts'
import type { SlotEntriesProps } from '../ui/week/WeekLines.tsx'

/** One period to type: from when to when, its name and its price. */
export function PeriodEntries({ slot, errors, isChosen, change, remove, currency }: SlotEntriesProps & { currency: string }) {
  const t = useText()
  const { startTime = '', endTime = '' } = slot
  return (
    <div className="slot-entries" data-chosen={isChosen || undefined}>
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
      <TextField
        label={t('tariff.period.label')}
        required
        max={30}
        autoComplete="off"
        value={slot.displayName ?? ''}
        onChange={({ currentTarget }) => change({ displayName: currentTarget.value }, 'displayName')}
        error={errors['displayName']}
      />
      <NumberField
        label={t('tariff.price')}
        required
        unit={currency}
        decimals={4}
        hint={t('tariff.priceHint')}
        value={slot.value}
        onChange={value => change({ value }, 'value')}
        error={errors['value']}
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
