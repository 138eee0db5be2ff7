import type { RuleBody } from '@steading/contract/rulebody'
import { templateOf } from './templates/index.ts'

/** Interfaces whose readings a rule reacts to; any other reading need not be shown to it. */
export const readsOf = (body: RuleBody): readonly string[] => [...new Set(templateOf(body).reads(body))]

/** Interfaces that a rule writes. */
export const writesOf = (body: RuleBody): readonly string[] => templateOf(body).writes(body)

/** Interfaces whose commands a rule must be told of: its outputs, and those whose feedback it watches. */
export const commandsOf = (body: RuleBody): readonly string[] => {
  const watched = readsOf(body).filter(id => body.interfaces.some(one => one.id === id && one.kind === 'COMMAND'))
  return [...new Set([...writesOf(body), ...watched])]
}

/** Which rules listen to an interface: `listeners(rules, rule => readsOf(rule.body)).get(id)`. */
export const listeners = <R>(
  rules: Iterable<R>,
  interfacesOf: (rule: R) => readonly string[],
): ReadonlyMap<string, readonly R[]> => {
  const found = new Map<string, R[]>()
  for (const rule of rules)
    for (const id of interfacesOf(rule)) {
      const list = found.get(id)
      if (list) list.push(rule)
      else found.set(id, [rule])
    }
  return found
}
