import type { Rule } from '@steading/contract/rules'
import type { z } from 'zod'
import type { BulkResult } from '@steading/contract/rules'

/** What became of each rule: null where it was taken up, else the code of the refusal. */
export type Results = ReadonlyMap<string, string | null>

/** How far a long order has come. */
export interface Progress {
  readonly done: number
  readonly refused: number
  readonly total: number
}

/** As many are ordered at once: after each of these turns one sees how far it has come. */
const atOnce = 10

type Ordered = Pick<Rule, 'id' | 'ruleGroups' | 'deploymentStatus' | 'version'>

/** What is ordered, with the versions that were looked at. */
export interface OrderBody {
  readonly ids: string[]
  readonly removeFromGroup: boolean
  readonly versions: Record<string, number>
}

/** Rules that leave their groups when they are ordered by themselves, and the others: each call is for one of both. */
const turns = (rules: readonly Ordered[], wanted: boolean): OrderBody[] =>
  [true, false].flatMap(removeFromGroup => {
    const chosen = rules.filter(one => leavesGroups(one, wanted) === removeFromGroup)
    const parts: Ordered[][] = []
    for (let at = 0; at < chosen.length; at += atOnce) parts.push(chosen.slice(at, at + atOnce))
    return parts.map(some => ({
      ids: some.map(one => one.id),
      removeFromGroup,
      versions: Object.fromEntries(some.map(one => [one.id, one.version])),
    }))
  })

/** A group is switched as one: a rule whose state changes by itself is no longer of it. */
export const leavesGroups = (
  { ruleGroups, deploymentStatus }: Pick<Ordered, 'ruleGroups' | 'deploymentStatus'>,
  wanted: boolean,
): boolean => ruleGroups.length > 0 && (deploymentStatus === 'DEPLOYED') !== wanted

/** How far an order has come, by what is known of each rule. */
export function progressOf(results: Results, total: number): Progress {
  const refused = [...results.values()].filter(code => code !== null).length
  return { done: results.size - refused, refused, total }
}

/**
 * Orders rules in turns, and tells after each how far it has come, with the result of every rule so far. What fails altogether
 * is thrown; the results until then have been told.
 */
export async function orderInTurns(
  rules: readonly Ordered[],
  wanted: boolean,
  call: (body: OrderBody) => Promise<z.output<typeof BulkResult>>,
  told: (results: Results) => void,
): Promise<Results> {
  const results = new Map<string, string | null>()
  for (const turn of turns(rules, wanted)) {
    for (const { id, deferredStatus } of await call(turn)) results.set(id, deferredStatus)
    told(new Map(results))
  }
  return results
}
