import type { Rule } from '@steading/contract/rules/rules'
import { type Cell, csvTime } from '@steading/locales/csv'
import type { Translate } from '@steading/locales/text'
import { deploymentStates, kinds, placeOf, templateName } from '../words.ts'

/** The rows of a file of rules, their head first; times in the person's zone. */
export const exportRows = (rules: readonly Rule[], t: Translate, zone: string): readonly (readonly Cell[])[] => [
  [
    t('rule.one'),
    t('ui.name'),
    t('interface.direction'),
    t('event.place'),
    t('rule.template'),
    t('rule.runsOn'),
    t('rule.version'),
    t('rule.deployment'),
    t('rule.changed'),
  ],
  ...rules.map(rule => [
    Number(rule.id),
    rule.displayName,
    t(kinds[rule.kind].one),
    placeOf(rule),
    templateName(rule, t),
    rule.terminal?.displayName ?? t('rule.global'),
    rule.ruleVersion,
    t(deploymentStates[rule.deploymentStatus].word),
    csvTime(rule.lastUpdateTimestampUtc, zone, t),
  ]),
]
