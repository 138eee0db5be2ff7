import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PersonSelect } from '../outbox/index.ts'
import { useText } from '../platform/texts.tsx'
import { weekdayName } from '@steading/locales/weekdays'
import { ClockField } from '../ui/form/fields/ClockField.tsx'
import { MultiSelectField } from '../ui/form/fields/MultiSelectField.tsx'
import type { Option } from '../ui/form/fields/SelectField.tsx'
import type { EscalationFormValues } from './escalationForm.ts'

type Shift = EscalationFormValues['shifts'][number]
const days = [0, 1, 2, 3, 4, 5, 6]

/** Whose duty it is on which days, from when to when; over midnight the end lies on the next day. */
export function ShiftEntry({
  shift: { weekdays, from, to, userId },
  at,
  placeId,
  known,
  wrong,
  set,
  remove,
}: {
  shift: Shift
  at: number
  /** Whose alarms they are told of. */
  placeId: string
  /** Those whose names are known already. */
  known: readonly Option<string>[]
  wrong: (field: keyof Shift) => ReactNode
  set: (change: Partial<Shift>) => void
  remove: () => void
}) {
  const t = useText()
  return (
    <>
      <PersonSelect
        label={t('alarm.onDuty')}
        known={known}
        sees={placeId}
        value={userId || null}
        onChange={chosen => set({ userId: chosen ?? '' })}
        error={wrong('userId')}
      />
      <MultiSelectField
        label={t('scheduler.weekdays')}
        options={days.map(day => ({ value: String(day), label: weekdayName(day, t, 'long') }))}
        value={weekdays.map(String)}
        onChange={chosen => set({ weekdays: chosen.map(Number).toSorted((a, b) => a - b) })}
        error={wrong('weekdays')}
      />
      <ClockField label={t('ui.from')} value={from} onChange={chosen => set({ from: chosen ?? '' })} error={wrong('from')} />
      <ClockField label={t('ui.to')} value={to} onChange={chosen => set({ to: chosen ?? '' })} error={wrong('to')} />
      <div className="entry-end">
        <Button variant="subtle" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
          {t('escalation.removeShift', { number: at + 1 })}
        </Button>
      </div>
    </>
  )
}
