import { Button } from '@mantine/core'
import type { Notification } from '@steading/contract/outbox'
import { dateTime, number } from '@steading/locales/format'
import { to } from '../app/index.ts'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { useGo } from '../ui/Link.tsx'
import { Fields } from '../ui/page/Fields.tsx'
import { Window } from '../ui/overlay/Window.tsx'
import { SendingState } from './SendingState.tsx'
import { channelWord } from './words.ts'

/** One message as its reader gets it. */
export function Message({ message, close }: { message: Notification; close: () => void }) {
  const t = useText()
  const zone = useZone()
  const go = useGo()
  const { channel, recipient, subject, text, state, attempts, lastError, createdUtc, sentUtc, eventId } = message
  return (
    <Window title={subject} size={680} onClose={close}>
      <div className="message-head">
        <Fields
          items={[
            { label: t('outbox.recipient'), value: <span className="address">{recipient}</span> },
            { label: t('outbox.channel'), value: t(channelWord[channel]) },
            { label: t('event.status.label'), value: <SendingState state={state} /> },
            { label: t('outbox.created'), value: dateTime(createdUtc, zone) },
            ...(sentUtc ? [{ label: t('outbox.sent'), value: dateTime(sentUtc, zone) }] : []),
            ...(attempts > 1 ? [{ label: t('outbox.attempts'), value: number(attempts) }] : []),
            ...(lastError ? [{ label: t('outbox.lastError'), value: lastError }] : []),
          ]}
        />
      </div>
      <p className="message-text">{text}</p>
      <div className="dialog-foot">
        <Button variant="default" onClick={close} data-autofocus>
          {t('ui.close')}
        </Button>
        {eventId && (
          <Button onClick={() => go(to('/events/{eventId}/details', { eventId }))}>{t('event.number', { id: eventId })}</Button>
        )}
      </div>
    </Window>
  )
}
