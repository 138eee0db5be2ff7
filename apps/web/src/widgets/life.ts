import type { Command, Interface, Value } from '@steading/contract/interfaces'
import { since } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { CommandTone } from '../ui/marks/CommandState.tsx'
import { valueText } from './subject.ts'
import type { Alarm } from './view.ts'

/** Where an order to a device stands: a control never claims what the barn did not do. */
export interface Life {
  readonly state: 'automatic' | CommandTone
  /** What the device was told, where the device does not say it yet, or does not say it at all. */
  readonly ordered?: Value
  /** Since when it does not follow (ISO UTC). */
  readonly sinceUtc?: string
}

/** A device that still says something else this long after its box carried an order out does not follow it (ms). */
const followsWithin = 120_000

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

/** What was ordered by hand, while it is more than history; undefined once a rule may have ordered something else. */
function ofCommand(of: Interface, command: Command, now: number): Life | undefined {
  const { value, answeredUtc, holdUntilUtc } = command
  const state = toneOf(command)
  if (state === 'sent' || state === 'unconfirmed') return { state, ordered: value }
  if (command.state !== 'DONE') return { state }
  const isHeld = holdUntilUtc !== null && Date.parse(holdUntilUtc) > now
  if (!isHeld || of.terminalInterfaceType !== 'IN_OUT' || of.lastConvertedReading === null || answeredUtc === null)
    return undefined
  const follows = agrees(of.lastConvertedReading, value, of.decimals) || now - Date.parse(answeredUtc) < followsWithin
  if (follows) return { state: 'done' }
  return { state: 'noFeedback', ordered: value, sinceUtc: answeredUtc }
}

/** What a rule ordered and the device does not follow, as an open alarm tells it: until the device says something else. */
function ofAlarm(of: Interface, alarm: Alarm | undefined): Life | undefined {
  if (!alarm?.feedback) return undefined
  const { ordered, said } = alarm.feedback
  const isStill = of.lastConvertedReading !== null && agrees(of.lastConvertedReading, said, of.decimals)
  return isStill ? { state: 'noFeedback', ordered, sinceUtc: alarm.sinceUtc } : undefined
}

/** Where the last order to a device stands, by hand or by a rule. */
export function lifeOf(of: Interface, now: number, alarm?: Alarm): Life {
  if (!of.terminal.connected) return { state: 'away' }
  const { lastCommand: command } = of
  const byHand = command && ofCommand(of, command, now)
  if (byHand && byHand.state !== 'done') return byHand
  return ofAlarm(of, alarm) ?? byHand ?? { state: command?.state === 'DONE' ? 'done' : 'automatic' }
}

/** A value with its unit. */
const valueWords = (of: Interface, value: Value, t: Translate) =>
  typeof value === 'number' && of.unit ? `${valueText(of, value, t)}\u00a0${of.unit}` : valueText(of, value, t)

/** The same in a few words. */
export function lifeWords(of: Interface, life: Life, now: number, zone: string, t: Translate): string {
  const { lastCommand: command, lastConvertedReading: said } = of
  const at = (moment: string | null | undefined) => since(moment, now, zone)
  const words: Readonly<Record<Life['state'], () => string>> = {
    away: () => t('terminal.notConnected'),
    automatic: () => t('actuation.automatic'),
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
    unconfirmed: () => t('command.unconfirmedSince', { time: at(command?.issuedUtc) }),
    noFeedback: () =>
      said === null
        ? t('command.noFeedbackSince', { time: at(life.sinceUtc) })
        : t('command.noFeedbackSays', { time: at(life.sinceUtc), value: valueWords(of, said, t) }),
  }
  return words[life.state]()
}
