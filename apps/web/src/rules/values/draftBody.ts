import { toLines } from './lines/lineValues.ts'
import type { Choice } from './choices.ts'
import { toRuleInterface } from './choices.ts'
import { type RuleFormValues, type Inputs, sentInputs, isGlobal, isShown, type Template } from './ruleForm.ts'

/** Enough to look at a rule before it is saved: its own number and version are given by the platform. */
const placeholderIds = { id: '1', version: 1 }

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.flatMap(textsIn) : []

/** Every interface that the inputs name, those of their lines included. */
export function interfaceIdsIn(inputs: Inputs, template: Template): readonly string[] {
  const ids = template.inputs
    .filter(input => isShown(input, inputs) && (input.type === 'DROPGROUP' || input.type === 'ENTITY'))
    .flatMap(({ id, inputs: each }) => {
      const value = inputs[id]
      if (each === undefined || !Array.isArray(value)) return textsIn(value)
      return value.flatMap((line: { readonly interfaceId?: string | undefined }) => line.interfaceId ?? [])
    })
  return [...new Set(ids)]
}

/**
 * The body of what is filled in, as the platform would make it, for the contract to check and for drawings; `minutes`: how far
 * local time is ahead of UTC.
 */
export function draftBody(
  values: RuleFormValues,
  template: Template,
  choices: ReadonlyMap<string, Choice>,
  { timeZone = 'UTC', minutes = 0 }: { timeZone?: string; minutes?: number } = {},
) {
  const runsOn = isGlobal(values.category) ? null : values.terminalId
  const { severityLevel, status, ruleDelay } = values.eventConfiguration
  const compared = new Set(toLines(values.inputs['lines']).map(line => line.interfaceId))
  return {
    ...placeholderIds,
    template: template.category.id,
    timeZone,
    offsets: [{ from: 0, minutes }],
    interfaces: interfaceIdsIn(values.inputs, template).flatMap(id => {
      const found = choices.get(id)
      return found ? [toRuleInterface(found, runsOn, compared.has(id))] : []
    }),
    inputs: Object.fromEntries(sentInputs(values.inputs, template.inputs).map(({ id, value }) => [id, value])),
    ...(template.hasEvent && { event: { severityLevel, status, ruleDelay }, autoClose: values.autoClose }),
  }
}
