import type { EventDetails } from '@steading/contract/events'
import { readingWords } from '@steading/locales/condition'
import { since } from '@steading/locales/format'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Bold } from '../ui/Bold.tsx'

/** What was switched around in the hour before: often the cause, sometimes the cure that came too late. */
export function Before({ event }: { event: EventDetails }) {
  const t = useText()
  const zone = useZone()
  if (event.recentActuations.length === 0) return null
  return (
    <section className="why-before">
      <h3>{t('event.before.title')}</h3>
      <ul>
        {event.recentActuations.map(one => {
          const told = {
            time: since(one.atUtc, event.openDate, zone, t),
            device: one.interfaceName,
            state: readingWords(one, one.value, t),
          }
          return (
            <li key={one.interfaceId}>
              {one.by === null ? (
                <Bold text="event.before.line" values={told} />
              ) : (
                <Bold text="event.before.by" values={{ ...told, person: one.by }} />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
