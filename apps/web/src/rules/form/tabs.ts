import type { InputGroup } from '@steading/contract/template-inputs'
import type { Template } from './entered.ts'

/** The tabs of a rule's form, in their order. */
export type FormTab = 'basic' | InputGroup | 'event' | 'told'

export const tabsOf = (template: Template | undefined): readonly FormTab[] => [
  'basic',
  ...(template?.groups ?? []),
  ...(template?.hasEvent ? (['event', 'told'] as const) : []),
]

/** The tab on which a field stands, by its path. */
export function tabOf(path: string, template: Template | undefined): FormTab {
  const [head, second] = path.split('.')
  if (head === 'inputs') return template?.inputs.find(one => one.id === second)?.group ?? 'basic'
  if (head === 'eventConfiguration') return second === 'actionConfigurations' ? 'told' : 'event'
  return head === 'autoClose' ? 'event' : 'basic'
}

/** The first tab that holds one of these fields, or `left`: the first with something left typed in a search list. */
export const firstWrong = (paths: readonly string[], template: Template | undefined, left?: string): FormTab => {
  const wrong = new Set<string | undefined>([left, ...paths.map(path => tabOf(path, template))])
  return tabsOf(template).find(tab => wrong.has(tab)) ?? 'basic'
}
