import type { Notification } from '@steading/contract/events/outbox'
import {
  IconBrandWhatsapp,
  IconCheck,
  IconClock,
  IconInbox,
  IconLoader2,
  IconMailCheck,
  IconMailX,
  IconMessageCheck,
  IconPhoneCheck,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useNow } from '../platform/page/clock.ts'
import { useZone } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { isTriedAgain, type Sending, sendingWords } from './words.ts'
import './outbox.css'

const icons: Readonly<Record<Notification['state'], ReactNode>> = {
  QUEUED: <IconLoader2 size={14} className="turn" aria-hidden />,
  SENT: <IconCheck size={14} aria-hidden />,
  KEPT: <IconInbox size={14} aria-hidden />,
  FAILED: <IconMailX size={14} aria-hidden />,
  WITHHELD: <IconMailX size={14} aria-hidden />,
}

/** Answered where it came: by a key during a call, by a link in what was written. */
const answered: Readonly<Record<Notification['channel'], ReactNode>> = {
  MAIL: <IconMailCheck size={14} aria-hidden />,
  SMS: <IconMessageCheck size={14} aria-hidden />,
  VOICE: <IconPhoneCheck size={14} aria-hidden />,
  WHATSAPP: <IconBrandWhatsapp size={14} aria-hidden />,
}

/** What became of a message; what is held back or has failed so far, why. */
export function SendingState({
  of,
}: {
  of: Sending & Pick<Notification, 'repeated' | 'digestId'> & Partial<Pick<Notification, 'channel'>>
}) {
  const t = useText()
  const zone = useZone()
  const now = useNow()
  const { state, waits = null, lastError = null, repeated, digestId, acknowledgedUtc, channel } = of
  const more = [
    isTriedAgain({ state, lastError }) && lastError,
    digestId !== null && t('outbox.inDigest'),
    repeated && t('outbox.repeated'),
  ].filter(one => one !== false)
  return (
    <span className={`sending sending-${state.toLowerCase()}`}>
      {acknowledgedUtc && channel ? answered[channel] : waits ? <IconClock size={14} aria-hidden /> : icons[state]}
      <span>
        {sendingWords(of, t, { zone, now })}
        {more.length > 0 && <small>{more.join(', ')}</small>}
      </span>
    </span>
  )
}
