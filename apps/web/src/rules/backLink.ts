import type { RuleKind } from '@steading/contract/rules/rules'
import type { TextKey } from '@steading/locales/text'
import { to } from '../platform/navigation/paths.ts'
import { writeSearch } from '../platform/navigation/search.ts'
import { listHref } from '../ui/list/useListState.ts'
import { kinds } from './words.ts'

/** URL parameters that identify the page the user came from. */
export const backParameters = [
  ...(['groupEntityId', 'groupId', 'noGroup', 'dashboard', 'alarmRuleId'] as const),
  ...(['schedulerId', 'eventId', 'historyBack'] as const),
] as const

type Search = Readonly<Record<string, string | readonly string[] | undefined>>

const textParam = (search: Search, name: string): string | undefined => {
  const value = search[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export interface BackLink {
  readonly href: string
  readonly label: TextKey
}

/**
 * Where the way back of a rule leads: to the groups as they were (`groupEntityId`, and `groupId` or `noGroup`), to a dashboard
 * (`dashboard`), an alarm (`alarmRuleId`), a scheduler (`schedulerId`), an event (`eventId`); else to the list of its kind as it
 * was left.
 */
export function backLinkOf(search: Search, kind: RuleKind): BackLink {
  const entityId = textParam(search, 'groupEntityId')
  const groupId = textParam(search, 'groupId')
  const noGroup = textParam(search, 'noGroup')
  if (entityId ?? groupId ?? noGroup)
    return {
      href: to('/rules/groups') + writeSearch({ entityId, group: groupId ?? (noGroup && 'none') }),
      label: 'nav.ruleGroups',
    }
  const dashboard = textParam(search, 'dashboard')
  if (dashboard) return { href: to('/farmview') + writeSearch({ dashboard }), label: 'nav.home' }
  const alarm = textParam(search, 'alarmRuleId')
  if (alarm) return { href: to('/rules/alarms/{ruleId}/details', { ruleId: alarm }), label: 'alarm.one' }
  const scheduler = textParam(search, 'schedulerId')
  if (scheduler) return { href: to('/rules/scheduler/{ruleId}/details', { ruleId: scheduler }), label: 'scheduler.one' }
  const event = textParam(search, 'eventId')
  if (event) return { href: to('/events/{eventId}/details', { eventId: event }), label: 'event.one' }
  return { href: listHref(kinds[kind].list), label: kinds[kind].title }
}

/** The kind of rule that a page is about, by its address. */
export const kindAt = (path: string): RuleKind =>
  path.startsWith('/rules/alarms') ? 'ALARM' : path.startsWith('/rules/scheduler') ? 'SCHEDULER' : 'CONTROL'
