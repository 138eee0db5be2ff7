import type { EventAction } from '@steading/contract/events'
import type { UserRef } from '@steading/contract/users'
import { useQuery } from '@tanstack/react-query'
import { channelIcon, channelWord, usePeople } from '../outbox/index.ts'
import { useText } from '../platform/texts.tsx'
import { Card } from '../ui/page/Card.tsx'
import { actionsQuery } from './events.queries.ts'

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
        <p className="dim">{t('event.hears.none')}</p>
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
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
