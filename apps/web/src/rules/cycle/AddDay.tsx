import { useRef, useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { focusFirstInvalid } from '../../ui/form/edit/focus.ts'
import { Form } from '../../ui/form/edit/Form.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { Modal, ModalFoot } from '../../ui/overlay/Modal.tsx'
import { type CycleValues, ageDay, dayProblem } from '../values/cycleValues.ts'

/** Another day of the table: a whole one after day one and before the last. */
export function AddDay({ cycle, onAdd, onClose }: { cycle: CycleValues; onAdd: (day: number) => void; onClose: () => void }) {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const [day, type] = useState<number>()
  const [asked, ask] = useState(false)
  const problem = dayProblem(cycle, day, t)
  const last = ageDay(cycle.lastDay)
  return (
    <Modal title={t('rule.cycle.add')} size={420} onClose={onClose}>
      <Form
        of={form}
        onSubmit={() => {
          ask(true)
          if (day !== undefined && problem === undefined) onAdd(day)
          else focusFirstInvalid(form.current)
        }}
      >
        <NumberField
          label={t('rule.cycle.day')}
          required
          value={day}
          onChange={type}
          error={asked ? problem : undefined}
          {...(last !== undefined && { hint: t('rule.cycle.dayHint', { day: last }) })}
        />
        <ModalFoot word={t('rule.add')} busy={false} onClose={onClose} />
      </Form>
    </Modal>
  )
}
