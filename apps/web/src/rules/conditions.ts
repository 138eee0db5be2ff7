import { CATEGORIES } from '@steading/contract/categories'
import type { Engine } from '@steading/contract/rule-templates'
import { RuleLine } from '@steading/contract/rulebody-alarm'
import { CyclicalLine } from '@steading/contract/rulebody-cloud'
import type { Translate } from '@steading/locales/text'
import { lineWords, tellingWords } from './condition.ts'
import type { KnownOf } from './known.ts'
import { limitSteps } from './watch.ts'

const alarms: ReadonlySet<Engine> = new Set(['ALARM_WITHOUT_ACTUATION', 'ALARM_WITH_ACTUATION', 'CLOUD_ALARM'])
/** What a calendar says is the same on every clock. */
const anyClock = [{ from: 0, minutes: 0 }]

/**
 * An input of an alarm as its conditions read, in the words of the rule's page, each with how often people are told; undefined
 * of what are no conditions, or none that can be read.
 */
export function conditionsSaid(
  engine: Engine,
  id: string,
  value: unknown,
  knownOf: KnownOf,
  t: Translate,
): readonly string[] | undefined {
  if (!alarms.has(engine) || id !== 'lines' || !Array.isArray(value)) return undefined
  const usual = engine === 'CLOUD_ALARM' ? { permanenceTime: '00:10' } : {}
  const said = value.map((one: unknown) => lineSaid(typeof one === 'object' ? { ...usual, ...one } : one, knownOf, t))
  return said.every(words => words !== undefined) ? said : undefined
}

function lineSaid(line: unknown, knownOf: KnownOf, t: Translate): string | undefined {
  const { data: byDate } = CyclicalLine.safeParse(line)
  if (byDate) {
    const of = knownOf(byDate.interfaceId)
    const steps = limitSteps(byDate, anyClock, of, 0, t).map(({ words }) => words)
    return `${of.name}: ${[...steps, tellingWords(byDate, t)].join(', ')}`
  }
  const { data: steady } = RuleLine.safeParse(line)
  if (!steady) return undefined
  const of = knownOf(steady.interfaceId)
  return `${lineWords(steady, of, CATEGORIES[of.category].kind, t)}, ${tellingWords(steady, t)}`
}
