import type { RuleDetails } from '@steading/contract/rules'
import type { Translate } from '@steading/locales/text'
import { channelWord, mute, unnamed } from '../../outbox/index.ts'
import { isAtOnce, linesIn } from '../lines/line.ts'
import type { About } from '../inputs/about.ts'
import { outputsIn } from '../inputs/outputs.ts'
import { leavesGroups } from '../orders.ts'
import { withoutAlarmWords } from '../unwatched.ts'
import type { Choice } from './choices.ts'
import { isConnected, unwatched } from './choices.queries.ts'
import { type Entered, type Template, isGlobal } from './entered.ts'

type Saved = Pick<RuleDetails, 'deploymentStatus' | 'ruleGroups' | 'runningVersion' | 'terminal'> | undefined

/** The groups that a rule leaves when it goes into service by itself, or out of it. */
export const groupsLeft = (rule: Saved, wanted: boolean): readonly { readonly displayName: string }[] =>
  rule && leavesGroups(rule, wanted) ? rule.ruleGroups : []

export const leavesWords = (groups: ReturnType<typeof groupsLeft>, t: Translate): string[] =>
  groups.length > 0
    ? [
        t('deploy.leavesGroups', {
          count: groups.length,
          groups: new Intl.ListFormat(t.language).format(groups.map(one => one.displayName)),
        }),
      ]
    : []

/** What an event would lack. */
export const eventWarnings = ({ autoClose, eventConfiguration }: Entered, t: Translate): string[] => {
  const { actionConfigurations, severityLevel, status } = eventConfiguration
  const nobody = status === 'CLOSED' ? undefined : unnamed(actionConfigurations, severityLevel)
  return [
    ...(autoClose ? [] : [t('warning.autoCloseOff')]),
    ...mute(actionConfigurations).map(type => t('warning.noRecipients', { channel: t(channelWord[type]) })),
    ...(nobody ? [t(nobody)] : []),
  ]
}

/** Why a rule cannot enter service: others of its strength drive its devices. */
export const rivalWords = (
  { inputs }: Pick<Entered, 'inputs'>,
  { choices, driven }: Pick<About, 'choices' | 'driven'>,
  t: Translate,
): string[] => drivenWords(inputs, { choices, driven }, true, t)

const drivenWords = (
  inputs: Entered['inputs'],
  { choices, driven }: Pick<About, 'choices' | 'driven'>,
  isRival: boolean,
  t: Translate,
): string[] =>
  outputsIn(inputs).flatMap(id => {
    const by = driven.get(id)
    return by?.isRival === isRival ? [t('warning.isDriven', { device: choices.get(id)?.displayName ?? id, rule: by.rule })] : []
  })

const sensorsIn = ({ inputs }: Entered): readonly string[] => {
  const ids = [inputs['sensors'], inputs['refSensor']].flat()
  return [...new Set(ids.filter((one): one is string => typeof one === 'string' && one !== ''))]
}

/** What a person should know before a rule is saved, and put in service if that is wanted. */
export async function asksBefore(
  of: Entered,
  {
    template,
    rule,
    deploy,
    terminal,
    seesInterfaces,
    choices,
    driven,
  }: {
    template: Template
    rule: Saved
    deploy: boolean
    /** What its box is called. */
    terminal: string | undefined
    seesInterfaces: boolean
    choices: ReadonlyMap<string, Choice>
    driven: About['driven']
  },
  t: Translate,
): Promise<readonly string[]> {
  const asksBox = deploy && !isGlobal(of.category) && of.terminalId !== null
  const asksAlarms = template.category.kind === 'CONTROL' && seesInterfaces
  const [isThere, missing] = await Promise.all([
    asksBox && of.terminalId !== null ? isConnected(of.terminalId) : true,
    asksAlarms ? unwatched(sensorsIn(of)) : undefined,
  ])
  return [
    ...(deploy ? [t(isGlobal(of.category) ? 'deploy.hintCloud' : 'deploy.hint')] : []),
    ...(deploy && of.category === 'ALARM_WITH_ACTUATION' && rule?.runningVersion != null ? [t('deploy.changeSwitchesOff')] : []),
    ...(deploy ? drivenWords(of.inputs, { choices, driven }, false, t) : []),
    ...(isThere ? [] : [t('deploy.absent', { count: 1, terminals: terminal ?? '' })]),
    ...(linesIn(of.inputs['lines']).some(one => isAtOnce(one, choices)) ? [t('rule.line.deviceHint')] : []),
    ...(template.hasEvent ? eventWarnings(of, t) : []),
    ...(missing === undefined ? [] : [withoutAlarmWords(missing, id => choices.get(id)?.displayName, true, t)]),
    ...(deploy ? leavesWords(groupsLeft(rule, true), t) : []),
  ]
}
