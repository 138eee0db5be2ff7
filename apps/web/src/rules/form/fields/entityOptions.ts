import type { EntityRef } from '@steading/contract/entities/entities'
import type { Rule } from '@steading/contract/rules/rules'
import type { TerminalRef } from '@steading/contract/devices/terminals'
import type { Translate } from '@steading/locales/text'
import type { z } from 'zod'

type TerminalLike = Pick<z.infer<typeof TerminalRef>, 'id' | 'displayName' | 'provisionStatus'>

/** Error of a rule whose terminal was retired, checked before the request as the server does. */
export const retiredTerminalError = (
  { terminalId }: { readonly terminalId: string | null },
  rule: Pick<Rule, 'terminal'> | undefined,
  t: Translate,
): Readonly<Record<string, string>> =>
  rule?.terminal?.retired && rule.terminal.id === terminalId
    ? { terminalId: t('invalid.boxRetired', { name: rule.terminal.displayName }) }
    : {}

/** The smart box that a rule has: one that was retired is no choice any more, and says so. */
export const terminalOption = ({ id, displayName, retired }: NonNullable<Rule['terminal']>, t: Translate) => ({
  id,
  displayName: retired ? t('terminal.retiredName', { name: displayName }) : displayName,
})

/** Smart boxes as a rule chooses its own: those that are not set up, which take no rule yet, are marked and come last. */
export function terminalOptions(boxes: readonly TerminalLike[], t: Translate): { id: string; displayName: string }[] {
  const isReady = ({ provisionStatus }: TerminalLike) => provisionStatus !== 'NOT_PROVISIONED'
  const ready = boxes.filter(isReady)
  const others = boxes.filter(terminal => !isReady(terminal))
  return [
    ...ready.map(({ id, displayName }) => ({ id, displayName })),
    ...others.map(({ id, displayName }) => ({ id, displayName: t('terminal.notSetUp', { name: displayName }) })),
  ]
}

/** Houses as choices: by their names, those that are called alike with their farm before it. */
export const sectorOptions = (houses: readonly Pick<EntityRef, 'id' | 'name' | 'displayName'>[]) =>
  houses.map(house => ({
    id: house.id,
    displayName: houses.some(other => other.id !== house.id && other.name === house.name) ? house.displayName : house.name,
  }))
