import type { RuleDetails } from '@steading/contract/rules/rules'
import type { TemplateInput } from '@steading/contract/rules/templateInputs'
import { duration, exactQuantity } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { storedConditionWords } from '../describe/conditions/storedConditions.ts'
import { entryName, inputName } from '../inputs/inputWords.ts'
import { createInterfaceLookup } from '../describe/interfaceLookup.ts'
import { type RuleFormValues, toFormValues } from '../values/ruleForm.ts'

/** A field that another user saved while this form was open. */
export interface ConflictField {
  readonly key: string
  readonly label: string
  readonly value: string
  /** Applies the saved value to the form values. */
  readonly apply: (mine: RuleFormValues) => RuleFormValues
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const fields = {
  displayName: 'ui.name',
  rootEntityId: 'entity.generic',
  sectorId: 'entity.sector',
  terminalId: 'terminal.one',
  showAllInterfaces: 'rule.showAll',
  autoClose: 'event.autoClose',
} as const satisfies Partial<Record<keyof RuleFormValues, TextKey>>
type Field = keyof typeof fields
const names = Object.keys(fields) as Field[] // safe: its own keys

const flagWords = (value: unknown, t: Translate) => t(value === true ? 'ui.yes' : 'ui.no')

function fieldWords(field: Field, latest: RuleDetails, t: Translate): string {
  switch (field) {
    case 'displayName':
      return latest.displayName
    case 'rootEntityId':
      return latest.rootEntity.displayName
    case 'sectorId':
      return latest.sector?.displayName ?? ''
    case 'terminalId':
      return latest.terminal?.displayName ?? ''
    case 'showAllInterfaces':
    case 'autoClose':
      return flagWords(latest[field], t)
  }
}

/** Short text for the value of an input. */
function inputWords(
  { id, unit = '', duration: isSpan, type }: TemplateInput,
  value: unknown,
  latest: RuleDetails,
  t: Translate,
): string {
  const conditions = storedConditionWords(latest.template, id, value, createInterfaceLookup(latest, []), t)
  if (conditions) return conditions.join('; ')
  if (value === undefined || value === null || value === '') return ''
  if (typeof value === 'boolean') return flagWords(value, t)
  if (typeof value === 'number') return isSpan ? duration(value, t) : exactQuantity(value, unit, t)
  if (typeof value === 'string') return type === 'ENTITY' ? interfaceName(value, latest) : entryName(value, t)
  if (Array.isArray(value) && value.every(item => typeof item === 'string'))
    return value.map(id => interfaceName(id, latest)).join(', ')
  return Array.isArray(value) ? t('input.entries', { count: value.length }) : t('rule.somethingElse')
}

const interfaceName = (id: string, latest: RuleDetails): string => createInterfaceLookup(latest, [])(id).name

export function conflictFields(base: RuleDetails, latest: RuleDetails, t: Translate): readonly ConflictField[] {
  const before = toFormValues(base)
  const after = toFormValues(latest)
  return [
    ...names
      .filter(name => !isEqual(before[name], after[name]))
      .map(name => ({
        key: name,
        label: t(fields[name]),
        value: fieldWords(name, latest, t),
        apply: (mine: RuleFormValues) => ({ ...mine, [name]: after[name] }),
      })),
    ...latest.ruleTemplate.inputs
      .filter(({ id }) => !isEqual(before.inputs[id], after.inputs[id]))
      .map(input => ({
        key: `inputs.${input.id}`,
        label: inputName(input, t),
        value: inputWords(input, after.inputs[input.id], latest, t),
        apply: (mine: RuleFormValues) => ({ ...mine, inputs: { ...mine.inputs, [input.id]: after.inputs[input.id] } }),
      })),
    ...(isEqual(before.eventConfiguration, after.eventConfiguration)
      ? []
      : [
          {
            key: 'eventConfiguration',
            label: t('event.one'),
            value: after.eventConfiguration.title,
            apply: (mine: RuleFormValues) => ({ ...mine, eventConfiguration: after.eventConfiguration }),
          },
        ]),
  ]
}
