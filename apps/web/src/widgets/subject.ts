import { CATEGORIES } from '@steading/contract/categories'
import type { Command, Interface, Value } from '@steading/contract/interfaces'
import { missing, number, since } from '@steading/locales/format'
import { to } from '../app/index.ts'
import type { TextKey, Translate } from '@steading/locales/text'

/** What a widget shows of one sensor or device, in words and figures that are ready to be read. */
export interface Subject {
  readonly name: string
  readonly place: string
  readonly href: string
  /** The last reading; a boolean in the words of its kind. */
  readonly text: string
  /** Empty for what has none. */
  readonly unit: string
  readonly value: Value | null
  readonly decimals: number
  readonly at: string | null
  readonly stale: boolean
}

/** A value of this interface as people read it: "31,0", "On", "Open". */
export function valueText(of: Pick<Interface, 'category' | 'decimals'>, value: Value | null, t: Translate): string {
  if (value === null) return missing
  if (typeof value === 'number') return number(value, of.decimals)
  if (typeof value === 'string') return value
  const stem = CATEGORIES[of.category].labels ?? 'bool.device'
  return t(`${stem}.${value}` as TextKey) // safe: the table's stems have both texts
}

/** The page of a sensor or device. */
export const hrefOf = ({ id }: Pick<Interface, 'id'>): string =>
  to('/system/interfaces/details/{interfaceId}', { interfaceId: id })

export function subjectOf(of: Interface, title: string | undefined, t: Translate): Subject {
  const value = of.lastConvertedReading
  return {
    name: title ?? of.displayName,
    place: of.entity.name,
    href: hrefOf(of),
    text: valueText(of, value, t),
    unit: typeof value === 'number' ? (of.unit ?? '') : '',
    value,
    decimals: of.decimals,
    at: of.lastReadingTimestampUtc,
    stale: of.stale || !of.good,
  }
}

export type CommandLife = 'none' | 'sent' | 'confirmed' | 'failed'

/** Where a command stands: a control never claims what the barn did not do. */
export function lifeOf(command: Command | null): CommandLife {
  if (!command) return 'none'
  if (command.state === 'SENT') return 'sent'
  return command.state === 'DONE' || command.verifiedUtc !== null ? 'confirmed' : 'failed'
}

/** The life of the last command in a few words. */
export function lifeWords(of: Interface, now: number, zone: string, t: Translate): string {
  const command = of.lastCommand
  if (!of.terminal.connected) return t('terminal.notConnected')
  if (!command) return t('actuation.automatic')
  const at = (moment: string | null) => since(moment, now, zone)
  const unit = typeof command.value === 'number' && of.unit ? ` ${of.unit}` : ''
  if (command.verifiedUtc) return t('command.confirmed', { time: at(command.verifiedUtc) })
  return {
    SENT: () => t('command.sentValue', { value: valueText(of, command.value, t) + unit }),
    DONE: () =>
      command.holdUntilUtc && Date.parse(command.holdUntilUtc) > now
        ? t('command.confirmedHeld', { time: at(command.answeredUtc), until: at(command.holdUntilUtc) })
        : t('command.confirmed', { time: at(command.answeredUtc) }),
    REJECTED: () => t('command.refused'),
    EXPIRED: () => t('command.expired'),
    UNCONFIRMED: () => t('command.noFeedbackSince', { time: at(command.issuedUtc) }),
  }[command.state]()
}
