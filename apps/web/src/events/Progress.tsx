import type { EventDetails } from '@steading/contract/events'
import { since } from '@steading/locales/format'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useNow } from '../platform/clock.ts'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { type Change, type Step, stepsOf } from './progress.ts'

/** The steps that it has taken, the one that comes next, and who took each when. */
export function Progress({ event, changes }: { event: EventDetails; changes: readonly Change[] }) {
  const t = useText()
  const zone = useZone()
  const now = useNow()
  const nobody = t(event.ruleId === null ? 'event.by.platform' : 'event.by.rule')
  const mark = (step: Step, place: number) =>
    step.is === 'done' ? <IconCheck size={13} stroke={3} /> : step.is === 'skipped' ? <IconMinus size={13} /> : place + 1
  return (
    <ol className="event-steps" aria-label={t('event.progress')}>
      {stepsOf(event, changes).map((step, place) => (
        <li key={step.word} className={step.is} aria-current={step.current ? 'step' : undefined}>
          <i className="num" aria-hidden>
            {mark(step, place)}
          </i>
          <div>
            <b>{t(step.word)}</b> {step.at && <span className="num">{since(step.at, now, zone, t)}</span>}
            {step.at && <small>{step.by ?? nobody}</small>}
          </div>
        </li>
      ))}
    </ol>
  )
}
