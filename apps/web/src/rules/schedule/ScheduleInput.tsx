import { useText } from '../../platform/texts.tsx'
import { useFormMode } from '../../ui/form/edit/FormFields.tsx'
import { useState } from 'react'
import { Note } from '../../ui/page/Note.tsx'
import { useRuleFormData } from '../values/ruleFormData.ts'
import { outputIds } from '../values/outputs.ts'
import type { InputProps } from '../inputs/inputProps.ts'
import type { SchedulerBody } from '../describe/schedulerWeeks.ts'
import { Weeks } from './Weeks.tsx'
import { type SlotValues, type WeekValues, type SlotAt, toWeek } from '../../ui/week/weekValues.ts'
import { WeekCalendar } from '../../ui/week/WeekCalendar.tsx'
import type { WeekLook } from '../../ui/week/weekLook.ts'
import { slotValue } from '../describe/schedule.ts'
import { settingWords } from '../describe/wiring.ts'
import { SlotEntries } from './SlotEntries.tsx'
import { fullAction, strengthOf } from './strength.ts'
import { WeekLines } from '../../ui/week/WeekLines.tsx'
import '../../ui/week/schedule.css'

/** What a new slot sets: on, or all of a percentage; of other figures nothing is known. */
const usualAction = (isSwitch: boolean, unit: string | null | undefined): SlotValues['action'] =>
  isSwitch ? true : unit === '%' ? 100 : undefined

/** A week of time slots: a calendar to draw in, and the same in lines to type. */
export function ScheduleInput({ value, onChange, errors }: InputProps) {
  const t = useText()
  const mode = useFormMode()
  const { engine, inputs, choices, knownOf, timeZone } = useRuleFormData()
  const [chosen, choose] = useState<SlotAt>()
  const week = toWeek(value)
  const outputs = outputIds(inputs).flatMap(id => choices.get(id) ?? [])
  const [first] = outputs
  const sample: SlotValues = { action: usualAction(first?.dataType !== 'DECIMAL' && first?.dataType !== 'INTEGER', first?.unit) }
  const put = (next: WeekValues, at?: SlotAt) => {
    onChange(next)
    choose(at)
  }
  const words = errors['']
  const ids = outputs.map(output => output.id)
  const full = fullAction(
    week.flatMap(line => line.intervals.map(interval => interval.action)),
    first?.unit,
  )
  const look: WeekLook = {
    lanes: ids,
    isForced: engine === 'FORCED_SCHEDULER',
    words: ({ startTime = '', endTime = '', action, displayName }) =>
      action === undefined
        ? '?'
        : slotValue({ startTime, endTime, action, displayName }, value => settingWords(ids, value, knownOf, t)),
    strength: ({ action = false }) => strengthOf(action, full),
  }
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
      <WeekCalendar week={week} look={look} chosen={chosen} sample={sample} put={put} choose={choose} />
      {words && <p className="span-wrong">{words}</p>}
      {zone}
      <WeekLines
        week={week}
        renderSlot={props => <SlotEntries {...props} outputs={outputs} />}
        sample={sample}
        errors={errors}
        chosen={chosen}
        onChange={onChange}
        wrong={words !== undefined}
      />
    </div>
  )
}
