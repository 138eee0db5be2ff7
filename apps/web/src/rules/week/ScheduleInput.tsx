import { useText } from '../../platform/texts.tsx'
import { useFormMode } from '../../ui/form/Entries.tsx'
import { useState } from 'react'
import { Note } from '../../ui/page/Note.tsx'
import { useAbout } from '../inputs/about.ts'
import { outputsIn } from '../inputs/outputs.ts'
import type { InputProps } from '../inputs/props.ts'
import type { SchedulerBody } from '../week.ts'
import { Weeks } from '../Weeks.tsx'
import { type EnteredSlot, type EnteredWeek, type SlotAt, weekIn } from './edit.ts'
import { WeekCalendar } from './WeekCalendar.tsx'
import { WeekLines } from './WeekLines.tsx'
import './schedule.css'

/** What a new slot sets: on, or all of a percentage; of other figures nothing is known. */
const usualAction = (isSwitch: boolean, unit: string | null | undefined): EnteredSlot['action'] =>
  isSwitch ? true : unit === '%' ? 100 : undefined

/** A week of time slots: a calendar to draw in, and the same in lines to type. */
export function ScheduleInput({ value, onChange, errors }: InputProps) {
  const t = useText()
  const mode = useFormMode()
  const { engine, inputs, choices, knownOf, timeZone } = useAbout()
  const [chosen, choose] = useState<SlotAt>()
  const week = weekIn(value)
  const outputs = outputsIn(inputs).flatMap(id => choices.get(id) ?? [])
  const [first] = outputs
  const like: EnteredSlot = { action: usualAction(first?.dataType !== 'DECIMAL' && first?.dataType !== 'INTEGER', first?.unit) }
  const put = (next: EnteredWeek, at?: SlotAt) => {
    onChange(next)
    choose(at)
  }
  const words = errors['']
  const zone = <p className="dim schedule-zone">{t('scheduler.clock', { timeZone: timeZone.replaceAll('_', ' ') })}</p>
  if (mode === 'view')
    return (
      <>
        {/* safe: what is shown was checked when it was saved */}
        <Weeks inputs={inputs as unknown as SchedulerBody['inputs']} forced={engine === 'FORCED_SCHEDULER'} knownOf={knownOf} />
        {zone}
      </>
    )
  return (
    <div className="schedule">
      {outputs.length === 0 && <Note>{t('scheduler.chooseDevices')}</Note>}
      <WeekCalendar week={week} outputs={outputs} chosen={chosen} like={like} put={put} choose={choose} />
      {words && <p className="span-wrong">{words}</p>}
      {zone}
      <WeekLines
        week={week}
        outputs={outputs}
        like={like}
        errors={errors}
        chosen={chosen}
        onChange={onChange}
        wrong={words !== undefined}
      />
    </div>
  )
}
