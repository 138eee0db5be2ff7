import type { Dependent } from '@steading/contract/rules'

/** Of rules that shall go out of service together: who goes, who stays, and for whom. */
export interface Leaving<R> {
  readonly goes: readonly R[]
  readonly stays: readonly R[]
  readonly needing: readonly Dependent[]
}

/** Who is needed by a rule that stays in service, stays too. `dependents`: by rule, those in service that need it. */
export function leavingOf<R extends { readonly id: string }>(
  rules: readonly R[],
  dependents: ReadonlyMap<string, readonly Dependent[]>,
): Leaving<R> {
  const going = new Set(rules.map(one => one.id))
  const isNeeded = (id: string) => dependents.get(id)?.some(one => !going.has(one.id)) === true
  for (let before = Infinity; going.size < before;) {
    before = going.size
    for (const id of [...going]) if (isNeeded(id)) going.delete(id)
  }
  const stays = rules.filter(one => !going.has(one.id))
  const needing = stays.flatMap(one => dependents.get(one.id) ?? []).filter(one => !going.has(one.id))
  return {
    goes: rules.filter(one => going.has(one.id)),
    stays,
    needing: [...new Map(needing.map(one => [one.id, one])).values()],
  }
}
