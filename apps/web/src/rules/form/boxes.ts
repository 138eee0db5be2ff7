import type { Rule } from '@steading/contract/rules'
import type { TerminalRef } from '@steading/contract/terminals'
import type { Translate } from '@steading/locales/text'
import type { z } from 'zod'

type Box = Pick<z.infer<typeof TerminalRef>, 'id' | 'displayName' | 'provisionStatus'>

/** It runs nothing any more: as the server says it, before anything is sent. */
export const retiredProblem = (
  { terminalId }: { readonly terminalId: string | null },
  rule: Pick<Rule, 'terminal'> | undefined,
  t: Translate,
): Readonly<Record<string, string>> =>
  rule?.terminal?.retired && rule.terminal.id === terminalId
    ? { terminalId: t('invalid.boxRetired', { name: rule.terminal.displayName }) }
    : {}

/** The smart box that a rule has: one that was retired is no choice any more, and says so. */
export const boxNamed = ({ id, displayName, retired }: NonNullable<Rule['terminal']>, t: Translate) => ({
  id,
  displayName: retired ? t('terminal.retiredName', { name: displayName }) : displayName,
})

/** Smart boxes as a rule chooses its own: those that are not set up, which take no rule yet, are marked and come last. */
export function boxesOffered(boxes: readonly Box[], t: Translate): { id: string; displayName: string }[] {
  const isReady = ({ provisionStatus }: Box) => provisionStatus !== 'NOT_PROVISIONED'
  const ready = boxes.filter(isReady)
  const others = boxes.filter(one => !isReady(one))
  return [
    ...ready.map(({ id, displayName }) => ({ id, displayName })),
    ...others.map(({ id, displayName }) => ({ id, displayName: t('terminal.notSetUp', { name: displayName }) })),
  ]
}
