import { Button } from '@mantine/core'
import type { NotificationDetails } from '@steading/contract/events/outbox'
import { dateTime, number } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { to } from '../platform/navigation/paths.ts'
import { useZone } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { useGo } from '../ui/Link.tsx'
import { Fields } from '../ui/page/Fields.tsx'
import { Modal } from '../ui/overlay/Modal.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import { messageQuery } from './outbox.queries.ts'
import { SendingState } from './SendingState.tsx'
import { channelWord, outcomeWord } from './words.ts'

/** One message as its reader gets it, and how it was sent. */
export function Message({ id, close }: { id: string; close: () => void }) {
  const t = useText()
  const go = useGo()
  const { data: message, error, refetch } = useQuery(messageQuery(id))
  const eventId = message?.eventId
  const drillId = message?.drillId
  return (
    <Modal title={message?.subject ?? t('notification.one')} size={680} onClose={close}>
      {message ? (
        <>
          <SentMessage message={message} />
          <p className="message-text">{message.text}</p>
          <Tries of={message.tries} />
        </>
      ) : error ? (
        <Failed what={t('failed.title')} error={error} retry={() => void refetch()} />
      ) : (
        <Skeletons rows={4} />
      )}
      <div className="dialog-foot">
        <Button variant="default" onClick={close} data-autofocus>
          {t('ui.close')}
        </Button>
        {drillId && (
          <Button onClick={() => go(to('/drills/{drillId}', { drillId }))}>{t('drill.number', { id: drillId })}</Button>
        )}
        {eventId && (
          <Button onClick={() => go(to('/events/{eventId}/details', { eventId }))}>{t('event.number', { id: eventId })}</Button>
        )}
      </div>
    </Modal>
  )
}

function SentMessage({ message }: { message: NotificationDetails }) {
  const t = useText()
  const zone = useZone()
  const { channel, recipient, attempts, lastError, createdUtc, sentUtc } = message
  return (
    <div className="message-head">
      <Fields
        items={[
          { label: t('outbox.recipient'), value: <span className="address">{recipient}</span> },
          { label: t('outbox.channel'), value: t(channelWord[channel]) },
          { label: t('event.status.label'), value: <SendingState of={message} /> },
          { label: t('outbox.created'), value: dateTime(createdUtc, zone, t) },
          ...(sentUtc ? [{ label: t('outbox.sent'), value: dateTime(sentUtc, zone, t) }] : []),
          ...(attempts > 1 ? [{ label: t('outbox.attempts'), value: number(attempts, t) }] : []),
          ...(lastError ? [{ label: t('outbox.lastError'), value: lastError }] : []),
        ]}
      />
    </div>
  )
}

function Tries({ of }: { of: NotificationDetails['tries'] }) {
  const t = useText()
  const zone = useZone()
  if (of.length === 0) return null
  return (
    <section className="message-tries" aria-label={t('outbox.tries')}>
      <h3>{t('outbox.tries')}</h3>
      <ol>
        {of.map(({ atUtc, outcome, detail }) => (
          <li key={`${atUtc} ${outcome}`}>
            <time className="num" dateTime={atUtc}>
              {dateTime(atUtc, zone, t)}
            </time>
            <span className={`try-${outcome.toLowerCase()}`}>{t(outcomeWord[outcome])}</span>
            {detail && <span className="address dim">{detail}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
