import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { useNow } from '../../platform/clock.ts'
import { useText } from '../../platform/texts.tsx'
import { Entries, useFormMode } from '../../ui/form/Entries.tsx'
import { offsetOf } from '../../ui/form/zones.ts'
import { Tabs } from '../../ui/page/Tabs.tsx'
import { BatchNote } from '../BatchNote.tsx'
import { CurveView } from '../CurveView.tsx'
import { useAbout } from '../inputs/about.ts'
import { type Errors, type InputProps, below } from '../inputs/props.ts'
import { inputName } from '../inputs/words.ts'
import { AddDay } from './AddDay.tsx'
import { courseOf, courseProblem } from './course.ts'
import { DayEntries } from './DayEntries.tsx'
import {
  type CycleKey,
  type EnteredCycle,
  cycleIn,
  dayIn,
  dayOneMoved,
  entryAt,
  keysOf,
  keyAt,
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
  const root = useRef<HTMLDivElement>(null)
  // An entry that moves to another place goes on being the one that is filled in.
  const [{ key: open, entry }, show] = useState<{ readonly key: CycleKey; readonly entry: number }>(() => ({
    key: keysOf(cycle).find(key => isWrong(errors, key)) ?? 'dayOne',
    entry: 0,
  }))
  const setOpen = (key: CycleKey) => show(before => ({ key, entry: before.entry + 1 }))
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
  const { date: dayOne } = cycle.dayOne
  const note = (
    <BatchNote
      dayOne={typeof dayOne === 'string' ? dayOne : undefined}
      use={date => onChange(dayOneMoved(cycle, date), 'dayOne.date')}
    />
  )
  if (mode === 'view')
    return (
      <>
        {note}
        <Course cycle={cycle} inputs={input.inputs} />
      </>
    )
  /** What had the focus is gone: here it goes on. */
  const focus = (at: string) => requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(at)?.focus())
  return (
    <div ref={root} className="ages">
      <div className="ages-tabs">
        {note}
        <Tabs
          label={label}
          items={keys.map(key => ({ key, name: name(key), bad: isWrong(errors, key) }))}
          current={current}
          onChange={setOpen}
        >
          <Entries mode={mode}>
            <DayEntries
              key={entry}
              at={current}
              entry={entryAt(cycle, current)}
              inputs={input.inputs ?? []}
              errors={below(errors, current)}
              onChange={(change, touched) => onChange(withEntry(cycle, current, change), `${current}.${touched}`)}
              onDay={day => {
                const moved = movedDay(cycle, current, day)
                onChange(moved.cycle, undefined)
                show(before => ({ ...before, key: moved.key }))
              }}
            />
          </Entries>
          <div className="ages-acts">
            {cycle.days.length < most && (
              <Button
                size="xs"
                variant="default"
                className="ages-add"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() => add(true)}
              >
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
                  focus('[role="tab"][aria-selected="true"]')
                }}
              >
                {t('rule.cycle.remove')}
              </Button>
            )}
          </div>
        </Tabs>
      </div>
      <Course cycle={cycle} inputs={input.inputs} />
      {adding && (
        <AddDay
          cycle={cycle}
          onClose={() => {
            add(false)
            focus('.ages-add')
          }}
          onAdd={day => {
            const made = withDay(cycle, day)
            onChange(made.cycle)
            setOpen(made.key)
            add(false)
            focus('[role="tabpanel"] input')
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

/** The curve as far as it is told; it follows the typing. Until then, what it waits for. */
function Course({ cycle, inputs: figures }: { cycle: EnteredCycle; inputs: InputProps['input']['inputs'] }) {
  const t = useText()
  const now = useNow(hour)
  const { engine, inputs, timeZone } = useAbout()
  const interpolation = inputs['interpolation']
  const body = useMemo(
    () => courseOf(engine, cycle, interpolation, offsetOf(timeZone, new Date(now))),
    [engine, cycle, interpolation, timeZone, now],
  )
  if (body) return <CurveView body={body} />
  const problem = courseProblem(engine, cycle, interpolation, t)
  const key = problem && keyAt(cycle, problem.field)
  if (!problem || !key) return <p className="dim ages-none">{t('rule.cycle.notDrawn')}</p>
  const figure = figures?.find(one => problem.field === `${key}.${one.id}`)
  const where = [tabName(key, cycle, t), ...(figure ? [inputName(figure, t)] : [])].join(', ')
  return <p className="dim ages-none">{t('rule.cycle.notDrawnFor', { where, words: problem.words })}</p>
}
