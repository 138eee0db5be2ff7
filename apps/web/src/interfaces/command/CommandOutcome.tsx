import type { Command, Interface } from '@steading/contract/devices/interfaces'
import { since } from '@steading/locales/format'
import { clock } from '../../platform/page/clock.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { CommandState } from '../../ui/marks/CommandState.tsx'
import { commandStatus, statusWords, toneOf } from './commandStatus.ts'
import { holdUntil } from './holdUntil.ts'
import { outcomeWords, valueWords } from '../words.ts'
import '../interfaces.css'

/** What became of a command, at length: what was ordered, how it went, why not, what the device says, and who did it. */
export function CommandOutcome({ interface: iface, command }: { interface: Interface; command: Command }) {
  const t = useText()
  const zone = useZone()
  const now = clock.now()
  const at = (moment: string) => since(moment, now, zone, t)
  const status = commandStatus({ ...iface, lastCommand: command }, now)
  const isIgnored = status.state === 'noFeedback'
  const verified = command.state === 'UNCONFIRMED' && command.verifiedUtc
  const { state, reason } = outcomeWords(iface, command, t)
  const until = holdUntil(command, now)
  return (
    <div className="outcome">
      <div className="outcome-head">
        <b className="num">{valueWords(iface, command.value, t)}</b>
        <span className="dim num">
          {at(command.issuedUtc)}
          {command.by && ` · ${command.by}`}
        </span>
      </div>
      <CommandState tone={toneOf(command)}>{verified ? t('command.confirmed', { time: at(verified) }) : state}</CommandState>
      {isIgnored && <CommandState tone="noFeedback">{statusWords(iface, status, now, zone, t)}</CommandState>}
      {reason && <p>{reason}</p>}
      {!isIgnored && command.state !== 'UNCONFIRMED' && command.readBack !== null && command.readBack !== command.value && (
        <p>{t('command.readBack', { value: valueWords(iface, command.readBack, t) })}</p>
      )}
      {until && <p className="dim">{t('command.heldUntil', { time: at(until) })}</p>}
    </div>
  )
}
