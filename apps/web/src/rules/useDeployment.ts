import type { Rule } from '@steading/contract/rules'
import { useState } from 'react'
import { data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'
import { useText } from '../platform/texts.tsx'
import { confirm } from '../ui/overlay/dialogs.ts'
import { toast } from '../ui/overlay/toast.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { calls } from './rules.queries.ts'

/** What became of each rule: null where it was taken up, else the code of the refusal. */
export type Results = ReadonlyMap<string, string | null>

type Deployable = Pick<Rule, 'id' | 'displayName' | 'terminal'>

const isThere = ({ terminal }: Deployable) => terminal === null || terminal.connected

/** Puts rules in or out of service, after asking; boxes that are not there are named before. `order` answers whether all were taken up. */
export function useDeployment() {
  const t = useText()
  const { busy, act } = useAct()
  const [results, setResults] = useState<Results>(new Map())

  const order = async (rules: readonly Deployable[], wanted: boolean): Promise<boolean> => {
    const [first] = rules
    if (!first) return false
    const absent = [...new Set(rules.filter(one => !isThere(one)).map(one => one.terminal?.displayName ?? ''))]
    const hints = [
      t(wanted ? 'deploy.hint' : 'deploy.undoHint'),
      ...(absent.length > 0 ? [t('deploy.absent', { count: absent.length, terminals: absent.join(', ') })] : []),
    ]
    const sure = await confirm({
      title:
        rules.length === 1
          ? t(wanted ? 'deploy.ask' : 'deploy.undoAsk', { name: first.displayName })
          : t(wanted ? 'deploy.askMany' : 'deploy.undoAskMany', { count: rules.length }),
      text: hints.join(' '),
      yes: t(wanted ? 'deploy.action' : 'deploy.undo'),
      no: t('ui.cancel'),
      danger: !wanted,
    })
    if (!sure) return false
    let refused = 0
    const done = await act(async () => {
      const call = wanted ? calls.rules.deploy : calls.rules.undeploy
      const answers = await data(call({ body: { ids: rules.map(one => one.id) } }))
      const told = new Map(answers.map(({ id, deferredStatus }) => [id, deferredStatus]))
      setResults(told)
      refused = [...told.values()].filter(code => code !== null).length
      if (refused === 0) toast(t(wanted ? 'deploy.asked' : 'deploy.undoAsked', { count: told.size }))
      await queryClient.invalidateQueries({ queryKey: ['rules'] })
    })
    return done && refused === 0
  }
  return { order, busy, results, forget: () => setResults(new Map()) }
}
