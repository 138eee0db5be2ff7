import { HELPDESK_CATEGORIES, type EventCategory, EVENT_CATEGORIES, isHelpdesk } from '@steading/contract/events'
import type { TextKey } from '@steading/locales/text'
import { useRouterState } from '@tanstack/react-router'
import { to } from '../app/index.ts'

/** What is looked at: what happened on the farms, or what somebody asks help for. Each has its own list, form and details. */
export interface Desk {
  /** Its list; the paths of its other pages begin with it. */
  readonly list: '/events' | '/helpdesk' | '/system/helpdesk'
  readonly isHelpdesk: boolean
  readonly title: TextKey
  readonly create: string
  readonly details: (eventId: string) => string
}

const eventDesk: Desk = {
  list: '/events',
  isHelpdesk: false,
  title: 'nav.events',
  create: to('/events/create'),
  details: eventId => to('/events/{eventId}/details', { eventId }),
}
const helpdesk: Desk = {
  list: '/helpdesk',
  isHelpdesk: true,
  title: 'nav.helpdesk',
  create: to('/helpdesk/create'),
  details: eventId => to('/helpdesk/{eventId}/details', { eventId }),
}
/** The same under another address. */
const systemHelpdesk: Desk = {
  ...helpdesk,
  list: '/system/helpdesk',
  create: to('/system/helpdesk/create'),
  details: eventId => to('/system/helpdesk/{eventId}/details', { eventId }),
}

/** Whose page an address is. */
export const deskAt = (pathname: string): Desk =>
  [systemHelpdesk, helpdesk].find(one => pathname === one.list || pathname.startsWith(`${one.list}/`)) ?? eventDesk

export const useDesk = (): Desk => deskAt(useRouterState({ select: state => state.location.pathname }))

/** Where an event belongs, from whichever page somebody came to it. */
export const deskOf = (category: EventCategory, at: Desk): Desk =>
  isHelpdesk(category) === at.isHelpdesk ? at : isHelpdesk(category) ? helpdesk : eventDesk

/** What an event, or a ticket, can be about. */
export const categoriesOf = ({ isHelpdesk: ofTickets }: Desk): readonly EventCategory[] =>
  ofTickets ? HELPDESK_CATEGORIES : EVENT_CATEGORIES.filter(one => !isHelpdesk(one))
