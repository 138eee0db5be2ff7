import type { Rule } from '@steading/contract/rules'
import { useMay, useSignedIn } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { confirm } from '../ui/overlay/dialogs.ts'
import { absentBoxes, type Order, Staying } from './Dependents.tsx'
import { Sentences } from './form/Sentences.tsx'
import { Left, leftBehind } from './Left.tsx'
import { silencedWords } from './silenced.ts'
import { unwatchedOf } from './unwatched.ts'
import { orderTitle, takesEffectWords } from './words.ts'

type Ordered = Pick<
  Rule,
  | 'id'
  | 'displayName'
  | 'terminal'
  | 'deploymentStatus'
  | 'kind'
  | 'sector'
  | 'rootEntity'
  | 'version'
  | 'template'
  | 'runningVersion'
  | 'ruleVersion'
>

/** Asks whether these rules shall go into service, or out of it, with all that is to be known: boxes that are not there, who watches no longer, what stays. */
export function useSure() {
  const t = useText()
  const { userId } = useSignedIn()
  const may = useMay()
  return async <R extends Ordered>(
    asked: Order<R>,
    wanted: boolean,
    /** Said first, and after what the boxes do. */
    { first = [], after = [] }: { readonly first?: readonly string[]; readonly after?: readonly string[] },
  ): Promise<boolean> => {
    const { goes: rules } = asked
    const absent = absentBoxes(rules)
    const sentences = [
      ...first,
      ...takesEffectWords(rules, wanted, t),
      ...(absent.length > 0 ? [t('deploy.absent', { count: absent.length, terminals: absent.join(', ') })] : []),
      ...after,
      ...(wanted ? [] : await silencedWords(rules, userId, t)),
      ...(wanted && may('interfaces.read') ? await unwatchedOf(rules, t) : []),
    ]
    const left = wanted ? [] : await leftBehind(rules, t)
    return confirm({
      title: orderTitle(rules, wanted, t),
      text: (
        <>
          <Sentences of={sentences} />
          <Left of={left} />
          <Staying of={asked} />
        </>
      ),
      yes: t(wanted ? 'deploy.action' : 'deploy.undo'),
      no: t('ui.cancel'),
      danger: !wanted,
    })
  }
}
