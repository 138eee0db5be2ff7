import { inputName } from '@steading/locales/inputs'
import type { TextKey, Translate } from '@steading/locales/text'
import type { Template } from '../../values/ruleForm.ts'
import { type FormTab, tabOfField, formTabs, tabWords } from '../fields/tabs.ts'

const basicFields: Readonly<Record<string, TextKey>> = {
  rootEntityId: 'entity.generic',
  sectorId: 'entity.sector',
  category: 'rule.category',
  templateId: 'rule.template',
  terminalId: 'terminal.one',
}

interface MissingField {
  readonly name: string
  readonly tab: FormTab
}

/** What is still wrong or missing, by the names of its fields, each once and in the order of the tabs. */
export function missingFields(fields: readonly string[], template: Template, t: Translate): readonly MissingField[] {
  const order = formTabs(template)
  const found = fields.map((field): MissingField => {
    const tab = tabOfField(field, template)
    const [head = '', id] = field.split('.')
    const input = head === 'inputs' ? template.inputs.find(input => input.id === id) : undefined
    // Conditions, curves and weeks are called as their tab.
    const isOwn = input !== undefined && input.inputs === undefined && input.type !== 'SCHEDULER'
    return { name: isOwn ? inputName(input, t) : t(basicFields[head] ?? tabWords[tab]), tab }
  })
  const once = new Map(found.map(item => [`${item.tab} ${item.name}`, item]))
  return [...once.values()].toSorted((a, b) => order.indexOf(a.tab) - order.indexOf(b.tab))
}
