import { inputName } from '@steading/locales/inputs'
import type { TextKey, Translate } from '@steading/locales/text'
import type { Template } from './entered.ts'
import { type FormTab, tabOf, tabsOf } from './tabs.ts'
import { tabWords } from './words.ts'

const basics: Readonly<Record<string, TextKey>> = {
  rootEntityId: 'entity.generic',
  sectorId: 'entity.sector',
  category: 'rule.category',
  templateId: 'rule.template',
  terminalId: 'terminal.one',
}

interface Lack {
  readonly name: string
  readonly tab: FormTab
}

/** What is still wrong or missing, by the names of its fields, each once and in the order of the tabs. */
export function lacking(fields: readonly string[], template: Template, t: Translate): readonly Lack[] {
  const order = tabsOf(template)
  const found = fields.map((field): Lack => {
    const tab = tabOf(field, template)
    const [head = '', id] = field.split('.')
    const input = head === 'inputs' ? template.inputs.find(one => one.id === id) : undefined
    // Conditions, curves and weeks are called as their tab.
    const isOwn = input !== undefined && input.inputs === undefined && input.type !== 'SCHEDULER'
    return { name: isOwn ? inputName(input, t) : t(basics[head] ?? tabWords[tab]), tab }
  })
  const once = new Map(found.map(one => [`${one.tab} ${one.name}`, one]))
  return [...once.values()].toSorted((a, b) => order.indexOf(a.tab) - order.indexOf(b.tab))
}
