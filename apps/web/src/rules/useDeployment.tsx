import type { Rule } from '@steading/contract/rules'
import { useState } from 'react'
import { data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'
import { useMay, useSignedIn } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { confirm, tell } from '../ui/overlay/dialogs.ts'
import { toast } from '../ui/overlay/toast.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { Dependents, dependentsOf } from './Dependents.tsx'
import { Left, leftBehind } from './Left.tsx'
import { leavesWords } from './form/asking.ts'
import { Sentences } from './form/Sentences.tsx'
import { leavesGroups, orderInTurns, type Progress, type Results } from './orders.ts'
import { calls } from './rules.queries.ts'
import { silencedWords } from './silenced.ts'
import { unwatchedWords } from './unwatched.ts'
import { takesEffectWords } from './words.ts'

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
>

const isThere = ({ terminal }: Deployable) => terminal === null || terminal.connected

/**
 * Puts rules in or out of service, after asking; boxes that are not there are named before, and groups that are left. `order`
 * answers whether all were taken up.
 */
export function useDeployment() {
  const t = useText()
  const { userId } = useSignedIn()
  const may = useMay()
  const { busy, act } = useAct()
  const [results, setResults] = useState<Results>(new Map())
  const [progress, setProgress] = useState<Progress>()

  const isSure = async (rules: readonly Deployable[], wanted: boolean): Promise<boolean> => {
    const [first] = rules
    if (!first) return false
    const absent = [...new Set(rules.filter(one => !isThere(one)).map(one => one.terminal?.displayName ?? ''))]
    const leaving = rules.filter(one => leavesGroups(one, wanted))
    const sentences = [
      ...takesEffectWords(rules, wanted, t),
      ...(absent.length > 0 ? [t('deploy.absent', { count: absent.length, terminals: absent.join(', ') })] : []),
      ...(rules.length === 1
        ? leavesWords(leaving[0]?.ruleGroups ?? [], t)
        : leaving.length > 0
          ? [t('deploy.someInGroups', { count: leaving.length })]
          : []),
      ...(wanted ? [] : await silencedWords(rules, userId, t)),
      ...(wanted && may('interfaces.read') ? await unwatchedWords(rules, t) : []),
    ]
    const needed = wanted ? [] : await dependentsOf(rules)
    // By itself it cannot go: there is nothing to decide.
    if (rules.length === 1 && needed.length > 0) {
      const why = <Dependents of={needed} />
      await tell({ title: t('rule.cannotLeave', { name: first.displayName }), text: why, yes: t('ui.close') })
      return false
    }
    const left = wanted ? [] : await leftBehind(rules, t)
    return confirm({
      title:
        rules.length === 1
          ? t(wanted ? 'deploy.ask' : 'deploy.undoAsk', { name: first.displayName })
          : t(wanted ? 'deploy.askMany' : 'deploy.undoAskMany', { count: rules.length }),
      text: (
        <>
          <Sentences of={sentences} />
          <Left of={left} />
          <Dependents of={needed} />
        </>
      ),
      yes: t(wanted ? 'deploy.action' : 'deploy.undo'),
      no: t('ui.cancel'),
      danger: !wanted,
    })
  }
  const order = async (rules: readonly Deployable[], wanted: boolean): Promise<boolean> => {
    let refused = 0
    const done = await act(async () => {
      if (!(await isSure(rules, wanted))) {
        refused = rules.length
        return
      }
      const call = wanted ? calls.rules.deploy : calls.rules.undeploy
      setResults(new Map())
      try {
        const found = await orderInTurns(
          rules,
          wanted,
          body => data(call({ body })),
          (soFar, at) => {
            setResults(soFar)
            setProgress(at)
          },
        )
        refused = [...found.values()].filter(code => code !== null).length
        if (refused === 0) toast(t(wanted ? 'deploy.asked' : 'deploy.undoAsked', { count: found.size }))
      } finally {
        setProgress(undefined)
        await queryClient.invalidateQueries({ queryKey: ['rules'] })
      }
    })
    return done && refused === 0
  }
  return { order, busy, results, progress, forget: () => setResults(new Map()) }
}
