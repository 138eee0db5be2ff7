import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useText } from '../../platform/texts.tsx'
import type { Choice } from '../form/choices.ts'
import { focusAdded } from '../../ui/form/focus.ts'
import { type Errors, below } from '../inputs/props.ts'
import { Weekdays } from '../inputs/Weekdays.tsx'
import { weekdaysWords } from '@steading/locales/weekdays'
import {
  type EnteredSlot,
  type EnteredWeek,
  type SlotAt,
  takenBy,
  withNewLine,
  withNewSlot,
  withSlot,
  withWeekdays,
  withoutLine,
  withoutSlot,
} from './edit.ts'
import { SlotEntries } from './SlotEntries.tsx'
import './schedule.css'

/** The same week in lines to type: weekdays that are alike, and their time slots. */
export function WeekLines({
  week,
  outputs,
  like,
  errors,
  chosen,
  wrong,
  onChange,
}: {
  week: EnteredWeek
  outputs: readonly Choice[]
  like: EnteredSlot
  errors: Errors
  chosen: SlotAt | undefined
  /** A line is missing. */
  wrong: boolean
  onChange: (week: EnteredWeek, touched?: string) => void
}) {
  const t = useText()
  const isWhole = takenBy(week, -1).size === 7
  return (
    <div className="week-lines">
      {week.map(({ weekdays, intervals }, line) => {
        const its = below(errors, String(line))
        return (
          // Lines have no name of their own; they keep their order.
          // oxlint-disable-next-line react/no-array-index-key
          <section key={line} className="week-line" aria-label={t('scheduler.lineNumber', { line: line + 1 })}>
            <div className="line-head">
              <h3>
                {t('scheduler.lineNumber', { line: line + 1 })}
                {weekdays.length > 0 && <span className="dim"> {weekdaysWords(weekdays, t)}</span>}
              </h3>
              <ActionIcon
                variant="subtle"
                size={36}
                aria-label={t('scheduler.removeLine', { line: line + 1 })}
                onClick={() => onChange(withoutLine(week, line))}
              >
                <IconTrash size={16} stroke={1.7} aria-hidden />
              </ActionIcon>
            </div>
            <Weekdays
              label={t('scheduler.weekdays')}
              value={weekdays}
              taken={takenBy(week, line)}
              onChange={next => onChange(withWeekdays(week, line, next), `${line}.weekdays`)}
              error={its['weekdays']}
            />
            {intervals.map((slot, at) => (
              <SlotEntries
                // oxlint-disable-next-line react/no-array-index-key
                key={at}
                slot={slot}
                outputs={outputs}
                errors={below(its, `intervals.${at}`)}
                isChosen={chosen?.line === line && chosen.slot === at}
                change={(next, name) => onChange(withSlot(week, { line, slot: at }, next), `${line}.intervals.${at}.${name}`)}
                remove={() => onChange(withoutSlot(week, { line, slot: at }), `${line}.intervals`)}
              />
            ))}
            <div className="lines-add">
              <Button
                size="xs"
                variant="default"
                leftSection={<IconPlus size={14} aria-hidden />}
                aria-invalid={its['intervals'] ? true : undefined}
                onClick={({ currentTarget }) => {
                  onChange(withNewSlot(week, line, like), `${line}.intervals`)
                  focusAdded(currentTarget, '.week-line', '.slot-entries')
                }}
              >
                {t('scheduler.addSlot')}
              </Button>
              {its['intervals'] && <p className="span-wrong">{its['intervals']}</p>}
            </div>
          </section>
        )
      })}
      {!isWhole && (
        <Button
          variant="default"
          className="week-line-add"
          aria-invalid={wrong || undefined}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={({ currentTarget }) => {
            onChange(withNewSlot(withNewLine(week), week.length, like))
            focusAdded(currentTarget, '.week-lines', '.week-line')
          }}
        >
          {t('scheduler.addLine')}
        </Button>
      )}
    </div>
  )
}
