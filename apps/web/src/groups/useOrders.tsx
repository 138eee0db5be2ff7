import type { DeploymentStatus, Rule } from '@steading/contract/rules'
import { useState } from 'react'
import { data } from '../platform/api.ts'
import { useMay, useSignedIn } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Dependents, whoLeaves, type OrderBody, orderInTurns, type Progress, type Results } from '../rules/index.ts'
import { Left, leftBehind, Sentences, silencedWords, takesEffectWords, unwatchedWords } from '../rules/index.ts'
import { confirm, tell } from '../ui/overlay/dialogs.ts'
import { toast } from '../ui/overlay/toast.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import type { Chosen } from './chosen.ts'
import { calls, groupsChanged, rulesOf } from './groups.queries.ts'
import { absentBoxes, orderable } from './orderable.ts'
import { inRounds, progressOf } from './rounds.ts'

/** An order to all rules of a group: how far it has come, and what became of each. */
export interface Run {
  readonly groupId: string
  readonly name: string
  readonly wanted: boolean
  readonly rules: readonly Rule[]
  readonly progress: Progress
  readonly results: Results
  /** How those stand that were taken up. */
  readonly statuses: ReadonlyMap<string, DeploymentStatus>
  /** It goes on. */
  readonly going: boolean
}

/** Puts all rules of a group in or out of service, in turns, after asking. A group is switched as one: nothing leaves it. */
export function useOrders() {
  const t = useText()
  const { userId } = useSignedIn()
  const may = useMay()
  const { busy, act } = useAct()
  const [run, setRun] = useState<Run>()

  /** Those that are to be ordered, after asking; none: nobody is sure, or nothing can go. */
  const sureOf = async (name: string, all: readonly Rule[], wanted: boolean): Promise<readonly Rule[]> => {
    const { goes: rules, stays, needing } = wanted ? { goes: all, stays: [], needing: [] } : await whoLeaves(all)
    const needed = <Dependents of={needing} stays={stays} />
    if (rules.length === 0) {
      await tell({ title: t('ruleGroup.cannotLeave', { name }), text: needed, yes: t('ui.close') })
      return []
    }
    const absent = absentBoxes(rules)
    const sentences = [
      `${name}.`,
      ...takesEffectWords(rules, wanted, t),
      ...(absent.length > 0 ? [t('deploy.absent', { count: absent.length, terminals: absent.join(', ') })] : []),
      ...(wanted ? [] : await silencedWords(rules, userId, t)),
      ...(wanted && may('interfaces.read') ? await unwatchedWords(rules, t) : []),
    ]
    const left = wanted ? [] : await leftBehind(rules, t)
    const isSure = await confirm({
      title: t(wanted ? 'deploy.askMany' : 'deploy.undoAskMany', { count: rules.length }),
      text: (
        <>
          <Sentences of={sentences} />
          <Left of={left} />
          {needed}
        </>
      ),
      yes: t(wanted ? 'deploy.action' : 'deploy.undo'),
      no: t('ui.cancel'),
      danger: !wanted,
    })
    return isSure ? rules : []
  }
  const order = (of: Chosen, name: string, wanted: boolean) =>
    act(async () => {
      const all = orderable(await rulesOf(of), wanted)
      if (all.length === 0) return toast(name, t(wanted ? 'ruleGroup.allIn' : 'ruleGroup.allOut'))
      const rules = await sureOf(name, all, wanted)
      if (rules.length === 0) return
      const call = wanted ? calls.rules.deploy : calls.rules.undeploy
      const begun: Run = {
        ...{ groupId: of.groupId, name, wanted, rules, results: new Map(), statuses: new Map(), going: true },
        progress: progressOf(new Map(), rules.length),
      }
      setRun(begun)
      try {
        const together = rules.map(one => ({ ...one, ruleGroups: [] }))
        const statuses = new Map<string, DeploymentStatus>()
        const known = new Map<string, string | null>()
        const turn = async (body: OrderBody) => {
          const told = await data(call({ body }))
          for (const { id, deploymentStatus } of told) if (deploymentStatus) statuses.set(id, deploymentStatus)
          return told
        }
        const tell = (soFar: Results) => {
          for (const [id, code] of soFar) known.set(id, code)
          const results = new Map(known)
          setRun({ ...begun, results, statuses: new Map(statuses), progress: progressOf(results, rules.length) })
        }
        const results = await inRounds(together, some => orderInTurns(some, wanted, turn, tell))
        const { done, refused } = progressOf(results, rules.length)
        const said = done === 0 ? 'ruleGroup.noneTaken' : wanted ? 'ruleGroup.deploying' : 'ruleGroup.undeploying'
        toast(t(said, { name }), t('ui.progressDone', { done, refused }))
      } finally {
        setRun(now => now && { ...now, going: false })
        await groupsChanged()
      }
    })
  return { run, busy, order, forget: () => setRun(undefined) }
}
