import type { RuleKind } from '@steading/contract/rules'
import type { TextKey } from '@steading/locales/text'
import { to } from '../app/index.ts'
import { writeSearch } from '../platform/search.ts'
import { listHref } from '../ui/list/useListState.ts'
import { kinds } from './words.ts'

/** The parameters of an address that say where one came from. */
export const wayParameters = [
  ...(['groupEntityId', 'groupId', 'noGroup', 'dashboard', 'alarmRuleId'] as const),
  ...(['schedulerId', 'eventId', 'historyBack'] as const),
] as const

type Search = Readonly<Record<string, string | readonly string[] | undefined>>

const one = (search: Search, name: string): string | undefined => {
  const value = search[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export interface Back {
  readonly href: string
  readonly label: TextKey
}

/**
 * Where the way back of a rule leads: to the groups as they were (`groupEntityId`, and `groupId` or `noGroup`), to a dashboard
 * (`dashboard`), an alarm (`alarmRuleId`), a scheduler (`schedulerId`), an event (`eventId`); else to the list of its kind as it
 * was left.
 */
export function backFrom(search: Search, kind: RuleKind): Back {
  const entityId = one(search, 'groupEntityId')
  const groupId = one(search, 'groupId')
  const noGroup = one(search, 'noGroup')
  if (entityId ?? groupId ?? noGroup)
    return {
      href: to('/rules/groups') + writeSearch({ entityId, group: groupId ?? (noGroup && 'none') }),
      label: 'nav.ruleGroups',
    }
  const dashboard = one(search, 'dashboard')
  if (dashboard) return { href: to('/farmview') + writeSearch({ dashboard }), label: 'nav.home' }
  const alarm = one(search, 'alarmRuleId')
  if (alarm) return { href: to('/rules/alarms/{ruleId}/details', { ruleId: alarm }), label: 'alarm.one' }
  const scheduler = one(search, 'schedulerId')
  if (scheduler) return { href: to('/rules/scheduler/{ruleId}/details', { ruleId: scheduler }), label: 'scheduler.one' }
  const event = one(search, 'eventId')
  if (event) return { href: to('/events/{eventId}/details', { eventId: event }), label: 'event.one' }
  return { href: listHref(kinds[kind].list), label: kinds[kind].title }
}

/** The kind of rule that a page is about, by its address. */
export const kindAt = (path: string): RuleKind =>
  path.startsWith('/rules/alarms') ? 'ALARM' : path.startsWith('/rules/scheduler') ? 'SCHEDULER' : 'CONTROL'
