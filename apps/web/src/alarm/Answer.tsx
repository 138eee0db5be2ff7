import { Button } from '@mantine/core'
import { type EventStep, type LinkedAlarm, STEPS } from '@steading/contract/events'
import { since } from '@steading/locales/format'
import { IconCheck } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNow } from '../platform/clock.ts'
import { useText } from '../platform/texts.tsx'
import { TextAreaField } from '../ui/form/TextField.tsx'
import { SeverityMark } from '../ui/marks/SeverityMark.tsx'
import { take, wrongLink } from './alarm.queries.ts'
import { SignIn } from './SignIn.tsx'
import { useTry } from './useTry.ts'
import { Sure } from './Sure.tsx'
import { nextStep, stepIcon, stepLabel, takenSteps } from '../events/index.ts'

/** What is the matter, how far people are, and what one can say oneself: each step a button as large as a thumb. */
export function Answer({
  alarm,
  of: key,
  ended,
  shown,
}: {
  alarm: LinkedAlarm
  of: string
  /** Why nothing can be said by this link any more. */
  ended: string | undefined
  shown: (now: LinkedAlarm) => void
}) {
  const t = useText()
  const now = useNow()
  const { error, problem, act } = useTry()
  const [notes, note] = useState('')
  const [sending, send] = useState<EventStep | 'NOTE'>()
  const [asked, ask] = useState(false)
  /** What asks whether it is solved: the button, or the first of those in its place. */
  const solve = useRef<HTMLButtonElement>(null)
  const taken = takenSteps(alarm.changes)
  const next = nextStep(taken)
  const isOver = alarm.status === 'CLOSED'
  const noted = alarm.changes.filter(one => one.note && one.notes !== '')
  const over = wrongLink(error) ? `${t('alarm.link.notNoted')} ${problem}` : ended
  // Once it is closed the last button tells everybody who closed it.
  const steps = STEPS.filter(step => step !== 'SOLVED' || alarm.maySolve || isOver)
  const answer = async (step: EventStep | null) => {
    send(step ?? 'NOTE')
    const isDone = await act(async () => shown(await take(key, { eventId: alarm.eventId, step, notes })))
    send(undefined)
    // What was typed while it was under way stays.
    if (isDone) note(now => (now === notes ? '' : now))
  }
  // One button stands out, and what is asked now is nearer.
  const isAsked = asked && !isOver
  const turn = (to: boolean) => {
    flushSync(() => ask(to))
    solve.current?.focus()
  }
  const said = (step: EventStep) => {
    turn(false)
    void answer(step)
  }
  return (
    <>
      <div className="alarm-head">
        <SeverityMark level={alarm.severityLevel} size={20} word />
        <h1>{alarm.title}</h1>
        <p className="alarm-place">{alarm.place}</p>
        <p className="num">{t('mail.alarm.opened', { time: since(alarm.openDate, now, alarm.timeZone, t) })}</p>
      </div>
      <div className="alarm-lines">
        {alarm.lines.map((line, place) => (
          // oxlint-disable-next-line no-array-index-key -- two lines may be alike
          <p key={place}>{line}</p>
        ))}
      </div>
      {isOver && (
        <p className={alarm.lasting ? 'alarm-over alarm-lasts' : 'alarm-over'}>
          {alarm.lasting
            ? t('event.lasting', { time: since(alarm.lasting.untilUtc, now, alarm.timeZone, t) })
            : t('alarm.link.over')}
        </p>
      )}
      {(over ?? problem) && (
        <p className="alarm-wrong" role="alert">
          {over ?? problem}
        </p>
      )}
      {over && <SignIn />}
      {!over && (
        <ol className="alarm-steps">
          {steps.map(step => {
            const [Icon, line] = [stepIcon[step], taken[step]]
            if (step === 'SOLVED' && isAsked)
              return (
                <li key={step}>
                  <Sure
                    first={solve}
                    of={!alarm.lasts ? 'over' : taken.CHECKED ? 'lasts' : 'unseen'}
                    yes={said}
                    back={() => turn(false)}
                  />
                </li>
              )
            return (
              <li key={step}>
                <Button
                  size="lg"
                  fullWidth
                  ref={step === 'SOLVED' ? solve : undefined}
                  variant={step === next && !isOver && !isAsked ? 'filled' : 'default'}
                  leftSection={line ? <IconCheck size={20} aria-hidden /> : <Icon size={20} aria-hidden />}
                  // Whoever was on the way as it closed says afterwards that they looked.
                  disabled={isOver && (step !== 'CHECKED' || line !== undefined)}
                  data-busy={sending === step || undefined}
                  onClick={() => (step === 'SOLVED' ? turn(true) : void answer(step))}
                >
                  {t(stepLabel[step])}
                </Button>
                {line && (
                  <small>
                    {line.name} · <span className="num">{since(line.date, now, alarm.timeZone, t)}</span>
                    {line.notes && ` · ${line.notes}`}
                  </small>
                )}
              </li>
            )
          })}
        </ol>
      )}
      {(!over || notes !== '') && (
        <TextAreaField
          label={t(isOver ? 'event.notePlaceholder' : 'ui.notes')}
          max={1000}
          value={notes}
          onChange={({ currentTarget }) => note(currentTarget.value)}
        />
      )}
      {isOver && !over && (
        <Button
          size="lg"
          fullWidth
          variant="default"
          disabled={notes.trim() === ''}
          data-busy={sending === 'NOTE' || undefined}
          onClick={() => void answer(null)}
        >
          {t('event.do.note')}
        </Button>
      )}
      {noted.length > 0 && (
        <ul className="alarm-notes">
          {noted.map(line => (
            <li key={line.date}>
              {line.notes}
              <small>
                {line.name} · <span className="num">{since(line.date, now, alarm.timeZone, t)}</span>
              </small>
            </li>
          ))}
        </ul>
      )}
      {!over && <p className="alarm-as">{t('alarm.link.as', { name: alarm.reader })}</p>}
    </>
  )
}
