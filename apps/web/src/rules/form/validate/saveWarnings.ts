import type { RuleDetails } from '@steading/contract/rules/rules'
import type { Translate } from '@steading/locales/text'
import { channelWord, mute, unnamed } from '../../../outbox/index.ts'
import { isAtOnce, toLines } from '../../values/lines/lineValues.ts'
import type { RuleFormData } from '../../values/ruleFormData.ts'
import { outputIds } from '../../values/outputs.ts'
import { groupsLeftBy, leftGroupWords } from '../../deploy/groupMembership.ts'
import { withoutAlarmWords } from '../../deploy/unwatchedSensors.ts'
import type { Choice } from '../../values/choices.ts'
import { fetchIsConnected, fetchUnwatched } from '../../values/choices.queries.ts'
import { type RuleFormValues, type Template, isGlobal } from '../../values/ruleForm.ts'

type SavedRule = Pick<RuleDetails, 'deploymentStatus' | 'ruleGroups' | 'runningVersion' | 'terminal'> | undefined

/** Warnings about the event of a rule: no automatic close, channels without recipients. */
export const eventWarnings = ({ autoClose, eventConfiguration }: RuleFormValues, t: Translate): string[] => {
  const { actionConfigurations, severityLevel, status } = eventConfiguration
  const nobody = status === 'CLOSED' ? undefined : unnamed(actionConfigurations, severityLevel)
  return [
    ...(autoClose ? [] : [t('warning.autoCloseOff')]),
    ...mute(actionConfigurations).map(type => t('warning.noRecipients', { channel: t(channelWord[type]) })),
    ...(nobody ? [t(nobody)] : []),
  ]
}

/** Why a rule cannot enter service: others of its strength drive its devices. */
export const rivalRuleWords = (
  { inputs }: Pick<RuleFormValues, 'inputs'>,
  { choices, driven }: Pick<RuleFormData, 'choices' | 'driven'>,
  t: Translate,
): string[] => drivenDeviceWords(inputs, { choices, driven }, true, t)

const drivenDeviceWords = (
  inputs: RuleFormValues['inputs'],
  { choices, driven }: Pick<RuleFormData, 'choices' | 'driven'>,
  isRival: boolean,
  t: Translate,
): string[] =>
  outputIds(inputs).flatMap(id => {
    const by = driven.get(id)
    return by?.isRival === isRival ? [t('warning.isDriven', { device: choices.get(id)?.displayName ?? id, rule: by.rule })] : []
  })

const sensorIds = ({ inputs }: RuleFormValues): readonly string[] => {
  const ids = [inputs['sensors'], inputs['refSensor']].flat()
  return [...new Set(ids.filter((id): id is string => typeof id === 'string' && id !== ''))]
}

/** Warnings to confirm before a rule is saved, and deployed if `deploy` is set. */
export async function saveWarnings(
  values: RuleFormValues,
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
    rule: SavedRule
    deploy: boolean
    /** What its box is called. */
    terminal: string | undefined
    seesInterfaces: boolean
    choices: ReadonlyMap<string, Choice>
    driven: RuleFormData['driven']
  },
  t: Translate,
): Promise<readonly string[]> {
  const asksBox = deploy && !isGlobal(values.category) && values.terminalId !== null
  const asksAlarms = template.category.kind === 'CONTROL' && seesInterfaces
  const [isThere, missing] = await Promise.all([
    asksBox && values.terminalId !== null ? fetchIsConnected(values.terminalId) : true,
    asksAlarms ? fetchUnwatched(sensorIds(values)) : undefined,
  ])
  return [
    ...(deploy ? [t(isGlobal(values.category) ? 'deploy.hintCloud' : 'deploy.hint')] : []),
    ...(deploy && values.category === 'ALARM_WITH_ACTUATION' && rule?.runningVersion != null
      ? [t('deploy.changeSwitchesOff')]
      : []),
    ...(deploy ? drivenDeviceWords(values.inputs, { choices, driven }, false, t) : []),
    ...(isThere ? [] : [t('deploy.absent', { count: 1, terminals: terminal ?? '' })]),
    ...(toLines(values.inputs['lines']).some(line => isAtOnce(line, choices)) ? [t('rule.line.deviceHint')] : []),
    ...(template.hasEvent ? eventWarnings(values, t) : []),
    ...(missing === undefined ? [] : [withoutAlarmWords(missing, id => choices.get(id)?.displayName, true, t)]),
    ...(deploy ? leftGroupWords(groupsLeftBy(rule, true), t) : []),
  ]
}
