import type { Choice } from './choices.ts'
import type { Inputs } from './ruleForm.ts'
import { toWeek } from '../../ui/week/weekValues.ts'

const outputInputs = ['outputs', 'coolOutputs', 'heatOutputs'] as const

const toIds = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

/** The devices that a value of a rule is for. The fail-safe value of a rule with two sides is that of cooling. */
export const outputIds = (inputs: Inputs): readonly string[] =>
  outputInputs.map(name => toIds(inputs[name])).find(ids => ids.length > 0) ?? []

const isFigure = (choice: Choice | undefined) => choice?.dataType === 'DECIMAL' || choice?.dataType === 'INTEGER'

/** A value for devices of another kind: what was on or off becomes a figure to be entered, and the other way round off. */
const convertValue = (figure: boolean, value: unknown): unknown =>
  figure === (typeof value === 'number') || value === undefined ? value : figure ? undefined : false

/**
 * The inputs after other devices were chosen: values for them are of their kind, and no time slot is for a device that is not
 * among them.
 */
export function withOutputDevices(inputs: Inputs, ids: readonly string[], choices: ReadonlyMap<string, Choice>): Inputs {
  const next: Record<string, unknown> = { ...inputs, outputs: ids }
  const [first] = ids
  if (first === undefined) return next
  const figure = isFigure(choices.get(first))
  for (const name of ['onValue', 'offValue', 'callbackValue'])
    if (name in next) next[name] = name === 'onValue' || next[name] !== false || !figure ? convertValue(figure, next[name]) : 0
  if ('callbackValue' in next)
    next['lines'] = toWeek(next['lines']).map(line => ({
      ...line,
      intervals: line.intervals.map(({ interfaceId, action, ...slot }) => {
        const value = convertValue(figure, action) as typeof action // safe: of the same kinds
        return { ...slot, action: value, ...(interfaceId !== undefined && ids.includes(interfaceId) && { interfaceId }) }
      }),
    }))
  return next
}
