import { CATEGORIES, isCategory } from '@steading/contract/categories'
import type { FieldProblem } from '@steading/contract/problem'
import type { RuleBody } from '@steading/contract/rulebody'
import { extentOf } from '@steading/rules/extent'
import { writesOf } from '@steading/rules/listeners'

/** A device with its bounds; without bounds of its own it has those of its category. */
export interface Bounded {
  readonly id: string
  readonly category: string
  readonly dataType?: string
  readonly min: number | null
  readonly max: number | null
}

/** What the rule would write and its devices do not take: their box would refuse the rule. Each value is named once. */
export function beyondDevices(body: RuleBody, devices: readonly Bounded[]): FieldProblem[] {
  const problems = new Map<string, FieldProblem>()
  for (const output of writesOf(body)) {
    const device = devices.find(({ id }) => id === output)
    if (!device) continue
    const { min, max } = boundsOf(device)
    for (const { at, value } of extentOf(body, output)) {
      const field = `inputs.${at}`
      if (typeof value !== 'number' || problems.has(field)) continue
      if (device.dataType === 'INTEGER' && !Number.isInteger(value)) problems.set(field, { field, code: 'whole', values: {} })
      if (min !== null && value < min) problems.set(field, { field, code: 'tooSmall', values: { min } })
      if (max !== null && value > max) problems.set(field, { field, code: 'tooBig', values: { max } })
    }
  }
  return [...problems.values()]
}

function boundsOf({ category, min, max }: Bounded) {
  const usual = isCategory(category) ? CATEGORIES[category] : { min: null, max: null }
  return { min: min ?? usual.min, max: max ?? usual.max }
}
