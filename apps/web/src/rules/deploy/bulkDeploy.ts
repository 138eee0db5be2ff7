import type { Rule } from '@steading/contract/rules/rules'
import type { z } from 'zod'
import type { BulkResult } from '@steading/contract/rules/rules'
import { leavesGroups } from './groupMembership.ts'

/** Result by rule id: null if the order was accepted, otherwise the refusal code. */
export type DeployResults = ReadonlyMap<string, string | null>

/** Progress of a bulk order. */
export interface DeployProgress {
  readonly done: number
  readonly refused: number
  readonly total: number
}

/** Rules per request; progress is reported after each request. */
const batchSize = 10

type DeployableRule = Pick<Rule, 'id' | 'ruleGroups' | 'deploymentStatus' | 'version'>

/** Request body with the version of each rule that the user saw (optimistic lock). */
export interface BulkDeployRequest {
  readonly ids: string[]
  readonly removeFromGroup: boolean
  readonly versions: Record<string, number>
}

/** Splits rules into requests: `removeFromGroup` applies to a whole request, so rules that leave a group go apart. */
const toBatches = (rules: readonly DeployableRule[], desired: boolean): BulkDeployRequest[] =>
  [true, false].flatMap(removeFromGroup => {
    const chosen = rules.filter(rule => leavesGroups(rule, desired) === removeFromGroup)
    const parts: DeployableRule[][] = []
    for (let at = 0; at < chosen.length; at += batchSize) parts.push(chosen.slice(at, at + batchSize))
    return parts.map(batch => ({
      ids: batch.map(rule => rule.id),
      removeFromGroup,
      versions: Object.fromEntries(batch.map(rule => [rule.id, rule.version])),
    }))
  })

/** Progress computed from the results so far. */
export function deployProgress(results: DeployResults, total: number): DeployProgress {
  const refused = [...results.values()].filter(code => code !== null).length
  return { done: results.size - refused, refused, total }
}

/**
 * Orders rules in turns, and tells after each how far it has come, with the result of every rule so far. What fails altogether
 * is thrown; the results until then have been told.
 */
export async function deployInBatches(
  rules: readonly DeployableRule[],
  desired: boolean,
  call: (body: BulkDeployRequest) => Promise<z.output<typeof BulkResult>>,
  onProgress: (results: DeployResults) => void,
): Promise<DeployResults> {
  const results = new Map<string, string | null>()
  for (const batch of toBatches(rules, desired)) {
    for (const { id, deferredStatus } of await call(batch)) results.set(id, deferredStatus)
    onProgress(new Map(results))
  }
  return results
}
