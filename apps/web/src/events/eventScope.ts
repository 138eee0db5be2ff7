import {
  HELPDESK_CATEGORIES,
  type Event,
  type EventCategory,
  EVENT_CATEGORIES,
  isHelpdesk,
} from '@steading/contract/events/events'
import type { TextKey } from '@steading/locales/text'
import { useRouterState } from '@tanstack/react-router'
import { to } from '../platform/navigation/paths.ts'
import { listHref } from '../ui/list/useListState.ts'

/** What is looked at: what happened on the farms, or in one batch, or what somebody asks help for. Each has its own list, form and details. */
export interface EventScope {
  /** The path of its list. */
  readonly list: string
  /** The way back to its list, as that was left. */
  readonly back: () => string
  readonly isHelpdesk: boolean
  /** Whose events alone; null: of all that one may see. */
  readonly batchId: string | null
  readonly title: TextKey
  readonly create: string
  readonly details: (eventId: string) => string
}

const eventScope: EventScope = {
  list: '/events',
  back: () => listHref('/events'),
  isHelpdesk: false,
  batchId: null,
  title: 'nav.events',
  create: to('/events/create'),
  details: eventId => to('/events/{eventId}/details', { eventId }),
}
const helpdeskScope: EventScope = {
  list: '/helpdesk',
  back: () => listHref('/helpdesk'),
  isHelpdesk: true,
  batchId: null,
  title: 'nav.helpdesk',
  create: to('/helpdesk/create'),
  details: eventId => to('/helpdesk/{eventId}/details', { eventId }),
}
/** The same under another address. */
const systemHelpdeskScope: EventScope = {
  ...helpdeskScope,
  list: '/system/helpdesk',
  back: () => listHref('/system/helpdesk'),
  create: to('/system/helpdesk/create'),
  details: eventId => to('/system/helpdesk/{eventId}/details', { eventId }),
}

/** That of one batch: its list is a tab of the batch's page. */
export function batchScope(batchId: string): EventScope {
  const list = to('/production/batches/{batchId}/details', { batchId })
  return {
    ...eventScope,
    list,
    batchId,
    back: () => listHref(list, '?tab=events'),
    create: to('/production/{batchId}/events/create', { batchId }),
    details: eventId => to('/production/{batchId}/events/details/{eventId}', { batchId, eventId }),
  }
}

/** Whose page an address is. */
export function scopeAt(pathname: string): EventScope {
  const batchId = /^\/production\/([^/]+)\/events\//.exec(pathname)?.[1]
  if (batchId) return batchScope(batchId)
  return (
    [systemHelpdeskScope, helpdeskScope].find(scope => pathname === scope.list || pathname.startsWith(`${scope.list}/`)) ??
    eventScope
  )
}

export const useEventScope = (): EventScope => scopeAt(useRouterState({ select: state => state.location.pathname }))

/** Where an event belongs, from whichever page somebody came to it. */
export function scopeOf({ category, batch }: Pick<Event, 'category' | 'batch'>, at: EventScope): EventScope {
  const isThere = isHelpdesk(category) === at.isHelpdesk && (at.batchId === null || at.batchId === batch?.id)
  return isThere ? at : isHelpdesk(category) ? helpdeskScope : eventScope
}

/** What an event, or a ticket, can be about. */
export const categoriesOf = ({ isHelpdesk: ofTickets }: EventScope): readonly EventCategory[] =>
  ofTickets ? HELPDESK_CATEGORIES : EVENT_CATEGORIES.filter(category => !isHelpdesk(category))

/** The page of an event or a ticket. */
export const eventHref = ({ id, category }: Pick<Event, 'id' | 'category'>): string =>
  (isHelpdesk(category) ? helpdeskScope : eventScope).details(id)
