import type { Command, Interface } from '@steading/contract/interfaces'
import { since } from '@steading/locales/format'
import { clock } from '../platform/clock.ts'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { CommandState, type CommandTone } from '../ui/marks/CommandState.tsx'
import { commandStateWords, reasonWords, valueWords } from './words.ts'
import './interfaces.css'

const tones: Readonly<Record<Command['state'], CommandTone>> = {
  SENT: 'sent',
  DONE: 'confirmed',
  REJECTED: 'failed',
  EXPIRED: 'failed',
  UNCONFIRMED: 'failed',
}

/** What became of a command, at length: what was ordered, how it went, why not, what the device says, and who did it. */
export function Outcome({ of, command }: { of: Interface; command: Command }) {
  const t = useText()
  const zone = useZone()
  const at = (moment: string) => since(moment, clock.now(), zone)
  const verified = command.state === 'UNCONFIRMED' && command.verifiedUtc
  const reason = reasonWords(command, t)
  const held = command.holdUntilUtc && command.state === 'DONE' && Date.parse(command.holdUntilUtc) > clock.now()
  return (
    <div className="outcome">
      <div className="outcome-head">
        <b className="num">{valueWords(of, command.value, t)}</b>
        <span className="dim num">
          {at(command.issuedUtc)}
          {command.by && ` · ${command.by}`}
        </span>
      </div>
      <CommandState tone={verified ? 'confirmed' : tones[command.state]}>
        {verified ? t('command.confirmed', { time: at(verified) }) : commandStateWords(command, t)}
      </CommandState>
      {reason && <p>{reason}</p>}
      {command.readBack !== null && command.readBack !== command.value && (
        <p>{t('command.readBack', { value: valueWords(of, command.readBack, t) })}</p>
      )}
      {held && command.holdUntilUtc && <p className="dim">{t('command.heldUntil', { time: at(command.holdUntilUtc) })}</p>}
    </div>
  )
}
