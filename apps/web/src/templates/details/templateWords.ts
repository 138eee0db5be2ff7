import { type CategoryId, CATEGORIES } from '@steading/contract/devices/categories'
import type { InputFilters, InputType, TemplateInput } from '@steading/contract/rules/templateInputs'
import type { Template } from '@steading/contract/rules/templates'
import { duration, number, quantity } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { categoryName, dataTypeName, valueWords } from '../../interfaces/index.ts'
import { entryName, inputName, ownValueName } from '../../rules/index.ts'

export type EachInput = NonNullable<TemplateInput['inputs']>[number]
type Input = EachInput & Pick<TemplateInput, 'inputs'>

/** Entity of a template, if the user may see it. */
export const placeOf = (of: Pick<Template, 'entity' | 'isSystem'>, t: Translate): string =>
  of.entity?.displayName ?? t(of.isSystem ? 'template.ofProduct' : 'template.fromAbove')

/** Terminal profiles of a template. */
export const profilesOf = ({ profiles }: Pick<Template, 'profiles'>, t: Translate): string =>
  profiles.length > 0 ? profiles.join(', ') : t('template.allProfiles')

const typeWords = {
  DECIMAL: 'dataType.decimal',
  INTEGER: 'dataType.integer',
  TEXT: 'dataType.string',
  BOOLEAN: 'template.type.boolean',
  DATE: 'template.type.date',
  TIME: 'template.type.time',
  DATETIME: 'template.type.dateTime',
  DATEINTERVAL: 'template.type.dateInterval',
  TIMEINTERVAL: 'template.type.timeInterval',
  DATETIMEINTERVAL: 'template.type.dateTimeInterval',
  WEEKDAYS: 'template.type.weekdays',
  ENUM: 'template.type.enum',
  ENTITY: 'interface.one',
  DROPGROUP: 'interface.many',
  CYCLEGROUP: 'template.type.cycle',
  SCHEDULER: 'template.type.schedule',
  TIMEZONE: 'template.type.zone',
  RANGE: 'template.type.older',
  ARRAY: 'template.type.older',
} as const satisfies Record<InputType, TextKey>

const chosenWords = {
  TERMINAL: 'terminal.one',
  INTERFACE: 'interface.one',
  ENTITIES: 'entity.generic',
  USER: 'ui.user',
} as const satisfies Record<NonNullable<TemplateInput['inputEntityType']>, TextKey>

/** Type of an input in words. */
export function typeName({ type, duration: isSpan, inputEntityType, action, inputs }: Input, t: Translate): string {
  if (isSpan) return t('template.type.duration')
  if (type === 'ENTITY' && inputEntityType) return t(chosenWords[inputEntityType])
  if (type === 'DROPGROUP' && inputs) return t('template.type.conditions')
  if (type === 'DROPGROUP' && action) return t(action === 'INPUT' ? 'template.type.sensors' : 'template.type.devices')
  return t(typeWords[type])
}

const kindWords = {
  GAUGE: 'template.kind.gauge',
  COUNTER: 'template.kind.counter',
  STATE: 'template.kind.state',
  COMMAND: 'template.kind.command',
} as const satisfies Record<NonNullable<InputFilters['kinds']>[number], TextKey>
export const kindName = (kind: keyof typeof kindWords, t: Translate): string => t(kindWords[kind])

/** Name of a category; an unknown one is its code. */
export const categoryWords = (name: string, t: Translate): string =>
  name in CATEGORIES ? categoryName(name as CategoryId, t) : name // safe: just looked up

/** Whether an input is a list, whose bounds are counts. */
export const isList = ({ type }: Pick<Input, 'type'>): boolean =>
  type === 'DROPGROUP' || type === 'CYCLEGROUP' || type === 'SCHEDULER'

export const isFigure = ({ type }: Pick<Input, 'type'>): boolean => type === 'DECIMAL' || type === 'INTEGER'

/** A switched device, for the words of on and off. */
const relay = { category: 'FAN_RELAY', decimals: 0, unit: null } as const
export const onOff = (value: boolean, t: Translate): string => valueWords(relay, value, t)

/** Default or bound of an input in words. */
export function inputValueWords(input: Input, value: unknown, t: Translate): string | undefined {
  if (typeof value === 'boolean') return ownValueName(input, value, t) ?? onOff(value, t)
  if (typeof value === 'string') return input.type === 'ENUM' ? entryName(value, t) : value
  if (typeof value !== 'number') return undefined
  if (input.duration) return duration(value, t)
  return isList(input) ? number(value, t) : quantity(value, input.unit ?? '', t)
}

export interface Fact {
  readonly label: string
  readonly value: string
}

const fact = (label: string, value: string | undefined): Fact[] => (value ? [{ label, value }] : [])

function rangeOf(input: Input, t: Translate): string | undefined {
  const [min, max] = [inputValueWords(input, input.min, t), inputValueWords(input, input.max, t)]
  if (min !== undefined && max !== undefined) return min === max ? min : t('form.range', { min, max })
  if (min !== undefined) return t('form.from', { min })
  return max === undefined ? undefined : t('form.upTo', { max })
}

/** Facts of an input besides its name and type. `all`: inputs of the template, to name the one that it depends on. */
export function factsOf(input: Input, all: readonly Input[], t: Translate): readonly Fact[] {
  const { enumEntries = [], filters = {}, when } = input
  const other = when && all.find(one => one.id === when.input)
  return [
    ...fact(t(isList(input) ? 'template.howMany' : 'template.range'), rangeOf(input, t)),
    ...fact(t('template.step'), inputValueWords(input, input.step, t)),
    ...fact(t('template.begins'), inputValueWords(input, input.defaultValue, t)),
    ...fact(t('template.valueWords'), input.trueFalse && [true, false].map(one => inputValueWords(input, one, t)).join(', ')),
    ...fact(t('template.choices'), enumEntries.map(enumEntry => entryName(enumEntry, t)).join(', ')),
    ...fact(t('template.kinds'), filters.kinds?.map(kind => kindName(kind, t)).join(', ')),
    ...fact(t('template.values'), filters.dataTypes?.map(dataType => dataTypeName(dataType, t)).join(', ')),
    ...fact(t('template.categories'), filters.categories?.map(category => categoryWords(category, t)).join(', ')),
    ...(when
      ? fact(
          t('template.shownWhen'),
          t('template.isValue', { input: other ? inputName(other, t) : when.input, value: entryName(when.is, t) }),
        )
      : []),
  ]
}
