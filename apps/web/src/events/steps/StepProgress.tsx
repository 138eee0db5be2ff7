import type { EventDetails } from '@steading/contract/events/events'
import { since } from '@steading/locales/format'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useNow } from '../../platform/page/clock.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { type Change, type Step, progressSteps } from './progress.ts'

/** Steps of an event: done (by whom and when), next and later. */
export function StepProgress({ event, changes }: { event: EventDetails; changes: readonly Change[] }) {
  const t = useText()
  const zone = useZone()
  const now = useNow()
  const nobody = t(event.ruleId === null ? 'event.by.platform' : 'event.by.rule')
  const mark = (step: Step, place: number) =>
    step.state === 'done' ? <IconCheck size={13} stroke={3} /> : step.state === 'skipped' ? <IconMinus size={13} /> : place + 1
  return (
    <ol className="event-steps" aria-label={t('event.progress')}>
      {progressSteps(event, changes).map((step, place) => (
        <li key={step.word} className={step.state} aria-current={step.current ? 'step' : undefined}>
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
