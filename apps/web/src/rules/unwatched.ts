import type { Rule } from '@steading/contract/rules'
import type { Translate } from '@steading/locales/text'
import { queryClient } from '../platform/queries.ts'
import { unwatched } from './form/choices.queries.ts'
import { ruleQuery } from './rules.queries.ts'

/** So many are asked for at once. */
const MOST = 50
/** So many are named. */
const NAMED = 6

/** That sensors of one rule, or of several, have no alarm, and which. */
export function withoutAlarmWords(
  ids: readonly string[],
  nameOf: (id: string) => string | undefined,
  isOne: boolean,
  t: Translate,
): string {
  const named = ids.slice(0, NAMED).map(id => nameOf(id) ?? id)
  const names = new Intl.ListFormat(t.language).format(ids.length > NAMED ? [...named, '…'] : named)
  return t(isOne ? 'warning.sensorsWithoutAlarm' : 'warning.sensorsOfSomeWithoutAlarm', { count: ids.length, names })
}

/** Of control rules that go into service: the sensors that nobody watches, in words. */
export async function unwatchedOf(rules: readonly Pick<Rule, 'id' | 'kind'>[], t: Translate): Promise<string[]> {
  const controls = rules.filter(one => one.kind === 'CONTROL')
  const known = await Promise.all(controls.map(({ id }) => queryClient.fetchQuery(ruleQuery(id))))
  const sensors = known.flatMap(({ interfaces }) => interfaces.filter(one => one.role === 'IN'))
  const names = new Map(sensors.map(one => [one.id, one.displayName]))
  const ids = [...names.keys()]
  const lone: string[] = []
  for (let at = 0; at < ids.length; at += MOST) lone.push(...(await unwatched(ids.slice(at, at + MOST))))
  return lone.length > 0 ? [withoutAlarmWords(lone, id => names.get(id), controls.length === 1, t)] : []
}
