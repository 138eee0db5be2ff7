import { ActionIcon } from '@mantine/core'
import { dateExample } from '@steading/locales/format'
import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { useDismissal } from '../overlay/dismissal.ts'
import { Calendar } from './Calendar.tsx'
import { dayPattern } from './day.ts'
import { type Edge, edgeOf, readMoment, writeMoment } from './moment.ts'
import { dayOf, sameWallTime } from './zoned.ts'
import './moment.css'

/**
 * A moment as the reader writes it, a day or a day with HH:mm on the clock of a zone, typed or chosen from a calendar.
 * A bare day means its beginning or, for the end of a span, its end. Reported once typing is over. An entry stays the same
 * wall time where its zone changes afterwards, as a place is chosen.
 */
export function MomentField({
  label,
  at,
  edge = 'start',
  error,
  zone: given,
  onChange,
}: {
  label: ReactNode
  /** ISO UTC. */
  at: string | undefined
  edge?: Edge
  error?: string | undefined
  /** IANA, of the clock that is meant; left out: the person's own. */
  zone?: string | undefined
  onChange: (at: string | undefined) => void
}) {
  const t = useText()
  const own = useZone()
  const zone = given ?? own
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [typed, type] = useState<string>()
  const field = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  useDismissal(open, field, button, () => setOpen(false))
  const read = typed === undefined ? at : readMoment(typed, zone, edge, t)
  const [left, leave] = useState(false)
  const wrong = left && typed !== undefined && read === undefined ? t('moment.invalid', { date: dateExample(t.notation) }) : error
  const entered = useRef<{ readonly at: string; readonly zone: string }>(undefined)
  const put = (next: string | undefined) => {
    entered.current = next === undefined ? undefined : { at: next, zone }
    onChange(next)
  }
  useEffect(() => {
    const last = entered.current
    if (last && last.zone !== zone && last.at === at) put(sameWallTime(last.at, last.zone, zone))
    // Only another zone moves the entry.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [zone])
  const take = () => {
    leave(true)
    if (typed === undefined || read === undefined) return
    type(undefined)
    if (read !== (at ?? '')) put(read || undefined)
  }
  return (
    <div ref={field} className="moment">
      <label htmlFor={id}>{label}</label>
      <div className="moment-entry">
        <input
          id={id}
          className="num"
          value={typed ?? writeMoment(at, zone, edge, t)}
          placeholder={`${dayPattern(t)} ${t('form.pattern.time')}`}
          autoComplete="off"
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? `${id}-wrong` : undefined}
          onChange={event => {
            type(event.currentTarget.value)
            leave(false)
          }}
          onBlur={take}
          onKeyDown={event => {
            if (event.key === 'Enter') take()
          }}
        />
        <ActionIcon ref={button} aria-label={t('calendar.open')} aria-expanded={open} onClick={() => setOpen(!open)}>
          <IconCalendar size={16} aria-hidden />
        </ActionIcon>
      </div>
      {wrong && (
        <p id={`${id}-wrong`} className="moment-wrong">
          {wrong}
        </p>
      )}
      {open && (
        <Calendar
          chosen={at && dayOf(at, zone)}
          onChoose={day => {
            type(undefined)
            setOpen(false)
            button.current?.focus()
            put(edgeOf(day, zone, edge))
          }}
        />
      )}
    </div>
  )
}
