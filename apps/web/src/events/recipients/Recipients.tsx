import type { EventAction } from '@steading/contract/events/events'
import type { UserRef } from '@steading/contract/users/users'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle } from '@tabler/icons-react'
import { channelIcon, channelWord, usePeople } from '../../outbox/index.ts'
import { useText } from '../../platform/texts.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { Note } from '../../ui/page/Note.tsx'
import { actionsQuery, detailsQuery } from '../events.queries.ts'
import { isUnnotified, noRecipientsWord } from './unnotified.ts'

const none: readonly never[] = []

/** All recipients of a channel: responsible people, users, addresses and numbers. */
const namesOf = ({ responsibles, properties }: EventAction, people: readonly UserRef[], hidden: string): readonly string[] => [
  ...new Set([
    ...responsibles.map(responsible => responsible.shortName),
    ...properties.usersList.map(id => people.find(person => person.userId === id)?.shortName ?? hidden),
    ...properties.contactsList,
  ]),
]

/** Recipients of the event by channel. The delivery log shows who was notified. */
export function Recipients({ eventId }: { eventId: string }) {
  const t = useText()
  const { data: actions } = useQuery(actionsQuery(eventId))
  const people = usePeople(actions?.flatMap(action => action.properties.usersList) ?? none) ?? none
  if (!actions) return null
  const active = actions.filter(action => action.status === 'ACTIVE')
  return (
    <Card title={t('event.hears')}>
      {active.length === 0 ? (
        <NoRecipients eventId={eventId} />
      ) : (
        <ul className="hears">
          {active.map(action => {
            const Icon = channelIcon[action.type]
            const names = namesOf(action, people, t('rule.told.hidden'))
            return (
              <li key={action.type}>
                <span className="hears-channel">
                  <Icon size={16} aria-hidden />
                  {t(channelWord[action.type])}
                </span>
                <span>{names.length > 0 ? names.join(', ') : t('event.hears.nobody')}</span>
                {action.unheard.length > 0 && (
                  <span className="dim">{t('event.hears.unheard', { names: action.unheard.join(', ') })}</span>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

/** Event without recipients: a warning if it is severe and ongoing, otherwise a remark. */
function NoRecipients({ eventId }: { eventId: string }) {
  const t = useText()
  const { data: event } = useQuery(detailsQuery(eventId))
  if (!event) return null
  const words = noRecipientsWord(event)
  if (!isUnnotified(event)) return <p className="dim">{t(words)}</p>
  return (
    <div className="hears-nobody">
      <Note icon={<IconAlertTriangle size={16} aria-hidden />}>{t(words)}</Note>
    </div>
  )
}
