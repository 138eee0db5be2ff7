import type { InputGroup } from '@steading/contract/rules/templateInputs'
import type { TextKey } from '@steading/locales/text'
import type { Template } from '../../values/ruleForm.ts'
import { groupWords } from '../../words.ts'

/** The tabs of a rule's form, in their order. */
export type FormTab = 'basic' | InputGroup | 'event' | 'told'

export const tabWords = {
  basic: 'rule.tab.basic',
  ...groupWords,
  event: 'rule.tab.event',
  told: 'rule.tab.told',
} as const satisfies Record<FormTab, TextKey>

export const formTabs = (template: Template | undefined): readonly FormTab[] => [
  'basic',
  ...(template?.groups ?? []),
  ...(template?.hasEvent ? (['event', 'told'] as const) : []),
]

/** The tab on which a field stands, by its path. */
export function tabOfField(path: string, template: Template | undefined): FormTab {
  const [head, second] = path.split('.')
  if (head === 'inputs') return template?.inputs.find(input => input.id === second)?.group ?? 'basic'
  if (head === 'eventConfiguration') return second === 'actionConfigurations' ? 'told' : 'event'
  return head === 'autoClose' ? 'event' : 'basic'
}

/** The first tab that holds one of these fields, or `left`: the first with something left typed in a search list. */
export const firstInvalidTab = (paths: readonly string[], template: Template | undefined, left?: string): FormTab => {
  const wrong = new Set<string | undefined>([left, ...paths.map(path => tabOfField(path, template))])
  return formTabs(template).find(tab => wrong.has(tab)) ?? 'basic'
}
