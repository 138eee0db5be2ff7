import { linesIn } from '../lines/line.ts'
import type { Choice } from './choices.ts'
import { specOf } from './choices.ts'
import { type Entered, type Inputs, inputsOf, isGlobal, isShown, type Template } from './entered.ts'

/** Enough to look at a rule before it is saved: its own number and version are given by the platform. */
const unsaved = { id: '1', version: 1 }

const texts = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.flatMap(texts) : []

/** Every interface that the inputs name, those of their lines included. */
export function interfaceIdsIn(inputs: Inputs, template: Template): readonly string[] {
  const ids = template.inputs
    .filter(input => isShown(input, inputs) && (input.type === 'DROPGROUP' || input.type === 'ENTITY'))
    .flatMap(({ id, inputs: each }) => {
      const value = inputs[id]
      if (each === undefined || !Array.isArray(value)) return texts(value)
      return value.flatMap((line: { readonly interfaceId?: string | undefined }) => line.interfaceId ?? [])
    })
  return [...new Set(ids)]
}

/**
 * The body of what is filled in, as the platform would make it, for the contract to check and for drawings; `minutes`: how far
 * local time is ahead of UTC.
 */
export function provisional(
  of: Entered,
  template: Template,
  choices: ReadonlyMap<string, Choice>,
  { timeZone = 'UTC', minutes = 0 }: { timeZone?: string; minutes?: number } = {},
) {
  const runsOn = isGlobal(of.category) ? null : of.terminalId
  const { severityLevel, status, ruleDelay } = of.eventConfiguration
  const compared = new Set(linesIn(of.inputs['lines']).map(line => line.interfaceId))
  return {
    ...unsaved,
    template: template.category.id,
    timeZone,
    offsets: [{ from: 0, minutes }],
    interfaces: interfaceIdsIn(of.inputs, template).flatMap(id => {
      const found = choices.get(id)
      return found ? [specOf(found, runsOn, compared.has(id))] : []
    }),
    inputs: Object.fromEntries(inputsOf(of.inputs, template.inputs).map(({ id, value }) => [id, value])),
    ...(template.hasEvent && { event: { severityLevel, status, ruleDelay }, autoClose: of.autoClose }),
  }
}
