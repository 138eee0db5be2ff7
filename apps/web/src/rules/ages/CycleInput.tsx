import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useNow } from '../../platform/clock.ts'
import { useText } from '../../platform/texts.tsx'
import { Entries, useFormMode } from '../../ui/form/Entries.tsx'
import { offsetOf } from '../../ui/form/zones.ts'
import { Tabs } from '../../ui/page/Tabs.tsx'
import { CurveView } from '../CurveView.tsx'
import { useAbout } from '../inputs/about.ts'
import { type Errors, type InputProps, below } from '../inputs/props.ts'
import { AddDay } from './AddDay.tsx'
import { courseOf } from './course.ts'
import { DayEntries } from './DayEntries.tsx'
import {
  type CycleKey,
  type EnteredCycle,
  cycleIn,
  dayIn,
  entryAt,
  keysOf,
  movedDay,
  withDay,
  withEntry,
  withoutDay,
} from './edit.ts'
import './ages.css'

const hour = 3600
const most = 64

/** Values by the age of the animals, a tab for each day of the table, and beside it the curve that they make. */
export function CycleInput({ input, label, value, onChange, errors }: InputProps) {
  const t = useText()
  const mode = useFormMode()
  const { attempt } = useAbout()
  const cycle = cycleIn(value)
  const [open, setOpen] = useState<CycleKey>('dayOne')
  const [adding, add] = useState(false)
  const [seen, see] = useState(attempt)
  const keys = keysOf(cycle)
  const current = keys.includes(open) ? open : 'dayOne'
  if (seen !== attempt) {
    see(attempt)
    const wrong = keys.find(key => isWrong(errors, key))
    if (wrong && !isWrong(errors, current)) setOpen(wrong)
  }
  const name = (key: CycleKey) => tabName(key, cycle, t)
  if (mode === 'view') return <Course cycle={cycle} />
  return (
    <div className="ages">
      <div className="ages-tabs">
        <Tabs
          label={label}
          items={keys.map(key => ({ key, name: name(key), bad: isWrong(errors, key) }))}
          current={current}
          onChange={setOpen}
        >
          <Entries mode={mode}>
            <DayEntries
              key={current}
              at={current}
              entry={entryAt(cycle, current)}
              inputs={input.inputs ?? []}
              errors={below(errors, current)}
              onChange={(change, touched) => onChange(withEntry(cycle, current, change), `${current}.${touched}`)}
              onDay={day => {
                const moved = movedDay(cycle, current, day)
                onChange(moved.cycle, undefined)
                setOpen(moved.key)
              }}
            />
          </Entries>
          <div className="ages-acts">
            {cycle.days.length < most && (
              <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => add(true)}>
                {t('rule.cycle.add')}
              </Button>
            )}
            {current.startsWith('days.') && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconTrash size={14} aria-hidden />}
                onClick={() => {
                  onChange(withoutDay(cycle, current))
                  setOpen('dayOne')
                }}
              >
                {t('rule.cycle.remove')}
              </Button>
            )}
          </div>
        </Tabs>
      </div>
      <Course cycle={cycle} />
      {adding && (
        <AddDay
          cycle={cycle}
          onClose={() => add(false)}
          onAdd={day => {
            const made = withDay(cycle, day)
            onChange(made.cycle)
            setOpen(made.key)
            add(false)
          }}
        />
      )}
    </div>
  )
}

const isWrong = (errors: Errors, key: CycleKey): boolean => Object.keys(below(errors, key)).length > 0

function tabName(key: CycleKey, cycle: EnteredCycle, t: ReturnType<typeof useText>): string {
  if (key === 'preCycle') return t('rule.cycle.preCycle')
  if (key === 'dayOne') return t('rule.cycle.dayOne')
  const day = dayIn(entryAt(cycle, key))
  if (key === 'lastDay') return day === undefined ? t('rule.cycle.lastDay') : t('rule.cycle.last', { day })
  return t('rule.cycle.addedDay', { day: day ?? '' })
}

/** The curve as far as it is told; it follows the typing. */
function Course({ cycle }: { cycle: EnteredCycle }) {
  const t = useText()
  const now = useNow(hour)
  const { engine, inputs, timeZone } = useAbout()
  const interpolation = inputs['interpolation']
  const body = useMemo(
    () => courseOf(engine, cycle, interpolation, offsetOf(timeZone, new Date(now))),
    [engine, cycle, interpolation, timeZone, now],
  )
  return body ? <CurveView body={body} /> : <p className="dim ages-none">{t('rule.cycle.notDrawn')}</p>
}
