import type { Rule } from '@steading/contract/rules'
import type { Translate } from '@steading/locales/text'
import { queryClient } from '../platform/queries.ts'
import { unwatched } from './form/choices.queries.ts'
import { ruleQuery } from './rules.queries.ts'

/** Of control rules that go into service: how many of their sensors nobody watches. */
export async function unwatchedWords(rules: readonly Pick<Rule, 'id' | 'kind'>[], t: Translate): Promise<string[]> {
  const controls = rules.filter(one => one.kind === 'CONTROL')
  const known = await Promise.all(controls.map(({ id }) => queryClient.fetchQuery(ruleQuery(id))))
  const sensors = known.flatMap(({ interfaces }) => interfaces.filter(one => one.role === 'IN').map(one => one.id))
  const ids = [...new Set(sensors)]
  const counts: number[] = []
  for (let at = 0; at < ids.length; at += MOST) counts.push(await unwatched(ids.slice(at, at + MOST)))
  const count = counts.reduce((sum, one) => sum + one, 0)
  if (count === 0) return []
  return [t(controls.length === 1 ? 'warning.sensorsWithoutAlarm' : 'warning.sensorsOfSomeWithoutAlarm', { count })]
}

/** So many are asked for at once. */
const MOST = 50
