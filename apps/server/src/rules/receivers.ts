import type { RuleEvent } from '@steading/contract/rule-drafts'
import { CHANNEL_PERMISSIONS } from '@steading/contract/outbox'
import type { ActionConfiguration } from '@steading/contract/outbox'
import { mayDo } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import type { Work } from '../platform/database/work.ts'
import { invalid } from '../platform/failures.ts'
import { inSightOf } from './receivers.sql.ts'

/**
 * People are named by those who see them; whom the rule told before, it goes on telling.
 * @throws Failed that names the one who is not there
 */
export async function mustSeeUsers(work: Work, event: RuleEvent | null, before: readonly string[]): Promise<void> {
  const actions = event?.actionConfigurations ?? []
  const asked = actions.flatMap(one => one.properties.usersList).filter(id => !before.includes(id))
  if (asked.length === 0) return
  const seen = new Set(await inSightOf(work, asked))
  for (const [at, { properties }] of actions.entries())
    for (const [k, id] of properties.usersList.entries())
      if (!before.includes(id) && !seen.has(id))
        throw invalid(`eventConfiguration.actionConfigurations.${at}.properties.usersList.${k}`, 'notFound')
}

type Told = Pick<RuleEvent, 'actionConfigurations'> | null

/** Where an event begins to tell on a channel that the actor may not use; on which it told before, it goes on telling. */
const beyondOwn = (actor: Actor, event: Told, before: Told): number => {
  const isActive = ({ status }: ActionConfiguration) => status === 'ACTIVE'
  const told = before?.actionConfigurations.filter(isActive).map(({ type }) => type) ?? []
  return (event?.actionConfigurations ?? []).findIndex(one => {
    const permission = CHANNEL_PERMISSIONS[one.type]
    return isActive(one) && permission !== null && !told.includes(one.type) && !mayDo(actor, permission)
  })
}

/** @throws Failed that names the channel, of what a form says */
export function mustTellByRight({ actor }: Work, event: Told, before: Told): void {
  const at = beyondOwn(actor, event, before)
  if (at >= 0) throw invalid(`eventConfiguration.actionConfigurations.${at}.status`, 'notAllowed')
}

/** @throws Failed that names `field`, of what is taken over as it stands elsewhere */
export function mustHoldChannels({ actor }: Work, event: Told, before: Told, field: string): void {
  if (beyondOwn(actor, event, before) >= 0) throw invalid(field, 'beyondOwn')
}
