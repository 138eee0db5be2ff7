import type { EventAction } from '@steading/contract/events'
import type { UserRef } from '@steading/contract/users'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle } from '@tabler/icons-react'
import { channelIcon, channelWord, usePeople } from '../outbox/index.ts'
import { useText } from '../platform/texts.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Note } from '../ui/page/Note.tsx'
import { actionsQuery, detailsQuery } from './events.queries.ts'
import { isUnwatched, nobodyWord } from './unwatched.ts'

const none: readonly never[] = []

/** Everybody whom one channel names: those in charge, people, addresses and numbers. */
const namesOf = ({ responsibles, properties }: EventAction, people: readonly UserRef[], hidden: string): readonly string[] => [
  ...new Set([
    ...responsibles.map(one => one.shortName),
    ...properties.usersList.map(id => people.find(one => one.userId === id)?.shortName ?? hidden),
    ...properties.contactsList,
  ]),
]

/** Who hears of it, channel by channel; who was told already stands elsewhere. */
export function Hears({ eventId }: { eventId: string }) {
  const t = useText()
  const { data: actions } = useQuery(actionsQuery(eventId))
  const people = usePeople(actions?.flatMap(one => one.properties.usersList) ?? none) ?? none
  if (!actions) return null
  const active = actions.filter(one => one.status === 'ACTIVE')
  return (
    <Card title={t('event.hears')}>
      {active.length === 0 ? (
        <Nobody eventId={eventId} />
      ) : (
        <ul className="hears">
          {active.map(one => {
            const Icon = channelIcon[one.type]
            const names = namesOf(one, people, t('rule.told.hidden'))
            return (
              <li key={one.type}>
                <span className="hears-channel">
                  <Icon size={16} aria-hidden />
                  {t(channelWord[one.type])}
                </span>
                <span>{names.length > 0 ? names.join(', ') : t('event.hears.nobody')}</span>
                {one.unheard.length > 0 && (
                  <span className="dim">{t('event.hears.unheard', { names: one.unheard.join(', ') })}</span>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

/** A grave alarm that nobody is told of is a danger of its own; of what is over, or not grave, it is only a fact. */
function Nobody({ eventId }: { eventId: string }) {
  const t = useText()
  const { data: event } = useQuery(detailsQuery(eventId))
  if (!event) return null
  const words = nobodyWord(event)
  if (!isUnwatched(event)) return <p className="dim">{t(words)}</p>
  return (
    <div className="hears-nobody">
      <Note icon={<IconAlertTriangle size={16} aria-hidden />}>{t(words)}</Note>
    </div>
  )
}
