import type { Rule } from '@steading/contract/rules/rules'
import type { Translate } from '@steading/locales/text'
import { queryClient } from '../../platform/api/queries.ts'
import { fetchUnwatched } from '../values/choices.queries.ts'
import { ruleQuery } from '../rules.queries.ts'

/** So many are asked for at once. */
const BATCH_SIZE = 50
/** So many are named. */
const MAX_NAMES = 6

/** That sensors of one rule, or of several, have no alarm, and which. */
export function withoutAlarmWords(
  ids: readonly string[],
  nameOf: (id: string) => string | undefined,
  isOne: boolean,
  t: Translate,
): string {
  const named = ids.slice(0, MAX_NAMES).map(id => nameOf(id) ?? id)
  const names = new Intl.ListFormat(t.language).format(ids.length > MAX_NAMES ? [...named, '…'] : named)
  return t(isOne ? 'warning.sensorsWithoutAlarm' : 'warning.sensorsOfSomeWithoutAlarm', { count: ids.length, names })
}

/** Of control rules that go into service: the sensors that nobody watches, in words. */
export async function unwatchedSensorWords(rules: readonly Pick<Rule, 'id' | 'kind'>[], t: Translate): Promise<string[]> {
  const controls = rules.filter(rule => rule.kind === 'CONTROL')
  const known = await Promise.all(controls.map(({ id }) => queryClient.fetchQuery(ruleQuery(id))))
  const sensors = known.flatMap(({ interfaces }) => interfaces.filter(iface => iface.role === 'IN'))
  const names = new Map(sensors.map(sensor => [sensor.id, sensor.displayName]))
  const ids = [...names.keys()]
  const unwatched: string[] = []
  for (let at = 0; at < ids.length; at += BATCH_SIZE) unwatched.push(...(await fetchUnwatched(ids.slice(at, at + BATCH_SIZE))))
  return unwatched.length > 0 ? [withoutAlarmWords(unwatched, id => names.get(id), controls.length === 1, t)] : []
}
