import { REFUSALS } from '@steading/contract/http/refusals'
import { type Engine, KIND_OF, RULE_TEMPLATES } from '@steading/contract/rules/ruleTemplates'
import type { DeploymentStatus, Rule, RuleKind } from '@steading/contract/rules/rules'
import { number } from '@steading/locales/format'
import { engineWords } from '@steading/locales/templates'
import type { InputGroup } from '@steading/contract/rules/templateInputs'
import type { TextKey, Translate } from '@steading/locales/text'
import { to } from '../platform/navigation/paths.ts'
import type { StatusTone } from '../ui/marks/StatusPill.tsx'

/** How far a rule has come, as its pill shows it. */
export const deploymentStates = {
  DEPLOYED: { tone: 'ok', word: 'deploy.status.deployed' },
  PENDING_DEPLOY: { tone: 'pending', word: 'deploy.status.pendingDeploy' },
  PENDING_UNDEPLOY: { tone: 'pending', word: 'deploy.status.pendingUndeploy' },
  ERROR: { tone: 'error', word: 'deploy.status.error' },
  UNDEPLOYED: { tone: 'idle', word: 'deploy.status.undeployed' },
} as const satisfies Record<DeploymentStatus, { tone: StatusTone; word: TextKey }>

interface KindPages {
  readonly list: string
  readonly title: TextKey
  readonly one: TextKey
  readonly none: TextKey
  readonly create: TextKey
  readonly details: (ruleId: string) => string
}

/** Each kind of rule has its own pages. */
export const kinds: Readonly<Record<RuleKind, KindPages>> = {
  CONTROL: {
    list: to('/rules'),
    title: 'nav.rules',
    one: 'rule.one',
    none: 'empty.rules',
    create: 'rule.new',
    details: ruleId => to('/rules/{ruleId}/details', { ruleId }),
  },
  ALARM: {
    list: to('/rules/alarms'),
    title: 'nav.alarms',
    one: 'alarm.one',
    none: 'rule.none.alarm',
    create: 'rule.new.alarm',
    details: ruleId => to('/rules/alarms/{ruleId}/details', { ruleId }),
  },
  SCHEDULER: {
    list: to('/rules/scheduler'),
    title: 'nav.schedulers',
    one: 'scheduler.one',
    none: 'rule.none.scheduler',
    create: 'rule.new.scheduler',
    details: ruleId => to('/rules/scheduler/{ruleId}/details', { ruleId }),
  },
}

/** The groups of inputs of a template, as its form names their tabs. */
export const groupWords = {
  sensors: 'rule.tab.sensors',
  lines: 'rule.tab.lines',
  regulation: 'rule.tab.regulation',
  cycle: 'rule.tab.cycle',
  schedule: 'rule.tab.schedule',
  actions: 'rule.tab.actions',
} as const satisfies Record<InputGroup, TextKey>

/** There are no rules to see. Whoever sees a house alone must not read that nothing watches it: rules of its farm may. */
export const emptyListWord = (kind: RuleKind | undefined, root: string): TextKey =>
  kind === 'ALARM' && root === 'SECTOR' ? 'rule.none.alarmSeen' : kind ? kinds[kind].none : 'empty.rules'

/** How the box of a rule stands. */
export const terminalStateWord = ({
  connected,
  retired,
}: Pick<NonNullable<Rule['terminal']>, 'connected' | 'retired'>): TextKey =>
  retired ? 'terminal.status.retired' : connected ? 'terminal.connected' : 'terminal.notConnected'

/** Where a rule is, and which one of several of one name it is. */
export const placeOf = ({ sector, rootEntity }: Pick<Rule, 'sector' | 'rootEntity'>): string => (sector ?? rootEntity).displayName
export const nameWithPlace = ({ displayName, place }: { readonly displayName: string; readonly place: string }): string =>
  `${displayName} (${place})`

/** A rule with where it is. */
export const ruleName = (rule: Pick<Rule, 'displayName' | 'sector' | 'rootEntity'>): string =>
  nameWithPlace({ ...rule, place: placeOf(rule) })

export const ruleHref = ({ id, kind }: Pick<Rule, 'id' | 'kind'>): string => kinds[kind].details(id)

/** The categories that rules of a kind can be of; all of them where the kind is left open. */
export const categoriesOf = (kind: RuleKind | undefined): readonly Engine[] =>
  RULE_TEMPLATES.filter(template => kind === undefined || KIND_OF[template] === kind)

/** The template in words. */
export const templateName = ({ template }: Pick<Rule, 'template'>, t: Translate): string => t(engineWords[template])

/** Why a rule was not put in or out of service. */
export function refusalWords(code: string, t: Translate): string {
  if (code === 'VERSION_CONFLICT') return t('deploy.seenBefore')
  const known = REFUSALS.find(refusal => refusal === code)
  return known ? t(`refusals.${known}`) : t('failures.NOT_FOUND')
}

/** Whether the terminal runs another version than the saved one. */
export const runsOtherVersion = (rule: Pick<Rule, 'ruleVersion' | 'runningVersion'>): boolean =>
  rule.runningVersion !== null && rule.runningVersion !== rule.ruleVersion

/** Names the described version if the terminal runs another one. */
export const shownVersionWords = (rule: Pick<Rule, 'ruleVersion' | 'runningVersion'>, t: Translate): string | undefined =>
  runsOtherVersion(rule)
    ? t('rule.ofVersion', { version: number(rule.ruleVersion, t), running: number(rule.runningVersion, t) })
    : undefined

/** When an order works: what a smart box runs once it has confirmed it, what the platform runs at once. */
export function takesEffectWords(
  rules: readonly Pick<Rule, 'terminal' | 'kind' | 'template' | 'runningVersion'>[],
  desired: boolean,
  t: Translate,
): string[] {
  const running = rules.filter(rule => rule.runningVersion !== null)
  const isSwitching = running.some(rule => rule.template === 'ALARM_WITH_ACTUATION')
  if (!desired)
    return [
      ...(running.length > 0 ? [t('deploy.undoHint', { count: rules.length })] : []),
      ...(isSwitching ? [t('deploy.switchesOff')] : []),
      ...(running.some(rule => rule.kind === 'ALARM') ? [t('deploy.closesEvent')] : []),
    ]
  const isInCloud = ({ terminal }: Pick<Rule, 'terminal'>) => terminal === null
  return [
    ...(rules.every(isInCloud) ? [] : [t('deploy.hint')]),
    ...(rules.some(isInCloud) ? [t('deploy.hintCloud')] : []),
    ...(isSwitching ? [t('deploy.changeSwitchesOff')] : []),
  ]
}

/** The question before an order: one rule is named with its place, of several is said how many. */
export function deployQuestion(rules: readonly Parameters<typeof ruleName>[0][], desired: boolean, t: Translate): string {
  const [rule, ...more] = rules
  return rule && more.length === 0
    ? t(desired ? 'deploy.ask' : 'deploy.undoAsk', { name: ruleName(rule) })
    : t(desired ? 'deploy.askMany' : 'deploy.undoAskMany', { count: rules.length })
}

export const isPending = (status: DeploymentStatus): boolean => status === 'PENDING_DEPLOY' || status === 'PENDING_UNDEPLOY'

interface RuleOrders {
  readonly deploy?: TextKey
  readonly undeploy?: TextKey
  /** Back to what the box last reported. */
  readonly cancel?: TextKey
}

/** What may be ordered of a rule as it stands, by the word of its button. An order on its way can be taken back. */
export function availableOrders({
  deploymentStatus,
  ...rule
}: Pick<Rule, 'deploymentStatus' | 'ruleVersion' | 'runningVersion'> & { readonly terminal?: Rule['terminal'] }): RuleOrders {
  // A box that was retired runs nothing any more.
  if (rule.terminal?.retired && deploymentStatus !== 'PENDING_DEPLOY' && deploymentStatus !== 'PENDING_UNDEPLOY')
    return deploymentStatus === 'UNDEPLOYED' ? {} : { undeploy: 'deploy.undo' }
  switch (deploymentStatus) {
    case 'UNDEPLOYED':
      return { deploy: 'deploy.action' }
    case 'DEPLOYED':
      // What was saved since is not in service yet.
      return { ...(rule.runningVersion !== rule.ruleVersion && { deploy: 'deploy.action' }), undeploy: 'deploy.undo' }
    case 'ERROR':
      return { deploy: 'deploy.action', undeploy: 'deploy.undo' }
    case 'PENDING_DEPLOY':
      return { ...(rule.runningVersion !== null && { undeploy: 'deploy.undo' }), cancel: 'deploy.cancel' }
    case 'PENDING_UNDEPLOY':
      // Of what the box never reported to run, nothing can be ordered again.
      return rule.runningVersion === null ? { deploy: 'deploy.action' } : { cancel: 'deploy.cancel' }
  }
}

/**
 * Is a rule not yet as it is wanted? On a retired box too: what becomes of it is told. The other order, on its way to the box, is
 * taken back by this one.
 */
export const needsOrder = (rule: Parameters<typeof availableOrders>[0], desired: boolean): boolean =>
  availableOrders({ ...rule, terminal: null })[desired ? 'deploy' : 'undeploy'] !== undefined ||
  rule.deploymentStatus === (desired ? 'PENDING_UNDEPLOY' : 'PENDING_DEPLOY')
