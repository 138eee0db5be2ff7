import type { DeploymentStatus, Rule } from '@steading/contract/rules'
import type { Translate } from '@steading/locales/text'
import { useState } from 'react'
import { data } from '../platform/api.ts'
import { useText } from '../platform/texts.tsx'
import { inRounds, type OrderBody, orderInTurns, type Progress, progressOf, type Results } from '../rules/index.ts'
import { refusedAhead, Staying, useSure, whoGoes } from '../rules/index.ts'
import { tell } from '../ui/overlay/dialogs.ts'
import { toast } from '../ui/overlay/toast.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import type { Chosen } from './chosen.ts'
import { calls, groupsChanged, rulesOf } from './groups.queries.ts'
import { orderable } from './orderable.ts'

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

/** What an order does, and once it has ended what it did. */
export function runWords({ name, wanted, progress, going }: Pick<Run, 'name' | 'wanted' | 'progress' | 'going'>, t: Translate) {
  const said = wanted ? 'ruleGroup.deploying' : 'ruleGroup.undeploying'
  if (going || progress.refused === 0) return t(said, { name })
  return t(progress.done === 0 ? 'ruleGroup.noneTaken' : (`${said}Part` as const), { name })
}

/** Puts all rules of a group in or out of service, in turns, after asking. A group is switched as one: nothing leaves it. */
export function useOrders() {
  const t = useText()
  const sure = useSure()
  const { busy, act } = useAct()
  const [run, setRun] = useState<Run>()

  /** What becomes of these rules, after asking; undefined: nobody is sure, or nothing can go. */
  const sureOf = async (name: string, all: readonly Rule[], wanted: boolean) => {
    const asked = await whoGoes(all, wanted)
    const { goes: rules } = asked
    if (rules.length === 0) {
      const title = t(wanted ? 'ruleGroup.cannotEnter' : 'ruleGroup.cannotLeave', { name })
      await tell({ title, text: <Staying of={asked} />, yes: t('ui.close') })
      return undefined
    }
    return (await sure(asked, wanted, { first: [`${name}.`] })) ? asked : undefined
  }
  const order = (of: Chosen, name: string, wanted: boolean) =>
    act(async () => {
      const all = orderable(await rulesOf(of), wanted)
      if (all.length === 0) return toast(name, t(wanted ? 'ruleGroup.allIn' : 'ruleGroup.allOut'))
      const asked = await sureOf(name, all, wanted)
      if (!asked) return
      const call = wanted ? calls.rules.deploy : calls.rules.undeploy
      // Who stays as it is, is told with the others.
      const known = new Map(refusedAhead(asked))
      const begun: Run = {
        ...{ groupId: of.groupId, name, wanted, rules: all, results: new Map(known), statuses: new Map(), going: true },
        progress: progressOf(known, all.length),
      }
      setRun(begun)
      try {
        const together = asked.goes.map(one => ({ ...one, ruleGroups: [] }))
        const statuses = new Map<string, DeploymentStatus>()
        const turn = async (body: OrderBody) => {
          const told = await data(call({ body }))
          for (const { id, deploymentStatus } of told) if (deploymentStatus) statuses.set(id, deploymentStatus)
          return told
        }
        const tell = (soFar: Results) => {
          for (const [id, code] of soFar) known.set(id, code)
          const results = new Map(known)
          setRun({ ...begun, results, statuses: new Map(statuses), progress: progressOf(results, all.length) })
        }
        await inRounds(together, some => orderInTurns(some, wanted, turn, tell))
        const progress = progressOf(known, all.length)
        toast(runWords({ name, wanted, progress, going: false }, t), t('ui.progressDone', { ...progress }))
      } finally {
        setRun(now => now && { ...now, going: false })
        await groupsChanged()
      }
    })
  return { run, busy, order, forget: () => setRun(undefined) }
}
