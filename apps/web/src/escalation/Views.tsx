import { DANGER_SHARE, type Escalation, STEP_DELAY } from '@steading/contract/events/escalation'
import { duration, quantity } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { weekdaysWords } from '@steading/locales/weekdays'
import { useText } from '../platform/texts.tsx'
import { Note } from '../ui/page/Note.tsx'

interface Props {
  readonly of: Escalation
  /** The entity that is looked at. */
  readonly at: string
}

/** Names of people; whom one may not see keeps the place. */
export const useNames = ({ people }: Pick<Escalation, 'people'>) => {
  const t = useText()
  return (id: string) => people.find(person => person.userId === id)?.shortName ?? t('rule.told.hidden')
}

export function StepsView({ of, at }: Props) {
  const t = useText()
  const name = useNames(of)
  if (of.stepsOf === null) return <LevelsView of={of} />
  return (
    <>
      {of.stepsOf.id !== at && <Note>{t('escalation.from', { place: of.stepsOf.displayName })}</Note>}
      <ol className="ladder">
        {of.steps.map(({ userIds, onDuty, delay, dangerShare }, place) => (
          // oxlint-disable-next-line no-array-index-key -- a step is its place
          <li key={place}>
            <b>{[...(onDuty ? [t('alarm.onDuty')] : []), ...userIds.map(name)].join(', ')}</b>
            <small>{place < of.steps.length - 1 ? waitWords(delay, dangerShare, t) : t('escalation.last')}</small>
          </li>
        ))}
      </ol>
    </>
  )
}

/** How long a step waits for an answer. */
const waitWords = (delay: number, share: number | null, t: Translate): string =>
  share === null
    ? t('escalation.next', { duration: duration(delay, t) })
    : t('escalation.nextInDanger', { duration: duration(delay, t), share: quantity(share, '%', t, 0) })

/** Without a list: those in charge, level by level. */
function LevelsView({ of: { levels } }: Pick<Props, 'of'>) {
  const t = useText()
  if (levels.length === 0) return <Note>{t('escalation.nobodyAtAll')}</Note>
  return (
    <>
      <Note>{t('escalation.byLevels')}</Note>
      <ol className="ladder">
        {levels.map(({ id, displayName, people }, place) => (
          <li key={id}>
            <b>{people.map(person => person.shortName).join(', ')}</b>
            <small>{displayName}</small>
            <small>{place < levels.length - 1 ? waitWords(STEP_DELAY, DANGER_SHARE, t) : t('escalation.nobodyAbove')}</small>
          </li>
        ))}
      </ol>
    </>
  )
}

export function RosterView({ of, at }: Props) {
  const t = useText()
  const name = useNames(of)
  if (of.shiftsOf === null) return <Note>{t('escalation.noRoster')}</Note>
  const now = of.onDuty.map(one => one.shortName).join(', ')
  return (
    <>
      {of.shiftsOf.id !== at && <Note>{t('escalation.from', { place: of.shiftsOf.displayName })}</Note>}
      <p>
        {t('alarm.onDuty')}: <b>{now || t('escalation.nobody')}</b>
      </p>
      <ul className="roster">
        {of.shifts.map(({ weekdays, from, to, userId }) => (
          <li key={`${weekdays.join()} ${from} ${to} ${userId}`}>
            <span>{weekdaysWords(weekdays, t)}</span>
            <span className="num">
              {from}–{to}
            </span>
            <b>{name(userId)}</b>
          </li>
        ))}
      </ul>
      <small className="dim">{t('escalation.clock', { zone: of.timeZone })}</small>
    </>
  )
}
