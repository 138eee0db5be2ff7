import { Button } from '@mantine/core'
import { DANGER_SHARES, type EscalationStep, STEP_DELAYS } from '@steading/contract/events/escalation'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PeopleSelect } from '../outbox/index.ts'
import { useText } from '../platform/texts.tsx'
import { DurationField } from '../ui/form/fields/DurationField.tsx'
import { NumberField } from '../ui/form/fields/NumberField.tsx'
import type { Option } from '../ui/form/fields/SelectField.tsx'
import { SwitchField } from '../ui/form/fields/SwitchField.tsx'

/** One step: who is told, and how long they have. */
export function StepEntry({
  step: { userIds, onDuty, delay, dangerShare },
  at,
  placeId,
  known,
  wrong,
  set,
  remove,
}: {
  step: EscalationStep
  at: number
  /** Whose alarms they are told of. */
  placeId: string
  /** Those whose names are known already. */
  known: readonly Option<string>[]
  wrong: (field: keyof EscalationStep) => ReactNode
  set: (change: Partial<EscalationStep>) => void
  remove: () => void
}) {
  const t = useText()
  const number = at + 1
  return (
    <>
      <PeopleSelect
        label={t('escalation.step', { number })}
        known={known}
        sees={placeId}
        value={userIds}
        onChange={chosen => set({ userIds: chosen })}
        max={20}
        error={wrong('userIds')}
      />
      <SwitchField
        label={t('alarm.onDuty')}
        checked={onDuty}
        onChange={({ currentTarget }) => set({ onDuty: currentTarget.checked })}
        error={wrong('onDuty')}
      />
      <DurationField
        label={t('escalation.delay')}
        value={delay}
        {...STEP_DELAYS}
        onChange={chosen => set({ delay: chosen ?? NaN })}
        error={wrong('delay')}
      />
      <NumberField
        label={t('escalation.dangerShare')}
        hint={t('escalation.dangerShareHint')}
        unit="%"
        value={dangerShare ?? undefined}
        {...DANGER_SHARES}
        onChange={chosen => set({ dangerShare: chosen ?? null })}
        error={wrong('dangerShare')}
      />
      <div className="entry-end">
        <Button variant="subtle" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
          {t('escalation.removeStep', { number })}
        </Button>
      </div>
    </>
  )
}
