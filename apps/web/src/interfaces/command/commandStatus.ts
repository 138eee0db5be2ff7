import type { Command, Interface, Value } from '@steading/contract/devices/interfaces'
import { since } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { CommandTone } from '../../ui/marks/CommandState.tsx'
import { valueText } from '../subject.ts'
import type { Alarm } from '../alarm.ts'

/** Where an order to a device stands: a control never claims what the barn did not do. */
export interface CommandStatus {
  readonly state: 'automatic' | 'undriven' | CommandTone
  /** What the device was told, where the device does not say it yet, or does not say it at all. */
  readonly ordered?: Value
  /** Since when it does not follow (ISO UTC). */
  readonly sinceUtc?: string
}

/** A device that still says something else this long after its box carried an order out does not follow it (ms). */
const followsWithin = 120_000
/** That an order was not carried out is said for this long (ms): it changed nothing, all is as before. */
const attributionTime = 900_000

/** Nobody has ordered anything that counts: there is nothing to mark. */
export const isQuiet = (state: CommandStatus['state']): state is 'automatic' | 'undriven' =>
  state === 'automatic' || state === 'undriven'

/** Shown as what the barn has not confirmed. */
export const isUnconfirmed = (state: CommandStatus['state']): boolean =>
  state === 'sent' || state === 'unconfirmed' || state === 'noFeedback' || state === 'away'

/** Whether a device says what it was told; a figure may be one off in its last place. */
function agrees(reading: Value, ordered: Value, decimals: number): boolean {
  if (typeof reading !== 'number' || typeof ordered !== 'number') return reading === ordered
  return Math.abs(reading - ordered) <= 10 ** -decimals * 1.001
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
const hasReported = ({ lastReadingTimestampUtc: at }: Interface, { issuedUtc }: Command): boolean =>
  at !== null && Date.parse(at) - Date.parse(issuedUtc) >= followsWithin

/**
 * What was ordered by hand, while it is more than history: undefined once its hold is over. Without a hold it overrides nothing:
 * whoever drives the output drives it as soon as the order has been followed.
 */
function statusOfCommand(iface: Interface, command: Command, now: number): CommandStatus | undefined {
  const { value, issuedUtc, answeredUtc, verifiedUtc, holdUntilUtc } = command
  const state = toneOf(command)
  const isOver = holdUntilUtc !== null && Date.parse(holdUntilUtc) <= now
  if (state === 'sent') return { state, ordered: value }
  if (state === 'rejected' || state === 'expired') return now - Date.parse(issuedUtc) < attributionTime ? { state } : undefined
  if (isOver) return undefined
  if (state === 'unconfirmed') return holdUntilUtc === null && hasReported(iface, command) ? undefined : { state, ordered: value }
  const since = verifiedUtc ?? answeredUtc ?? issuedUtc
  const reading = iface.lastConvertedReading
  // Given back to its rule, which has set it since.
  if (holdUntilUtc === null && iface.driven && reading !== null && !agrees(reading, value, iface.decimals)) return undefined
  if (now - Date.parse(since) < followsWithin) return { state: 'done' }
  if (holdUntilUtc === null) return undefined
  if (iface.terminalInterfaceType !== 'IN_OUT' || reading === null) return { state: 'done' }
  return agrees(reading, value, iface.decimals) ? { state: 'done' } : { state: 'noFeedback', ordered: value, sinceUtc: since }
}

/** What a rule ordered and the device does not follow, as an open alarm tells it: until the device says something else. */
function statusOfAlarm(iface: Interface, alarm: Alarm | undefined): CommandStatus | undefined {
  if (!alarm?.feedback) return undefined
  const { ordered, feedback } = alarm.feedback
  const isStill = iface.lastConvertedReading !== null && agrees(iface.lastConvertedReading, feedback, iface.decimals)
  return isStill ? { state: 'noFeedback', ordered, sinceUtc: alarm.sinceUtc } : undefined
}

/** The default value of a device that no rule controls; undefined: it has none, or a rule controls it. */
export const fallbackValue = ({ driven, safeValue, terminalInterfaceDataType: type }: Interface): Value | undefined =>
  driven || safeValue === null ? undefined : type === 'BOOLEAN' ? safeValue === 1 : safeValue

/**
 * The value that ends a manual override when it is sent with a hold of 0. A rule corrects the current reading at once; without a
 * rule the device gets its default value, as at the end of the hold, or keeps what was ordered. Undefined: nothing is overridden.
 */
export function releasedValue(target: Interface, now: number): Value | undefined {
  const { driven, lastCommand: command, lastConvertedReading: reading } = target
  if (!command?.holdUntilUtc || Date.parse(command.holdUntilUtc) <= now || toneOf(command) === 'sent') return undefined
  return driven ? (reading ?? command.value) : (fallbackValue(target) ?? command.value)
}

/** Label of the button that ends a manual override. */
export const releaseKey = ({ driven }: Interface) => (driven ? 'actuation.release' : 'actuation.endHold')

/** Where the last order to a device stands: by hand while that counts, else by a rule, if there is one. */
export function commandStatus(iface: Interface, now: number, alarm?: Alarm): CommandStatus {
  if (!iface.terminal.connected) return { state: 'away' }
  const byHand = iface.lastCommand && statusOfCommand(iface, iface.lastCommand, now)
  return byHand ?? statusOfAlarm(iface, alarm) ?? { state: iface.driven ? 'automatic' : 'undriven' }
}

/** A value with its unit. */
const valueWords = (iface: Interface, value: Value, t: Translate) =>
  typeof value === 'number' && iface.unit ? `${valueText(iface, value, t)}\u00a0${iface.unit}` : valueText(iface, value, t)

/** The same in a few words. */
export function statusWords(iface: Interface, status: CommandStatus, now: number, zone: string, t: Translate): string {
  const { lastCommand: command, lastConvertedReading: reading } = iface
  const at = (moment: string | null | undefined) => since(moment, now, zone, t)
  const words: Readonly<Record<CommandStatus['state'], () => string>> = {
    away: () => t(iface.terminal.retired ? 'terminal.status.retired' : 'terminal.notConnected'),
    automatic: () => t('actuation.automatic'),
    undriven: () => t('actuation.undriven'),
    sent: () => t('command.sentValue', { value: status.ordered === undefined ? '' : valueWords(iface, status.ordered, t) }),
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
        : t('command.unconfirmedSays', { time, value: valueWords(iface, read, t) })
    },
    noFeedback: () =>
      reading === null
        ? t('command.noFeedbackSince', { time: at(status.sinceUtc) })
        : t('command.noFeedbackSays', { time: at(status.sinceUtc), value: valueWords(iface, reading, t) }),
  }
  return words[status.state]()
}
