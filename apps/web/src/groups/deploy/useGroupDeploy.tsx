import type { DeploymentStatus, Rule } from '@steading/contract/rules/rules'
import type { Translate } from '@steading/locales/text'
import { useState } from 'react'
import { data } from '../../platform/api/api.ts'
import { write } from '../../platform/api/write.ts'
import { useText } from '../../platform/texts.tsx'
import {
  retryDependents,
  type BulkDeployRequest,
  deployInBatches,
  type DeployProgress,
  deployProgress,
  type DeployResults,
} from '../../rules/index.ts'
import { plannedRefusals, BlockedRules, useConfirmDeployment, planDeployment } from '../../rules/index.ts'
import { alertDialog } from '../../ui/overlay/dialogs.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import type { GroupSelection } from '../rules/openGroup.ts'
import { calls, groupsChanged, rulesOf } from '../groups.queries.ts'
import { orderable } from './deployable.ts'

/** An order to all rules of a group: how far it has come, and what became of each. */
export interface Run {
  readonly groupId: string
  readonly name: string
  readonly desired: boolean
  readonly rules: readonly Rule[]
  readonly progress: DeployProgress
  readonly results: DeployResults
  /** How those stand that were taken up. */
  readonly statuses: ReadonlyMap<string, DeploymentStatus>
  /** It goes on. */
  readonly going: boolean
}

/** What an order does, and once it has ended what it did. */
export function runWords({ name, desired, progress, going }: Pick<Run, 'name' | 'desired' | 'progress' | 'going'>, t: Translate) {
  const title = desired ? 'ruleGroup.deploying' : 'ruleGroup.undeploying'
  if (going || progress.refused === 0) return t(title, { name })
  return t(progress.done === 0 ? 'ruleGroup.noneTaken' : (`${title}Part` as const), { name })
}

/** Puts all rules of a group in or out of service, in turns, after asking. A group is switched as one: nothing leaves it. */
export function useOrders() {
  const t = useText()
  const confirmDeployment = useConfirmDeployment()
  const { busy, run: act } = useAsyncAction()
  const [run, setRun] = useState<Run>()

  /** What becomes of these rules, after asking; undefined: nobody is sure, or nothing can go. */
  const confirmPlan = async (name: string, all: readonly Rule[], desired: boolean) => {
    const asked = await planDeployment(all, desired)
    const { deployable: rules } = asked
    if (rules.length === 0) {
      const title = t(desired ? 'ruleGroup.cannotEnter' : 'ruleGroup.cannotLeave', { name })
      await alertDialog({ title, text: <BlockedRules plan={asked} />, yes: t('ui.close') })
      return undefined
    }
    return (await confirmDeployment(asked, desired, { first: [`${name}.`] })) ? asked : undefined
  }
  const order = (chosen: GroupSelection, name: string, desired: boolean) =>
    act(async () => {
      const all = orderable(await rulesOf(chosen), desired)
      if (all.length === 0) return toast(name, t(desired ? 'ruleGroup.allIn' : 'ruleGroup.allOut'))
      const asked = await confirmPlan(name, all, desired)
      if (!asked) return
      const call = desired ? calls.rules.deploy : calls.rules.undeploy
      // Who stays as it is, is told with the others.
      const known = new Map(plannedRefusals(asked))
      const begun: Run = {
        groupId: chosen.groupId,
        name,
        desired,
        rules: all,
        results: new Map(known),
        statuses: new Map(),
        going: true,
        progress: deployProgress(known, all.length),
      }
      setRun(begun)
      try {
        const together = asked.deployable.map(one => ({ ...one, ruleGroups: [] }))
        const statuses = new Map<string, DeploymentStatus>()
        const sendBatch = async (body: BulkDeployRequest) => {
          const reply = await data(write(['rules', desired ? 'deploy' : 'undeploy'], call, { body }))
          for (const { id, deploymentStatus } of reply) if (deploymentStatus) statuses.set(id, deploymentStatus)
          return reply
        }
        const tell = (soFar: DeployResults) => {
          for (const [id, code] of soFar) known.set(id, code)
          const results = new Map(known)
          setRun({ ...begun, results, statuses: new Map(statuses), progress: deployProgress(results, all.length) })
        }
        await retryDependents(together, some => deployInBatches(some, desired, sendBatch, tell))
        const progress = deployProgress(known, all.length)
        toast(runWords({ name, desired, progress, going: false }, t), t('ui.progressDone', { ...progress }))
      } finally {
        setRun(now => now && { ...now, going: false })
        await groupsChanged()
      }
    })
  return { run, busy, order, forget: () => setRun(undefined) }
}
