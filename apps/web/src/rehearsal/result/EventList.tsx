import type { Rehearsed } from '@steading/contract/rules/rehearsal'
import { date, duration, time } from '@steading/locales/format'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'

/** The latest events are listed up to here. */
const MOST = 6

/** Which events would have been, the latest first. */
export function Fired({ result: { draft, untilUtc }, nameOf }: { result: Rehearsed; nameOf: (interfaceId: string) => string }) {
  const t = useText()
  const zone = useZone()
  const { events, eventCount } = draft
  if (events.length === 0) return null
  const shown = events.slice(-MOST).toReversed()
  return (
    <section>
      <h3>{t('rehearsal.fired')}</h3>
      <ul className="rehearsal-list">
        {shown.map(({ openUtc, closeUtc, interfaceIds }) => (
          <li key={openUtc}>
            <span className="num">
              {date(openUtc, zone, t)} {time(openUtc, zone)}
            </span>
            <span className="dim">{interfaceIds.map(nameOf).join(', ')}</span>
            <b className="num">
              {closeUtc === null
                ? t('rehearsal.stillOpen')
                : duration((Date.parse(closeUtc ?? untilUtc) - Date.parse(openUtc)) / 1000, t)}
            </b>
          </li>
        ))}
      </ul>
      {eventCount > shown.length && <p className="dim">{t('rehearsal.more', { count: eventCount - shown.length })}</p>}
    </section>
  )
}
