import { missing, since } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { IconClock } from '@tabler/icons-react'
import { to } from '../app/index.ts'
import { useNow } from '../platform/clock.ts'
import { usePollEvery } from '../platform/live.ts'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { SendingState, channelIcon, channelWord, channels, notificationsQuery, stateCount } from '../outbox/index.ts'
import { Link } from '../ui/Link.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import { nextQuery } from './events.queries.ts'
import { type Sent, statesOf, toldOf } from './told.ts'

/** Who was told: person × channel, when, and what became of it. */
export function Told({ eventId }: { eventId: string }) {
  const t = useText()
  const { data: page, error, refetch } = useQuery({ ...notificationsQuery(eventId), refetchInterval: usePollEvery() })
  const people = toldOf(page?.content ?? [])
  const used = channels.filter(channel => people.some(({ sent }) => sent.has(channel)))
  const counts = [...statesOf(page?.content ?? [])].map(([state, count]) => t(stateCount[state], { count })).join(', ')
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
                    const one = sent.get(channel)
                    return (
                      <td key={channel} className={one ? undefined : 'absent'}>
                        <span className="delivery-channel" aria-hidden>
                          <Icon size={15} />
                          {t(channelWord[channel])}
                        </span>
                        <Delivery sent={one} />
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <Next eventId={eventId} />
    </Card>
  )
}

/** Who hears of it next, unless somebody acts. */
function Next({ eventId }: { eventId: string }) {
  const t = useText()
  const zone = useZone()
  const now = useNow()
  const { data: next } = useQuery({ ...nextQuery(eventId), refetchInterval: usePollEvery() })
  if (!next) return null
  const { atUtc, people, contacts } = next
  const all = [...people.map(one => one.shortName), ...(contacts > 0 ? [t('event.told.contacts', { count: contacts })] : [])]
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

function Delivery({ sent }: { sent: Sent | undefined }) {
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
