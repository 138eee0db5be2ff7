import type { InputGroup } from '@steading/contract/template-inputs'
import type { TextKey } from '@steading/locales/text'
import type { RuleKind } from '@steading/contract/rules'
import type { FormTab } from './tabs.ts'

export const groupWords = {
  sensors: 'rule.tab.sensors',
  lines: 'rule.tab.lines',
  regulation: 'rule.tab.regulation',
  cycle: 'rule.tab.cycle',
  schedule: 'rule.tab.schedule',
  actions: 'rule.tab.actions',
} as const satisfies Record<InputGroup, TextKey>

export const tabWords = {
  basic: 'rule.tab.basic',
  ...groupWords,
  event: 'rule.tab.event',
  told: 'rule.tab.told',
} as const satisfies Record<FormTab, TextKey>

export const newWords = {
  CONTROL: 'rule.new',
  ALARM: 'rule.new.alarm',
  SCHEDULER: 'rule.new.scheduler',
} as const satisfies Record<RuleKind, TextKey>
