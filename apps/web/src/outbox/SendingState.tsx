import type { Notification } from '@steading/contract/outbox'
import { since } from '@steading/locales/format'
import { IconCheck, IconInbox, IconLoader2, IconMailX, IconPhoneCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useNow } from '../platform/clock.ts'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { isTriedAgain, stateWord, withheldWord } from './words.ts'
import './outbox.css'

const icons: Readonly<Record<Notification['state'], ReactNode>> = {
  QUEUED: <IconLoader2 size={14} className="turn" aria-hidden />,
  SENT: <IconCheck size={14} aria-hidden />,
  KEPT: <IconInbox size={14} aria-hidden />,
  FAILED: <IconMailX size={14} aria-hidden />,
  WITHHELD: <IconMailX size={14} aria-hidden />,
}

/**
 * What became of a message: that it was answered, by a key or a link, says more than that it was sent; what was held back or has
 * failed so far, why.
 */
export function SendingState({
  of: { state, withheldFor, attempts = 0, lastError = null, repeated, digestId, acknowledgedUtc },
}: {
  of: Pick<Notification, 'state' | 'withheldFor' | 'repeated' | 'digestId' | 'acknowledgedUtc'> &
    Partial<Pick<Notification, 'attempts' | 'lastError'>>
}) {
  const t = useText()
  const zone = useZone()
  const now = useNow()
  const again = isTriedAgain({ state, lastError })
  const more = [again && lastError, digestId !== null && t('outbox.inDigest'), repeated && t('outbox.repeated')].filter(
    one => one !== false,
  )
  return (
    <span className={`sending sending-${state.toLowerCase()}`}>
      {acknowledgedUtc ? <IconPhoneCheck size={14} aria-hidden /> : icons[state]}
      <span>
        {acknowledgedUtc
          ? t('outbox.answered', { time: since(acknowledgedUtc, now, zone) })
          : withheldFor
            ? t(withheldWord[withheldFor])
            : again
              ? t('outbox.state.again', { count: attempts })
              : t(stateWord[state])}
        {more.length > 0 && <small>{more.join(', ')}</small>}
      </span>
    </span>
  )
}
