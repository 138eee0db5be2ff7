import type { Rule } from '@steading/contract/rules/rules'
import { useMay, useSignedIn } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { confirmDialog } from '../../ui/overlay/dialogs.ts'
import { BlockedRules } from './BlockedRules.tsx'
import { disconnectedTerminals, type DeploymentPlan } from './deploymentPlan.ts'
import { SentenceList } from './SentenceList.tsx'
import { ReleasedDevices, fetchReleasedDevices } from './ReleasedDevices.tsx'
import { unattendedAlarmWords } from './unattendedAlarms.ts'
import { unwatchedSensorWords } from './unwatchedSensors.ts'
import { deployQuestion, takesEffectWords } from '../words.ts'

type DeployableRule = Pick<
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

/** Confirms a deployment or undeployment. Lists disconnected terminals, unwatched sensors, released devices and blocked rules. */
export function useConfirmDeployment() {
  const t = useText()
  const { userId } = useSignedIn()
  const may = useMay()
  return async <R extends DeployableRule>(
    asked: DeploymentPlan<R>,
    desired: boolean,
    /** Sentences before and after the effect on the terminals. */
    { first = [], after = [] }: { readonly first?: readonly string[]; readonly after?: readonly string[] },
  ): Promise<boolean> => {
    const { deployable: rules } = asked
    const absent = disconnectedTerminals(rules)
    const sentences = [
      ...first,
      ...takesEffectWords(rules, desired, t),
      ...(absent.length > 0 ? [t('deploy.absent', { count: absent.length, terminals: absent.join(', ') })] : []),
      ...after,
      ...(desired ? [] : await unattendedAlarmWords(rules, userId, t)),
      ...(desired && may('interfaces.read') ? await unwatchedSensorWords(rules, t) : []),
    ]
    const left = desired ? [] : await fetchReleasedDevices(rules, t)
    return confirmDialog({
      title: deployQuestion(rules, desired, t),
      text: (
        <>
          <SentenceList sentences={sentences} />
          <ReleasedDevices devices={left} />
          <BlockedRules plan={asked} />
        </>
      ),
      yes: t(desired ? 'deploy.action' : 'deploy.undo'),
      no: t('ui.cancel'),
      danger: !desired,
    })
  }
}
