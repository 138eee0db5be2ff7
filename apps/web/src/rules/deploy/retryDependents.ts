import type { DeployResults } from './bulkDeploy.ts'

const dependentsRefusal = 'CANNOT_UNDEPLOY_RULE_WITH_DEPENDENCIES'

/**
 * Orders rules that belong together. What is refused because others in service need it is asked again once those are out, as
 * long as that helps; the result of each is the last one.
 */
export async function retryDependents<R extends { readonly id: string }>(
  rules: readonly R[],
  order: (rules: readonly R[]) => Promise<DeployResults>,
): Promise<DeployResults> {
  const results = new Map<string, string | null>()
  for (let left = rules, before = Infinity; left.length > 0 && left.length < before;) {
    for (const [id, code] of await order(left)) results.set(id, code)
    before = left.length
    left = left.filter(item => results.get(item.id) === dependentsRefusal)
  }
  return results
}
