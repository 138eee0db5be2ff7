import type { EventDetails } from '@steading/contract/events/events'
import { readingWords } from '@steading/locales/condition'
import { since } from '@steading/locales/format'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Bold } from '../../ui/Bold.tsx'

/** Actuations in the hour before the event: possible causes. */
export function RecentActuations({ event }: { event: EventDetails }) {
  const t = useText()
  const zone = useZone()
  if (event.recentActuations.length === 0) return null
  return (
    <section className="why-before">
      <h3>{t('event.before.title')}</h3>
      <ul>
        {event.recentActuations.map(actuation => {
          const values = {
            time: since(actuation.atUtc, event.openDate, zone, t),
            device: actuation.interfaceName,
            state: readingWords(actuation, actuation.value, t),
          }
          return (
            <li key={actuation.interfaceId}>
              {actuation.by === null ? (
                <Bold text="event.before.line" values={values} />
              ) : (
                <Bold text="event.before.by" values={{ ...values, person: actuation.by }} />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
