import type { Command, Interface, Value } from '@steading/contract/interfaces'
import { since } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { CommandTone } from '../ui/marks/CommandState.tsx'
import { valueText } from './subject.ts'
import type { Alarm } from './view.ts'

/** Where an order to a device stands: a control never claims what the barn did not do. */
export interface Life {
  readonly state: 'automatic' | 'undriven' | CommandTone
  /** What the device was told, where the device does not say it yet, or does not say it at all. */
  readonly ordered?: Value
  /** Since when it does not follow (ISO UTC). */
  readonly sinceUtc?: string
}

/** A device that still says something else this long after its box carried an order out does not follow it (ms). */
const followsWithin = 120_000
/** That an order was not carried out is said for this long (ms): it changed nothing, all is as before. */
const toldFor = 900_000

/** Nobody has ordered anything that counts: there is nothing to mark. */
export const isQuiet = (state: Life['state']): state is 'automatic' | 'undriven' => state === 'automatic' || state === 'undriven'

/** Shown as what the barn has not confirmed. */
export const isUnsure = (state: Life['state']): boolean =>
  state === 'sent' || state === 'unconfirmed' || state === 'noFeedback' || state === 'away'

/** Whether a device says what it was told; a figure may be one off in its last place. */
function agrees(said: Value, ordered: Value, decimals: number): boolean {
  if (typeof said !== 'number' || typeof ordered !== 'number') return said === ordered
  return Math.abs(said - ordered) <= 10 ** -decimals * 1.001
}

const states = {
  SENT: 'sent',
  DONE: 'done',
  REJECTED: 'rejected',
  EXPIRED: 'expired',
  UNCONFIRMED: 'unconfirmed',
} as const satisfies Record<Command['state'], CommandTone>

/** What became of a command itself, whatever the device does. */
export const toneOf = ({ state, verifiedUtc }: Command): CommandTone =>
  state === 'UNCONFIRMED' && verifiedUtc !== null ? 'done' : states[state]

/** Whether the device has said something since it had the time to follow an order. */
const hasSpoken = ({ lastReadingTimestampUtc: at }: Interface, { issuedUtc }: Command): boolean =>
  at !== null && Date.parse(at) - Date.parse(issuedUtc) >= followsWithin

/**
 * What was ordered by hand, while it is more than history: undefined once its hold is over. Without a hold it overrides nothing:
 * whoever drives the output drives it as soon as the order has been followed.
 */
function ofCommand(of: Interface, command: Command, now: number): Life | undefined {
  const { value, issuedUtc, answeredUtc, verifiedUtc, holdUntilUtc } = command
  const state = toneOf(command)
  const isOver = holdUntilUtc !== null && Date.parse(holdUntilUtc) <= now
  if (state === 'sent') return { state, ordered: value }
  if (state === 'rejected' || state === 'expired') return now - Date.parse(issuedUtc) < toldFor ? { state } : undefined
  if (isOver) return undefined
  if (state === 'unconfirmed') return holdUntilUtc === null && hasSpoken(of, command) ? undefined : { state, ordered: value }
  const since = verifiedUtc ?? answeredUtc ?? issuedUtc
  const said = of.lastConvertedReading
  // Given back to its rule, which has set it since.
  if (holdUntilUtc === null && of.driven && said !== null && !agrees(said, value, of.decimals)) return undefined
  if (now - Date.parse(since) < followsWithin) return { state: 'done' }
  if (holdUntilUtc === null) return undefined
  if (of.terminalInterfaceType !== 'IN_OUT' || said === null) return { state: 'done' }
  return agrees(said, value, of.decimals) ? { state: 'done' } : { state: 'noFeedback', ordered: value, sinceUtc: since }
}

/** What a rule ordered and the device does not follow, as an open alarm tells it: until the device says something else. */
function ofAlarm(of: Interface, alarm: Alarm | undefined): Life | undefined {
  if (!alarm?.feedback) return undefined
  const { ordered, said } = alarm.feedback
  const isStill = of.lastConvertedReading !== null && agrees(of.lastConvertedReading, said, of.decimals)
  return isStill ? { state: 'noFeedback', ordered, sinceUtc: alarm.sinceUtc } : undefined
}

/** The value to send without a hold, so that the rule has the device again: what it says already. Undefined: no hand holds it, or there is no rule. */
export function released(
  { driven, lastCommand: command, lastConvertedReading: said }: Interface,
  now: number,
): Value | undefined {
  if (!driven || !command?.holdUntilUtc || Date.parse(command.holdUntilUtc) <= now || toneOf(command) === 'sent') return undefined
  return said ?? command.value
}

/** Where the last order to a device stands: by hand while that counts, else by a rule, if there is one. */
export function lifeOf(of: Interface, now: number, alarm?: Alarm): Life {
  if (!of.terminal.connected) return { state: 'away' }
  const byHand = of.lastCommand && ofCommand(of, of.lastCommand, now)
  return byHand ?? ofAlarm(of, alarm) ?? { state: of.driven ? 'automatic' : 'undriven' }
}

/** A value with its unit. */
const valueWords = (of: Interface, value: Value, t: Translate) =>
  typeof value === 'number' && of.unit ? `${valueText(of, value, t)}\u00a0${of.unit}` : valueText(of, value, t)

/** The same in a few words. */
export function lifeWords(of: Interface, life: Life, now: number, zone: string, t: Translate): string {
  const { lastCommand: command, lastConvertedReading: said } = of
  const at = (moment: string | null | undefined) => since(moment, now, zone, t)
  const words: Readonly<Record<Life['state'], () => string>> = {
    away: () => t(of.terminal.retired ? 'terminal.status.retired' : 'terminal.notConnected'),
    automatic: () => t('actuation.automatic'),
    undriven: () => t('actuation.undriven'),
    sent: () => t('command.sentValue', { value: life.ordered === undefined ? '' : valueWords(of, life.ordered, t) }),
    done: () => {
      const confirmed = at(command?.verifiedUtc ?? command?.answeredUtc)
      const until = command?.holdUntilUtc
      return until && Date.parse(until) > now
        ? t('command.confirmedHeld', { time: confirmed, until: at(until) })
        : t('command.confirmed', { time: confirmed })
    },
    rejected: () => t('command.refused'),
    expired: () => t('command.expired'),
    unconfirmed: () => {
      const time = at(command?.issuedUtc)
      const read = command?.readBack ?? null
      return read === null
        ? t('command.unconfirmedSince', { time })
        : t('command.unconfirmedSays', { time, value: valueWords(of, read, t) })
    },
    noFeedback: () =>
      said === null
        ? t('command.noFeedbackSince', { time: at(life.sinceUtc) })
        : t('command.noFeedbackSays', { time: at(life.sinceUtc), value: valueWords(of, said, t) }),
  }
  return words[life.state]()
}
