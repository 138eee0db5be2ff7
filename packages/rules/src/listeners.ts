import type { RuleBody } from '@steading/contract/rules/body'
import type { State } from './state.ts'
import { templateOf } from './templates/index.ts'

/** Interfaces whose readings a rule evaluates. Other readings need not be given to it. */
export const readsOf = (body: RuleBody): readonly string[] => [...new Set(templateOf(body).reads(body))]

/** Interfaces that a rule writes. */
export const writesOf = (body: RuleBody): readonly string[] => templateOf(body).writes(body)

/** Outputs that a rule controls now. Weaker rules leave them alone meanwhile. To be asked after each step. */
export const claimedOutputs = (body: RuleBody, state: State): readonly string[] => {
  const template = templateOf(body)
  return template.claims?.(body, state) ?? template.writes(body)
}

/** Interfaces whose commands a rule must receive: its outputs, and those whose feedback it evaluates. */
export const commandsOf = (body: RuleBody): readonly string[] => {
  const feedback = readsOf(body).filter(id => body.interfaces.some(item => item.id === id && item.kind === 'COMMAND'))
  return [...new Set([...writesOf(body), ...feedback])]
}

/** Index of rules by interface: `listeners(rules, rule => readsOf(rule.body)).get(id)`. */
export const listeners = <R>(
  rules: Iterable<R>,
  interfacesOf: (rule: R) => readonly string[],
): ReadonlyMap<string, readonly R[]> => {
  const index = new Map<string, R[]>()
  for (const rule of rules)
    for (const id of interfacesOf(rule)) {
      const list = index.get(id)
      if (list) list.push(rule)
      else index.set(id, [rule])
    }
  return index
}
