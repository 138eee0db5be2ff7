import type { RuleEvent } from '@steading/contract/rule-drafts'
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
