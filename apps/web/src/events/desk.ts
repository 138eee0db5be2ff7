import { HELPDESK_CATEGORIES, type Event, type EventCategory, EVENT_CATEGORIES, isHelpdesk } from '@steading/contract/events'
import type { TextKey } from '@steading/locales/text'
import { useRouterState } from '@tanstack/react-router'
import { to } from '../app/index.ts'
import { listHref } from '../ui/list/useListState.ts'

/** What is looked at: what happened on the farms, or in one batch, or what somebody asks help for. Each has its own list, form and details. */
export interface Desk {
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

const eventDesk: Desk = {
  list: '/events',
  back: () => listHref('/events'),
  isHelpdesk: false,
  batchId: null,
  title: 'nav.events',
  create: to('/events/create'),
  details: eventId => to('/events/{eventId}/details', { eventId }),
}
const helpdesk: Desk = {
  list: '/helpdesk',
  back: () => listHref('/helpdesk'),
  isHelpdesk: true,
  batchId: null,
  title: 'nav.helpdesk',
  create: to('/helpdesk/create'),
  details: eventId => to('/helpdesk/{eventId}/details', { eventId }),
}
/** The same under another address. */
const systemHelpdesk: Desk = {
  ...helpdesk,
  list: '/system/helpdesk',
  back: () => listHref('/system/helpdesk'),
  create: to('/system/helpdesk/create'),
  details: eventId => to('/system/helpdesk/{eventId}/details', { eventId }),
}

/** That of one batch: its list is a tab of the batch's page. */
export function batchDesk(batchId: string): Desk {
  const list = to('/production/batches/{batchId}/details', { batchId })
  return {
    ...eventDesk,
    ...{ list, batchId },
    back: () => listHref(list, '?tab=events'),
    create: to('/production/{batchId}/events/create', { batchId }),
    details: eventId => to('/production/{batchId}/events/details/{eventId}', { batchId, eventId }),
  }
}

/** Whose page an address is. */
export function deskAt(pathname: string): Desk {
  const batchId = /^\/production\/([^/]+)\/events\//.exec(pathname)?.[1]
  if (batchId) return batchDesk(batchId)
  return [systemHelpdesk, helpdesk].find(one => pathname === one.list || pathname.startsWith(`${one.list}/`)) ?? eventDesk
}

export const useDesk = (): Desk => deskAt(useRouterState({ select: state => state.location.pathname }))

/** Where an event belongs, from whichever page somebody came to it. */
export function deskOf({ category, batch }: Pick<Event, 'category' | 'batch'>, at: Desk): Desk {
  const isThere = isHelpdesk(category) === at.isHelpdesk && (at.batchId === null || at.batchId === batch?.id)
  return isThere ? at : isHelpdesk(category) ? helpdesk : eventDesk
}

/** What an event, or a ticket, can be about. */
export const categoriesOf = ({ isHelpdesk: ofTickets }: Desk): readonly EventCategory[] =>
  ofTickets ? HELPDESK_CATEGORIES : EVENT_CATEGORIES.filter(one => !isHelpdesk(one))

/** The page of an event or a ticket. */
export const eventHref = ({ id, category }: Pick<Event, 'id' | 'category'>): string =>
  (isHelpdesk(category) ? helpdesk : eventDesk).details(id)
