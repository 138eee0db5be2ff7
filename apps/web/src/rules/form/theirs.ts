import type { RuleDetails } from '@steading/contract/rules'
import type { TemplateInput } from '@steading/contract/template-inputs'
import { duration, quantity } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { conditionsSaid } from '../conditions.ts'
import { entryName, inputName } from '../inputs/words.ts'
import { knownOf } from '../known.ts'
import { type Entered, enteredOf } from './entered.ts'

/** What somebody else has saved of a rule while one was typing. */
export interface Their {
  readonly key: string
  readonly label: string
  readonly said: string
  /** Puts theirs into what is filled in. */
  readonly into: (mine: Entered) => Entered
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const fields = {
  displayName: 'ui.name',
  rootEntityId: 'entity.generic',
  sectorId: 'entity.sector',
  terminalId: 'terminal.one',
  showAllInterfaces: 'rule.showAll',
  autoClose: 'event.autoClose',
} as const satisfies Partial<Record<keyof Entered, TextKey>>
type Field = keyof typeof fields
const names = Object.keys(fields) as Field[] // safe: its own keys

const flagWords = (value: unknown, t: Translate) => t(value === true ? 'ui.yes' : 'ui.no')

function saidOf(field: Field, theirs: RuleDetails, t: Translate): string {
  switch (field) {
    case 'displayName':
      return theirs.displayName
    case 'rootEntityId':
      return theirs.rootEntity.displayName
    case 'sectorId':
      return theirs.sector?.displayName ?? ''
    case 'terminalId':
      return theirs.terminal?.displayName ?? ''
    case 'showAllInterfaces':
    case 'autoClose':
      return flagWords(theirs[field], t)
  }
}

/** A value of an input, as far as it is said in a few words. */
function inputSaid(
  { id, unit = '', duration: isSpan, type }: TemplateInput,
  value: unknown,
  theirs: RuleDetails,
  t: Translate,
): string {
  const conditions = conditionsSaid(theirs.template, id, value, knownOf(theirs, []), t)
  if (conditions) return conditions.join('; ')
  if (value === undefined || value === null || value === '') return ''
  if (typeof value === 'boolean') return flagWords(value, t)
  if (typeof value === 'number') return isSpan ? duration(value, t) : quantity(value, unit, t, [0, 3])
  if (typeof value === 'string') return type === 'ENTITY' ? nameOf(value, theirs) : entryName(value, t)
  if (Array.isArray(value) && value.every(one => typeof one === 'string')) return value.map(id => nameOf(id, theirs)).join(', ')
  return Array.isArray(value) ? t('input.entries', { count: value.length }) : t('rule.somethingElse')
}

const nameOf = (id: string, theirs: RuleDetails): string => knownOf(theirs, [])(id).name

export function theirsIn(seen: RuleDetails, theirs: RuleDetails, t: Translate): readonly Their[] {
  const [before, after] = [enteredOf(seen), enteredOf(theirs)]
  return [
    ...names
      .filter(name => !same(before[name], after[name]))
      .map(name => ({
        key: name,
        label: t(fields[name]),
        said: saidOf(name, theirs, t),
        into: (mine: Entered) => ({ ...mine, [name]: after[name] }),
      })),
    ...theirs.ruleTemplate.inputs
      .filter(({ id }) => !same(before.inputs[id], after.inputs[id]))
      .map(input => ({
        key: `inputs.${input.id}`,
        label: inputName(input, t),
        said: inputSaid(input, after.inputs[input.id], theirs, t),
        into: (mine: Entered) => ({ ...mine, inputs: { ...mine.inputs, [input.id]: after.inputs[input.id] } }),
      })),
    ...(same(before.eventConfiguration, after.eventConfiguration)
      ? []
      : [
          {
            key: 'eventConfiguration',
            label: t('event.one'),
            said: after.eventConfiguration.title,
            into: (mine: Entered) => ({ ...mine, eventConfiguration: after.eventConfiguration }),
          },
        ]),
  ]
}
