import { isSendable, LIMITS } from '@steading/contract/box/messages'
import type { AnyRuleEffect } from '@steading/contract/box/messages'

/** Members of a cause that may hold a text of a sensor. */
const TEXTS: ReadonlySet<string> = new Set(['value', 'reading', 'threshold'])

const clip = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, Math.max(0, most - 1)).toWellFormed()}…`

const clipTexts = (event: AnyRuleEffect, most: number): AnyRuleEffect =>
  // safe: the members of a rule event are JSON, and only texts of its causes change
  JSON.parse(
    JSON.stringify(event, (member, value: unknown) =>
      TEXTS.has(member) && typeof value === 'string' ? clip(value, most) : value,
    ),
  ) as AnyRuleEffect

/**
 * Rule event as the wire takes it. Where the texts of its causes are too long together, all are cut to one length: the platform
 * would put the whole event aside, and the alarm with it.
 */
export function fitToWire(event: AnyRuleEffect): AnyRuleEffect {
  let sent = event
  for (let most: number = LIMITS.text; most > 1 && !isSendable(sent); most = Math.floor(most / 2)) sent = clipTexts(event, most)
  return sent
}
