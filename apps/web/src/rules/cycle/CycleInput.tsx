import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { useNow } from '../../platform/page/clock.ts'
import { useText } from '../../platform/texts.tsx'
import { Entries, useFormMode } from '../../ui/form/edit/FormFields.tsx'
import { offsetOf } from '../../ui/form/input/zones.ts'
import { Tabs } from '../../ui/page/head/Tabs.tsx'
import { BatchNote, FollowedBatchNote } from '../inputs/BatchNote.tsx'
import { firstCycleDay } from '../values/batchDay.ts'
import { SwitchField } from '../../ui/form/fields/SwitchField.tsx'
import { CurveView } from './CurveView.tsx'
import { useRuleFormData } from '../values/ruleFormData.ts'
import { type Errors, errorsBelow } from '../../ui/form/edit/errorsBelow.ts'
import { type InputProps } from '../inputs/inputProps.ts'
import { inputName } from '../inputs/inputWords.ts'
import { AddDay } from './AddDay.tsx'
import { previewBody, previewProblem } from './cyclePreview.ts'
import { DayEntries } from './DayEntries.tsx'
import {
  type CycleKey,
  type CycleValues,
  toCycleValues,
  ageDay,
  withDayOne,
  withFollowedDates,
  withOwnDates,
  entryAt,
  keysOf,
  keyAt,
  withDayMoved,
  withDay,
  withEntry,
  withoutDay,
} from '../values/cycleValues.ts'
import './cycle.css'

const hour = 3600
const most = 64

/** Values by the age of the animals, a tab for each day of the table, and beside it the curve that they make. */
export function CycleInput({ input, label, value, onChange, errors }: InputProps) {
  const t = useText()
  const mode = useFormMode()
  const { attempt, batch, today } = useRuleFormData()
  const entered = toCycleValues(value)
  const isFollowing = entered.followsBatch === true
  const cycle = isFollowing ? withFollowedDates(entered, batch?.dayOne) : entered
  const root = useRef<HTMLDivElement>(null)
  // An entry that moves to another place goes on being the one that is filled in.
  const [{ key: open, entry }, show] = useState<{ readonly key: CycleKey; readonly entry: number }>(() => ({
    key: keysOf(cycle).find(key => hasError(errors, key)) ?? 'dayOne',
    entry: 0,
  }))
  const setOpen = (key: CycleKey) => show(before => ({ key, entry: before.entry + 1 }))
  const [adding, add] = useState(false)
  const [seen, see] = useState(attempt)
  const keys = keysOf(cycle)
  const current = keys.includes(open) ? open : 'dayOne'
  if (seen !== attempt) {
    see(attempt)
    const wrong = keys.find(key => hasError(errors, key))
    if (wrong && !hasError(errors, current)) setOpen(wrong)
  }
  const name = (key: CycleKey) => tabName(key, cycle, t)
  const { date: dayOne } = cycle.dayOne
  const note = isFollowing ? (
    <FollowedBatchNote words="rule.cycle.noBatch" />
  ) : (
    <BatchNote
      dayOne={typeof dayOne === 'string' ? dayOne : undefined}
      use={date => onChange(withDayOne(cycle, date), 'dayOne.date')}
    />
  )
  if (mode === 'view')
    return (
      <>
        {note}
        <CyclePreview cycle={cycle} inputs={input.inputs} />
      </>
    )
  /** What had the focus is gone: here it goes on. */
  const focus = (at: string) => requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(at)?.focus())
  return (
    <div ref={root} className="ages">
      <div className="ages-tabs">
        <SwitchField
          label={t('rule.cycle.followsBatch')}
          hint={t('rule.cycle.followsBatchHint')}
          checked={isFollowing}
          onChange={({ currentTarget: { checked } }) =>
            onChange(
              checked ? withFollowedDates(entered, batch?.dayOne) : withOwnDates(entered, firstCycleDay(batch, today)),
              undefined,
            )
          }
        />
        {note}
        <Tabs
          label={label}
          items={keys.map(key => ({ key, name: name(key), bad: hasError(errors, key) }))}
          current={current}
          onChange={setOpen}
        >
          <Entries mode={mode}>
            <DayEntries
              key={entry}
              at={current}
              entry={entryAt(cycle, current)}
              inputs={input.inputs ?? []}
              isFollowing={isFollowing}
              errors={errorsBelow(errors, current)}
              onChange={(change, touched) => onChange(withEntry(cycle, current, change), `${current}.${touched}`)}
              onDay={day => {
                const moved = withDayMoved(cycle, current, day)
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
      <CyclePreview cycle={cycle} inputs={input.inputs} />
      {adding && (
        <AddDay
          cycle={cycle}
          onClose={() => {
            add(false)
            focus('.ages-add')
          }}
          onAdd={day => {
            const extended = withDay(cycle, day)
            onChange(extended.cycle)
            setOpen(extended.key)
            add(false)
            focus('.ages-tabs [role="tabpanel"] input')
          }}
        />
      )}
    </div>
  )
}

const hasError = (errors: Errors, key: CycleKey): boolean => Object.keys(errorsBelow(errors, key)).length > 0

function tabName(key: CycleKey, cycle: CycleValues, t: ReturnType<typeof useText>): string {
  if (key === 'preCycle') return t('rule.cycle.preCycle')
  if (key === 'dayOne') return t('rule.cycle.dayOne')
  const day = ageDay(entryAt(cycle, key))
  if (key === 'lastDay') return day === undefined ? t('rule.cycle.lastDay') : t('rule.cycle.last', { day })
  return t('rule.cycle.addedDay', { day: day ?? '' })
}

/** The curve as far as it is told; it follows the typing. Until then, what it waits for. */
function CyclePreview({ cycle, inputs: figures }: { cycle: CycleValues; inputs: InputProps['input']['inputs'] }) {
  const t = useText()
  const now = useNow(hour)
  const { engine, inputs, timeZone } = useRuleFormData()
  const interpolation = inputs['interpolation']
  const body = useMemo(
    () => previewBody(engine, cycle, interpolation, offsetOf(timeZone, new Date(now))),
    [engine, cycle, interpolation, timeZone, now],
  )
  if (body) return <CurveView body={body} />
  const problem = previewProblem(engine, cycle, interpolation, t)
  const key = problem && keyAt(cycle, problem.field)
  if (!problem || !key) return <p className="dim ages-none">{t('rule.cycle.notDrawn')}</p>
  const figure = figures?.find(figure => problem.field === `${key}.${figure.id}`)
  const where = [tabName(key, cycle, t), ...(figure ? [inputName(figure, t)] : [])].join(', ')
  return <p className="dim ages-none">{t('rule.cycle.notDrawnFor', { where, words: problem.words })}</p>
}
