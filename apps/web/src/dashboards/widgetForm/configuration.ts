import { check } from '@steading/contract/http/problem'
import { type Configs, isAsked, type SensorRange } from '@steading/contract/widgets/definition'
import type { WidgetField } from '@steading/contract/widgets/fields'
import { definitionOf, type WidgetTypeName } from '@steading/contract/widgets/widgets'
import type { Translate } from '@steading/locales/text'
import { problems } from '../../ui/form/edit/fieldErrors.ts'

/** What stands in the fields of a form, by their names. */
export type FormValues = Configs

/** The value of a field that nobody filled in. */
function emptyValue({ schema, kind }: WidgetField): unknown {
  const parsed = schema.safeParse(undefined)
  if (parsed.success) return parsed.data
  return kind === 'longText' ? '' : kind === 'ruleGroups' || kind === 'pictures' ? [] : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isBlank = (value: unknown): boolean => isText(value) && value.trim() === ''

/** What of a stored value its field can show: all where it parses, else as much as it can be corrected from. */
function usableValue(field: WidgetField, stored: unknown): unknown {
  const parsed = field.schema.safeParse(stored)
  if (parsed.success) return parsed.data
  if (Array.isArray(stored)) {
    const items = stored.filter(isText)
    const usable = field.kind === 'choices' ? items.filter(item => field.options.includes(item)) : items
    return Array.isArray(emptyValue(field)) ? usable : emptyValue(field)
  }
  const isShown =
    field.kind === 'number' ? typeof stored === 'number' : ['text', 'longText', 'url'].includes(field.kind) && isText(stored)
  return isShown ? stored : emptyValue(field)
}

/** The values of a form that opens: those of a stored configuration as far as they are usable, else the defaults of the type. */
export function initialValues(type: WidgetTypeName, configs: Configs = {}): FormValues {
  const { fields } = definitionOf(type)
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, usableValue(field, configs[name])]))
}

/** A field that counts, by its name. */
export type AskedField = readonly [name: string, field: WidgetField]

/** The fields that count for these values, in the order of the dialog. */
export const askedFields = (type: WidgetTypeName, values: FormValues): readonly AskedField[] =>
  Object.entries(definitionOf(type).fields).filter(([, field]) => isAsked(field, values))

/** The asked fields as the dialog sets them: both ends of a range in one row. */
export function fieldRows(type: WidgetTypeName, values: FormValues): readonly (readonly AskedField[])[] {
  const { ranges = [] } = definitionOf(type)
  const asked = askedFields(type, values)
  return asked.flatMap(([name, field]) => {
    const isUpper = ranges.some(([low, high]) => high === name && asked.some(([other]) => other === low))
    const high = ranges.find(([low]) => low === name)?.[1]
    const upper = asked.filter(([other]) => other === high)
    return isUpper ? [] : [[[name, field] as const, ...upper]]
  })
}

/** The values of the asked fields; an empty line of text is left out. */
const askedValues = (type: WidgetTypeName, values: FormValues): Configs =>
  Object.fromEntries(
    askedFields(type, values).map(([name, field]) => [
      name,
      field.kind === 'text' && isBlank(values[name]) ? undefined : values[name],
    ]),
  )

/** What is wrong, by field. A number with a default may not be left empty: it would jump back. */
export function configurationErrors(
  type: WidgetTypeName,
  values: FormValues,
  t: Translate,
  /** Of the sensors that are known. */
  ranges: ReadonlyMap<string, SensorRange> = new Map(),
): Readonly<Record<string, string>> {
  const emptied = askedFields(type, values).filter(
    ([name, field]) => field.kind === 'number' && 'fallback' in field && values[name] === undefined,
  )
  const configs = configurationOf(type, values)
  const crossed = (configs && definitionOf(type).problemsWithSensors?.(configs, ranges)) ?? []
  return {
    ...Object.fromEntries(crossed.map(([field, code]) => [field, t(`invalid.${code}`)])),
    ...problems(definitionOf(type).schema, askedValues(type, values), t),
    ...Object.fromEntries(emptied.map(([name]) => [name, t('invalid.required')])),
  }
}

/** The configuration that the values make; undefined while something is wrong. */
export function configurationOf(type: WidgetTypeName, values: FormValues): Configs | undefined {
  const parsed = definitionOf(type).schema.safeParse(askedValues(type, values))
  if (!parsed.success) return undefined
  // What is left out of the values stays out of the configuration: a hidden field has no default.
  return Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => value !== undefined))
}

/** Whether a field must be filled in, as the other ones stand. */
export function isRequired(type: WidgetTypeName, values: FormValues, [name, field]: AskedField): boolean {
  const empty = emptyValue(field)
  if (!field.schema.safeParse(empty).success || ('least' in field && field.least > 0)) return true
  const checked = check(definitionOf(type).schema, { ...askedValues(type, values), [name]: empty })
  return !checked.ok && checked.problems.some(problem => problem.field === name && problem.code === 'required')
}
