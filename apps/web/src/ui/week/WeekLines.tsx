import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { useText } from '../../platform/texts.tsx'
import { focusAdded } from '../form/edit/focus.ts'
import { type Errors, errorsBelow } from '../form/edit/errorsBelow.ts'
import { WeekdayPicker } from './WeekdayPicker.tsx'
import { weekdaysWords } from '@steading/locales/weekdays'
import {
  type SlotValues,
  type WeekValues,
  type SlotAt,
  occupiedDays,
  withNewLine,
  withNewSlot,
  withSlot,
  withWeekdays,
  withoutLine,
  withoutSlot,
} from './weekValues.ts'
import './schedule.css'

/** What the inputs of one slot get. */
export interface SlotEntriesProps {
  readonly slot: SlotValues
  readonly errors: Errors
  /** In the calendar above. */
  readonly isChosen: boolean
  readonly change: (slot: Partial<SlotValues>, name: string) => void
  readonly remove: () => void
}

/** The same week in lines to type: weekdays that are alike, and their time slots. */
export function WeekLines({
  week,
  name,
  renderSlot,
  addWords,
  sample,
  errors,
  chosen,
  wrong,
  onChange,
}: {
  week: WeekValues
  /** Which week it is, where a page has several. */
  name?: string
  /** The inputs of one slot. */
  renderSlot: (props: SlotEntriesProps) => ReactNode
  /** Label of the button that adds a slot. */
  addWords?: string
  sample: SlotValues
  errors: Errors
  chosen: SlotAt | undefined
  /** A line is missing. */
  wrong: boolean
  onChange: (week: WeekValues, touched?: string) => void
}) {
  const t = useText()
  const regionName = (line: number) => {
    const own = t('scheduler.lineNumber', { line: line + 1 })
    return name === undefined ? own : `${name}, ${own}`
  }
  const isWhole = occupiedDays(week, -1).size === 7
  return (
    <div className="week-lines">
      {week.map(({ weekdays, intervals }, line) => {
        const its = errorsBelow(errors, String(line))
        return (
          // Lines have no name of their own; they keep their order.
          // oxlint-disable-next-line react/no-array-index-key
          <section key={line} className="week-line" aria-label={regionName(line)}>
            <div className="week-line-head">
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
            <WeekdayPicker
              label={t('scheduler.weekdays')}
              value={weekdays}
              taken={occupiedDays(week, line)}
              onChange={next => onChange(withWeekdays(week, line, next), `${line}.weekdays`)}
              error={its['weekdays']}
            />
            {intervals.map((slot, at) => (
              // oxlint-disable-next-line react/no-array-index-key
              <Fragment key={at}>
                {renderSlot({
                  slot,
                  errors: errorsBelow(its, `intervals.${at}`),
                  isChosen: chosen?.line === line && chosen.slot === at,
                  change: (next, name) => onChange(withSlot(week, { line, slot: at }, next), `${line}.intervals.${at}.${name}`),
                  remove: () => onChange(withoutSlot(week, { line, slot: at }), `${line}.intervals`),
                })}
              </Fragment>
            ))}
            <div className="lines-add">
              <Button
                size="xs"
                variant="default"
                leftSection={<IconPlus size={14} aria-hidden />}
                aria-invalid={its['intervals'] ? true : undefined}
                onClick={({ currentTarget }) => {
                  onChange(withNewSlot(week, line, sample), `${line}.intervals`)
                  focusAdded(currentTarget, '.week-line', '.slot-entries')
                }}
              >
                {addWords ?? t('scheduler.addSlot')}
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
            onChange(withNewSlot(withNewLine(week), week.length, sample))
            focusAdded(currentTarget, '.week-lines', '.week-line')
          }}
        >
          {t('scheduler.addLine')}
        </Button>
      )}
    </div>
  )
}
