import type { QuarantineReason } from '@steading/contract/devices/terminals'
import type { TextKey, Translate } from './text.ts'

/** Why a box did not carry out a command: the protocol's codes. */
const reasons: Readonly<Record<string, TextKey>> = {
  session: 'command.reason.staleSession',
  order: 'command.reason.oldNumber',
  clock: 'command.reason.clockUnknown',
  late: 'command.reason.expired',
  interface: 'command.reason.unknownDevice',
  direction: 'command.reason.notAnOutput',
  type: 'command.reason.outOfRange',
  range: 'command.reason.outOfRange',
  interlock: 'command.reason.interlock',
  outranked: 'command.reason.outranked',
  device: 'command.reason.driver',
}
/** The reason in words; one that this page does not know is said as the box said it. */
export function reasonWords({ reason }: { readonly reason: string | null }, t: Translate): string | undefined {
  if (reason === null) return undefined
  const key = reasons[reason]
  return key ? t(key) : reason
}

/** Why a payload of a box was put aside. */
export const quarantineWords: Readonly<Record<QuarantineReason, TextKey>> = {
  UNREADABLE: 'quarantine.reason.unreadable',
  NOT_STORABLE: 'quarantine.reason.notStorable',
  HEAD_BEYOND: 'quarantine.reason.headBeyond',
  TOO_MANY_GAPS: 'quarantine.reason.tooManyGaps',
  GAP_BEYOND: 'quarantine.reason.gapBeyond',
  AFTER_GAP: 'quarantine.reason.afterGap',
  CHANGED: 'quarantine.reason.changed',
  UNKNOWN_INTERFACE: 'quarantine.reason.unknownInterface',
  UNKNOWN_RULE: 'quarantine.reason.unknownRule',
  EFFECT: 'quarantine.reason.effect',
}
