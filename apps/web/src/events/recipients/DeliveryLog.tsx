import { missing, since } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { IconClock } from '@tabler/icons-react'
import { to } from '../../platform/navigation/paths.ts'
import { useNow } from '../../platform/page/clock.ts'
import { usePollEvery } from '../../live/index.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { SendingState, channelIcon, channelWord, channels, notificationsQuery, stateCount } from '../../outbox/index.ts'
import { Link } from '../../ui/Link.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { Empty } from '../../ui/state/Empty.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { nextRecipientsQuery } from '../events.queries.ts'
import { type ChannelDelivery, countStates, groupByRecipient } from './deliveries.ts'

/** Deliveries by recipient and channel with time and state. */
export function DeliveryLog({ eventId }: { eventId: string }) {
  const t = useText()
  const { data: page, error, refetch } = useQuery({ ...notificationsQuery(eventId), refetchInterval: usePollEvery() })
  const people = groupByRecipient(page?.content ?? [])
  const used = channels.filter(channel => people.some(({ sent }) => sent.has(channel)))
  const counts = [...countStates(page?.content ?? [])].map(([state, count]) => t(stateCount[state], { count })).join(', ')
  return (
    <Card
      title={t('event.told')}
      hint={counts}
      actions={people.length > 0 && <Link href={`${to('/outbox')}?eventId=${eventId}`}>{t('event.told.all')}</Link>}
      flush
    >
      {!page ? (
        error ? (
          <Failed what={t('event.failed.part')} error={error} retry={() => void refetch()} />
        ) : (
          <Skeletons rows={3} />
        )
      ) : people.length === 0 ? (
        <Empty title={t('event.told.none')} />
      ) : (
        // A region that scrolls must be reached by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className="table-wrap scroll-x" tabIndex={0} aria-label={t('event.told')}>
          <table className="table cards deliveries">
            <thead>
              <tr>
                <th>{t('outbox.recipient')}</th>
                {used.map(channel => (
                  <th key={channel}>{t(channelWord[channel])}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {people.map(({ key, name, sent }) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  {used.map(channel => {
                    const Icon = channelIcon[channel]
                    const delivery = sent.get(channel)
                    return (
                      <td key={channel} className={delivery ? undefined : 'absent'}>
                        <span className="delivery-channel" aria-hidden>
                          <Icon size={15} />
                          {t(channelWord[channel])}
                        </span>
                        <DeliveryCell sent={delivery} />
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <NextRecipients eventId={eventId} />
    </Card>
  )
}

/** Recipients of the next escalation step. */
function NextRecipients({ eventId }: { eventId: string }) {
  const t = useText()
  const zone = useZone()
  const now = useNow()
  const { data: next } = useQuery({ ...nextRecipientsQuery(eventId), refetchInterval: usePollEvery() })
  if (!next) return null
  const { atUtc, people, contacts } = next
  const all = [
    ...people.map(person => person.shortName),
    ...(contacts > 0 ? [t('event.told.contacts', { count: contacts })] : []),
  ]
  return (
    <p className="told-next">
      <IconClock size={16} aria-hidden />
      <span>
        {t('event.told.next', {
          time: since(atUtc, now, zone, t),
          people: all.length > 0 ? all.join(', ') : t('escalation.nobody'),
        })}
      </span>
    </p>
  )
}

function DeliveryCell({ sent }: { sent: ChannelDelivery | undefined }) {
  const t = useText()
  const zone = useZone()
  const now = useNow()
  if (!sent) return <span className="dim">{missing}</span>
  const { last, count } = sent
  return (
    <span className="delivery">
      <span className="num">{since(last.sentUtc ?? last.createdUtc, now, zone, t)}</span>
      <SendingState of={last} />
      {count > 1 && <span className="dim num">{t('event.told.times', { count })}</span>}
    </span>
  )
}
