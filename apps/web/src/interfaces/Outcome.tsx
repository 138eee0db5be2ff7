import type { Command, Interface } from '@steading/contract/interfaces'
import { since } from '@steading/locales/format'
import { clock } from '../platform/clock.ts'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { CommandState } from '../ui/marks/CommandState.tsx'
import { lifeOf, lifeWords, toneOf } from '../widgets/index.ts'
import { heldUntil } from './held.ts'
import { outcomeWords, valueWords } from './words.ts'
import './interfaces.css'

/** What became of a command, at length: what was ordered, how it went, why not, what the device says, and who did it. */
export function Outcome({ of, command }: { of: Interface; command: Command }) {
  const t = useText()
  const zone = useZone()
  const now = clock.now()
  const at = (moment: string) => since(moment, now, zone, t)
  const life = lifeOf({ ...of, lastCommand: command }, now)
  const isIgnored = life.state === 'noFeedback'
  const verified = command.state === 'UNCONFIRMED' && command.verifiedUtc
  const { state, reason } = outcomeWords(of, command, t)
  const until = heldUntil(command, now)
  return (
    <div className="outcome">
      <div className="outcome-head">
        <b className="num">{valueWords(of, command.value, t)}</b>
        <span className="dim num">
          {at(command.issuedUtc)}
          {command.by && ` · ${command.by}`}
        </span>
      </div>
      <CommandState tone={toneOf(command)}>{verified ? t('command.confirmed', { time: at(verified) }) : state}</CommandState>
      {isIgnored && <CommandState tone="noFeedback">{lifeWords(of, life, now, zone, t)}</CommandState>}
      {reason && <p>{reason}</p>}
      {!isIgnored && command.state !== 'UNCONFIRMED' && command.readBack !== null && command.readBack !== command.value && (
        <p>{t('command.readBack', { value: valueWords(of, command.readBack, t) })}</p>
      )}
      {until && <p className="dim">{t('command.heldUntil', { time: at(until) })}</p>}
    </div>
  )
}
