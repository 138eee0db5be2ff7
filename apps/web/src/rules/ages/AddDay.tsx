import { useRef, useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { focusFirstInvalid } from '../../ui/form/focus.ts'
import { Form } from '../../ui/form/Form.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { Window, WindowFoot } from '../../ui/overlay/Window.tsx'
import { type EnteredCycle, dayIn, dayProblem } from './edit.ts'

/** Another day of the table: a whole one after day one and before the last. */
export function AddDay({ cycle, onAdd, onClose }: { cycle: EnteredCycle; onAdd: (day: number) => void; onClose: () => void }) {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const [day, type] = useState<number>()
  const [asked, ask] = useState(false)
  const problem = dayProblem(cycle, day, t)
  const last = dayIn(cycle.lastDay)
  return (
    <Window title={t('rule.cycle.add')} size={420} onClose={onClose}>
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
        <WindowFoot word={t('rule.add')} busy={false} onClose={onClose} />
      </Form>
    </Window>
  )
}
