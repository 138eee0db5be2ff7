import type { Rule } from '@steading/contract/rules/rules'
import { useState } from 'react'
import { data } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { write } from '../../platform/api/write.ts'
import { useText } from '../../platform/texts.tsx'
import { alertDialog } from '../../ui/overlay/dialogs.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { BlockedRules } from './BlockedRules.tsx'
import { type DeploymentPlan, plannedRefusals, planDeployment } from './deploymentPlan.ts'
import { leavesGroups, leftGroupWords } from './groupMembership.ts'
import { type BulkDeployRequest, deployInBatches, type DeployProgress, deployProgress, type DeployResults } from './bulkDeploy.ts'
import { retryDependents } from './retryDependents.ts'
import { calls } from '../rules.queries.ts'
import { useConfirmDeployment } from './useConfirmDeployment.tsx'
import { needsOrder, ruleName } from '../words.ts'

type DeployableRule = Pick<
  Rule,
  | 'id'
  | 'displayName'
  | 'terminal'
  | 'ruleGroups'
  | 'deploymentStatus'
  | 'kind'
  | 'sector'
  | 'rootEntity'
  | 'version'
  | 'template'
  | 'runningVersion'
  | 'ruleVersion'
>

/**
 * Puts rules in or out of service, after asking; boxes that are not there are named before, and groups that are left. `order`
 * answers whether all were taken up.
 */
export function useDeployment() {
  const t = useText()
  const confirmDeployment = useConfirmDeployment()
  const { busy, run } = useAsyncAction()
  const [results, setResults] = useState<DeployResults>(new Map())
  const [progress, setProgress] = useState<DeployProgress>()

  /** Plans the order and asks for confirmation; undefined if the user declines or no rule can be ordered. */
  const confirmPlan = async <R extends DeployableRule>(
    all: readonly R[],
    desired: boolean,
  ): Promise<DeploymentPlan<R> | undefined> => {
    const asked = await planDeployment(all, desired)
    const { deployable: rules } = asked
    const [first] = all
    const isOne = all.length === 1
    if (!first) return undefined
    // No rule can be ordered, so there is nothing to confirm.
    if (rules.length === 0) {
      const title = isOne
        ? t(desired ? 'rule.cannotEnter' : 'rule.cannotLeave', { name: ruleName(first) })
        : t(desired ? 'deploy.noneEnters' : 'deploy.noneLeaves', { count: all.length })
      await alertDialog({ title, text: <BlockedRules plan={asked} isSingle={isOne} />, yes: t('ui.close') })
      return undefined
    }
    const goesAlone = rules.length === 1 ? rules[0] : undefined
    const leaving = rules.filter(rule => leavesGroups(rule, desired))
    const isSure = await confirmDeployment(asked, desired, {
      after: goesAlone
        ? leftGroupWords(leaving[0]?.ruleGroups ?? [], t)
        : leaving.length > 0
          ? [t('deploy.someInGroups', { count: leaving.length })]
          : [],
    })
    return isSure ? asked : undefined
  }
  const order = async (chosen: readonly DeployableRule[], desired: boolean): Promise<boolean> => {
    const all = chosen.filter(rule => needsOrder(rule, desired))
    let refused = all.length
    const done = await run(async () => {
      if (all.length === 0) return toast(t(desired ? 'deploy.allIn' : 'deploy.allOut'))
      const asked = await confirmPlan(all, desired)
      if (!asked) return
      const call = desired ? calls.rules.deploy : calls.rules.undeploy
      const send = (body: BulkDeployRequest) => data(write(['rules', desired ? 'deploy' : 'undeploy'], call, { body }))
      // Rules that the plan refuses are reported together with the server's refusals.
      const known = new Map(plannedRefusals(asked))
      setResults(new Map(known))
      try {
        const onProgress = (soFar: DeployResults) => {
          for (const [id, code] of soFar) known.set(id, code)
          setResults(new Map(known))
          setProgress(deployProgress(known, all.length))
        }
        await retryDependents(asked.deployable, batch => deployInBatches(batch, desired, send, onProgress))
        const { done, refused: refusals } = deployProgress(known, all.length)
        refused = refusals
        if (done > 0) toast(t(desired ? 'deploy.asked' : 'deploy.undoAsked', { count: done }))
      } finally {
        setProgress(undefined)
        await queryClient.invalidateQueries({ queryKey: ['rules'] })
      }
    })
    return done && all.length > 0 && refused === 0
  }
  return { order, busy, results, progress, forget: () => setResults(new Map()) }
}
