import type { Rule } from '@steading/contract/rules'
import { useState } from 'react'
import { data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'
import { useText } from '../platform/texts.tsx'
import { tell } from '../ui/overlay/dialogs.ts'
import { toast } from '../ui/overlay/toast.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { type Order, refusedAhead, Staying, whoGoes } from './Dependents.tsx'
import { leavesWords } from './form/asking.ts'
import { leavesGroups, orderInTurns, type Progress, progressOf, type Results } from './orders.ts'
import { inRounds } from './rounds.ts'
import { calls } from './rules.queries.ts'
import { useSure } from './useSure.tsx'
import { isDue, placed } from './words.ts'

type Deployable = Pick<
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
  const sure = useSure()
  const { busy, act } = useAct()
  const [results, setResults] = useState<Results>(new Map())
  const [progress, setProgress] = useState<Progress>()

  /** What becomes of these rules, after asking; undefined: nobody is sure, or nothing can go. */
  const sureOf = async <R extends Deployable>(all: readonly R[], wanted: boolean): Promise<Order<R> | undefined> => {
    const asked = await whoGoes(all, wanted)
    const { goes: rules } = asked
    const [first] = all
    const isOne = all.length === 1
    if (!first) return undefined
    // None can go: there is nothing to decide.
    if (rules.length === 0) {
      const title = isOne
        ? t(wanted ? 'rule.cannotEnter' : 'rule.cannotLeave', { name: placed(first) })
        : t(wanted ? 'deploy.noneEnters' : 'deploy.noneLeaves', { count: all.length })
      await tell({ title, text: <Staying of={asked} alone={isOne} />, yes: t('ui.close') })
      return undefined
    }
    const goesAlone = rules.length === 1 ? rules[0] : undefined
    const leaving = rules.filter(one => leavesGroups(one, wanted))
    const isSure = await sure(asked, wanted, {
      after: goesAlone
        ? leavesWords(leaving[0]?.ruleGroups ?? [], t)
        : leaving.length > 0
          ? [t('deploy.someInGroups', { count: leaving.length })]
          : [],
    })
    return isSure ? asked : undefined
  }
  const order = async (chosen: readonly Deployable[], wanted: boolean): Promise<boolean> => {
    const all = chosen.filter(one => isDue(one, wanted))
    let refused = all.length
    const done = await act(async () => {
      if (all.length === 0) return toast(t(wanted ? 'deploy.allIn' : 'deploy.allOut'))
      const asked = await sureOf(all, wanted)
      if (!asked) return
      const call = wanted ? calls.rules.deploy : calls.rules.undeploy
      // Who stays as it is, is told with the others.
      const known = new Map(refusedAhead(asked))
      setResults(new Map(known))
      try {
        const told = (soFar: Results) => {
          for (const [id, code] of soFar) known.set(id, code)
          setResults(new Map(known))
          setProgress(progressOf(known, all.length))
        }
        await inRounds(asked.goes, some => orderInTurns(some, wanted, body => data(call({ body })), told))
        const { done, refused: refusals } = progressOf(known, all.length)
        refused = refusals
        if (done > 0) toast(t(wanted ? 'deploy.asked' : 'deploy.undoAsked', { count: done }))
      } finally {
        setProgress(undefined)
        await queryClient.invalidateQueries({ queryKey: ['rules'] })
      }
    })
    return done && all.length > 0 && refused === 0
  }
  return { order, busy, results, progress, forget: () => setResults(new Map()) }
}
