import { IconCircle, IconCircleCheck, IconEye, IconTruckDelivery, IconWalk } from '@tabler/icons-react'
import type { TextKey } from '@steading/locales/text'
import type { ReactNode } from 'react'
import { useText } from '../../platform/texts.tsx'
import './marks.css'

/** How far an event has come: nobody, somebody knows, somebody goes, somebody is there, over. */
export type EventStep = 'open' | 'pending' | 'seen' | 'going' | 'onSite' | 'closed'

const steps: Readonly<Record<EventStep, { word: TextKey; icon: ReactNode }>> = {
  open: { word: 'event.status.open', icon: <IconCircle size={14} stroke={2.5} aria-hidden /> },
  pending: { word: 'event.status.pending', icon: <IconEye size={14} aria-hidden /> },
  seen: { word: 'event.state.seen', icon: <IconEye size={14} aria-hidden /> },
  going: { word: 'event.state.going', icon: <IconTruckDelivery size={14} aria-hidden /> },
  onSite: { word: 'event.state.onSite', icon: <IconWalk size={14} aria-hidden /> },
  closed: { word: 'event.status.closed', icon: <IconCircleCheck size={14} aria-hidden /> },
}

/** Orange while somebody is on it; open is ink, so that red stays with severity. `who` is a first name. */
export function EventState({ step, who }: { step: EventStep; who?: string | undefined }) {
  const t = useText()
  return (
    <span className={`state state-${step}`}>
      {steps[step].icon}
      <span>
        {t(steps[step].word)}
        {who && <span className="dim"> · {who}</span>}
      </span>
    </span>
  )
}
