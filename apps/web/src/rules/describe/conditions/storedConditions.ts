import { CATEGORIES } from '@steading/contract/devices/categories'
import type { Engine } from '@steading/contract/rules/ruleTemplates'
import { RuleLine } from '@steading/contract/rules/body/alarm'
import { CyclicalLine } from '@steading/contract/rules/body/cloud'
import type { Translate } from '@steading/locales/text'
import { conditionWords, repetitionWords } from './condition.ts'
import type { InterfaceLookup } from '../interfaceLookup.ts'
import { limitSteps } from './calendarLimits.ts'

const alarmTemplates: ReadonlySet<Engine> = new Set(['ALARM_WITHOUT_ACTUATION', 'ALARM_WITH_ACTUATION', 'CLOUD_ALARM'])
/** What a calendar says is the same on every clock. */
const utcOffsets = [{ from: 0, minutes: 0 }]

/**
 * An input of an alarm as its conditions read, in the words of the rule's page, each with how often people are told; undefined
 * of what are no conditions, or none that can be read.
 */
export function storedConditionWords(
  engine: Engine,
  id: string,
  value: unknown,
  knownOf: InterfaceLookup,
  t: Translate,
): readonly string[] | undefined {
  if (!alarmTemplates.has(engine) || id !== 'lines' || !Array.isArray(value)) return undefined
  const usual = engine === 'CLOUD_ALARM' ? { permanenceTime: '00:10' } : {}
  const lineWords = value.map((item: unknown) =>
    storedLineWords(typeof item === 'object' ? { ...usual, ...item } : item, knownOf, t),
  )
  return lineWords.every(words => words !== undefined) ? lineWords : undefined
}

function storedLineWords(line: unknown, knownOf: InterfaceLookup, t: Translate): string | undefined {
  const { data: byDate } = CyclicalLine.safeParse(line)
  if (byDate) {
    const info = knownOf(byDate.interfaceId)
    const steps = limitSteps(byDate, utcOffsets, info, 0, t).map(({ words }) => words)
    return `${info.name}: ${[...steps, repetitionWords(byDate, t)].join(', ')}`
  }
  const { data: steady } = RuleLine.safeParse(line)
  if (!steady) return undefined
  const item = knownOf(steady.interfaceId)
  return `${conditionWords(steady, item, CATEGORIES[item.category].kind, t)}, ${repetitionWords(steady, t)}`
}
