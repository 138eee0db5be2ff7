import { expect, test } from 'vitest'
import { t } from '../../describe/body.sample.ts'
import type { RuleFormData } from '../../values/ruleFormData.ts'
import { rivalRuleWords } from './saveWarnings.ts'

const driven = (isRival: boolean): RuleFormData['driven'] => new Map([['7', { rule: 'Cooling', isBarred: false, isRival }]])

test('a rule that drives the same device with the same strength bars putting into service', () => {
  const item = { inputs: { outputs: ['7', '8'] } }
  const about = (isRival: boolean) => ({ choices: new Map(), driven: driven(isRival) })
  expect(rivalRuleWords(item, about(true), t)).toEqual([
    '“7” is already controlled by “Cooling”. A device can only be controlled by one rule.',
  ])
  expect(rivalRuleWords(item, about(false), t)).toEqual([])
})
