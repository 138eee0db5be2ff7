import { Button } from '@mantine/core'
import { type Check, type EventStep, type Finding, FINDINGS, type LinkedAlarm, STEPS } from '@steading/contract/events/events'
import { FINDING_WORDS } from '@steading/locales/events/findingWords'
import { since } from '@steading/locales/format'
import { IconCheck } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNow } from '../platform/page/clock.ts'
import { useText } from '../platform/texts.tsx'
import { TextAreaField } from '../ui/form/fields/TextField.tsx'
import { SeverityMark } from '../ui/marks/SeverityMark.tsx'
import { take, wrongLink } from './alarm.queries.ts'
import { SignIn } from './SignIn.tsx'
import { useTry } from './useTry.ts'
import { Arrival, Checks } from './Extra.tsx'
import { Sure } from './Sure.tsx'
import { answerNote, nextStep, stepIcon, stepLabel, takenSteps } from '../events/index.ts'

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
  const [sending, send] = useState<EventStep | Finding | 'NOTE'>()
  /** The step that asks for more before it is taken. */
  const [asked, ask] = useState<'GOING' | 'NOTHING_FOUND' | 'SOLVED'>()
  /** The first button of what asks, and those that open it. */
  const solve = useRef<HTMLButtonElement>(null)
  const buttons = useRef(new Map<EventStep, HTMLButtonElement | null>())
  const findingId = useId()
  const taken = takenSteps(alarm.changes)
  const next = nextStep(taken)
  const isOver = alarm.status === 'CLOSED'
  const noted = alarm.changes.filter(change => change.note && change.notes !== '')
  const over = wrongLink(error) ? `${t('alarm.link.notNoted')} ${problem}` : ended
  // Once it is closed the last button tells everybody who closed it.
  const main = STEPS.filter(step => step !== 'SOLVED' || alarm.maySolve || isOver)
  const isGoing = !isOver && taken.GOING?.name === alarm.reader && !taken.CHECKED
  const steps: readonly EventStep[] = main.flatMap((step): EventStep[] => {
    if (step === 'GOING' && isGoing) return [step, 'WITHDRAWN']
    return step === 'CHECKED' && !isOver ? [step, 'NOTHING_FOUND'] : [step]
  })
  const answer = async (step: EventStep | null, more: { arrivesIn?: number; checks?: Check[]; finding?: Finding } = {}) => {
    send(more.finding ?? step ?? 'NOTE')
    const isDone = await act(async () => shown(await take(key, { eventId: alarm.eventId, step, notes, ...more })))
    send(undefined)
    // What was typed while it was under way stays.
    if (isDone) note(now => (now === notes ? '' : now))
  }
  // One button stands out, and what is asked now is nearer.
  const isAsked = asked !== undefined && !isOver
  const turn = (to: typeof asked) => {
    flushSync(() => ask(to))
    solve.current?.focus()
  }
  const close = () => {
    // The button that asked returns to its place, with the focus.
    const of = asked
    flushSync(() => ask(undefined))
    if (of !== undefined) buttons.current.get(of)?.focus()
  }
  const resultOf = (step: EventStep, more: { arrivesIn?: number; checks?: Check[] } = {}) => {
    close()
    void answer(step, more)
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
      {isOver && !over && alarm.mayFind && (
        <fieldset className="alarm-sure" aria-labelledby={findingId}>
          <p id={findingId}>{t('event.finding.ask')}</p>
          {FINDINGS.map(finding => (
            <Button
              key={finding}
              size="lg"
              fullWidth
              variant={alarm.finding === finding ? 'filled' : 'default'}
              aria-pressed={alarm.finding === finding}
              data-busy={sending === finding || undefined}
              onClick={() => void answer(null, { finding })}
            >
              {t(FINDING_WORDS[finding])}
            </Button>
          ))}
        </fieldset>
      )}
      {!over && (
        <ol className="alarm-steps">
          {steps.map(step => {
            const Icon = stepIcon[step]
            const line = taken[step]
            if (step === 'GOING' && isAsked && asked === 'GOING')
              return (
                <li key={step}>
                  <Arrival
                    first={solve}
                    yes={arrivesIn => resultOf('GOING', arrivesIn === undefined ? {} : { arrivesIn })}
                    back={close}
                  />
                </li>
              )
            if (step === 'NOTHING_FOUND' && isAsked && asked === 'NOTHING_FOUND')
              return (
                <li key={step}>
                  <Checks first={solve} of={alarm.checklist} yes={checks => resultOf('NOTHING_FOUND', { checks })} back={close} />
                </li>
              )
            if (step === 'SOLVED' && isAsked && asked === 'SOLVED')
              return (
                <li key={step}>
                  <Sure
                    first={solve}
                    of={!alarm.lasts ? 'over' : taken.CHECKED ? 'lasts' : 'unseen'}
                    yes={step => resultOf(step)}
                    back={close}
                  />
                </li>
              )
            return (
              <li key={step}>
                <Button
                  size="lg"
                  fullWidth
                  ref={button => void buttons.current.set(step, button)}
                  variant={step === next && !isOver && !isAsked ? 'filled' : 'default'}
                  leftSection={line ? <IconCheck size={20} aria-hidden /> : <Icon size={20} aria-hidden />}
                  // Whoever was on the way as it closed says afterwards that they looked.
                  disabled={isOver && (step !== 'CHECKED' || line !== undefined)}
                  data-busy={sending === step || undefined}
                  onClick={() =>
                    step === 'SOLVED' || step === 'GOING' || step === 'NOTHING_FOUND' ? turn(step) : void answer(step)
                  }
                >
                  {t(stepLabel[step])}
                </Button>
                {line && (
                  <small>
                    {line.name} · <span className="num">{since(line.date, now, alarm.timeZone, t)}</span>
                    {[answerNote(line, alarm.timeZone, t), line.notes].flatMap(part => (part ? [` · ${part}`] : []))}
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
