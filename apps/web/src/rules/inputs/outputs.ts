import type { Choice } from '../form/choices.ts'
import type { Inputs } from '../form/entered.ts'
import { weekIn } from '../week/edit.ts'

const outputInputs = ['outputs', 'coolOutputs', 'heatOutputs'] as const

const idsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

/** The devices that a value of a rule is for. The fail-safe value of a rule with two sides is that of cooling. */
export const outputsIn = (inputs: Inputs): readonly string[] =>
  outputInputs.map(name => idsIn(inputs[name])).find(ids => ids.length > 0) ?? []

const isFigure = (of: Choice | undefined) => of?.dataType === 'DECIMAL' || of?.dataType === 'INTEGER'

/** A value for devices of another kind: what was on or off becomes a figure to be entered, and the other way round off. */
const asFor = (figure: boolean, value: unknown): unknown =>
  figure === (typeof value === 'number') || value === undefined ? value : figure ? undefined : false

/**
 * The inputs after other devices were chosen: values for them are of their kind, and no time slot is for a device that is not
 * among them.
 */
export function withOutputs(inputs: Inputs, ids: readonly string[], choices: ReadonlyMap<string, Choice>): Inputs {
  const next: Record<string, unknown> = { ...inputs, outputs: ids }
  const [first] = ids
  if (first === undefined) return next
  const figure = isFigure(choices.get(first))
  for (const name of ['onValue', 'offValue', 'callbackValue'])
    if (name in next) next[name] = name === 'onValue' || next[name] !== false || !figure ? asFor(figure, next[name]) : 0
  if ('callbackValue' in next)
    next['lines'] = weekIn(next['lines']).map(line => ({
      ...line,
      intervals: line.intervals.map(({ interfaceId, action, ...slot }) => {
        const value = asFor(figure, action) as typeof action // safe: of the same kinds
        return { ...slot, action: value, ...(interfaceId !== undefined && ids.includes(interfaceId) && { interfaceId }) }
      }),
    }))
  return next
}
