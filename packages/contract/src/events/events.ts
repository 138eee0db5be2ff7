import { z } from 'zod'
import { Attachment, ATTACHMENT_ENDINGS } from '../attachments.ts'
import { Action, Channel } from './channels.ts'
import { bell, BySeverity } from './bell.ts'
import { CreateEvent, EditEvent, QuickClose } from './forms.ts'
import { EventCategory, EventCause, EventOrigin, EventStatus, Severity } from './kinds.ts'
import { ByLink, FollowLink, Linked, LinkedAlarm } from './alarmLinks.ts'
import { StepByLink, TakeStep } from './takeStep.ts'
import { Event, EventDetails, eventPages, eventViews, NextTold } from './views.ts'
import { byId, Done, flag, Id, many, Who } from '../http/fields.ts'
import { routes } from '../http/route.ts'

export type { Check } from './checks.ts'
export * from './forms.ts'
export * from './kinds.ts'
export * from './alarmLinks.ts'
export * from './steps.ts'
export * from './takeStep.ts'
export * from './views.ts'

/** On a channel that reaches phones: how many were named, each once, who of them does not hear of it, and what stood there twice. */
export const Unheard = z.object({
  type: Channel,
  named: z.number().int(),
  names: z.array(z.string()),
  twice: z.array(z.string()),
})
export type Unheard = z.infer<typeof Unheard>

/** An event as saved, and how many people hear of it on each channel. */
export const SavedEvent = EventDetails.extend({
  emailUsers: z.number().int(),
  smsUsers: z.number().int(),
  voiceUsers: z.number().int(),
  whatsappUsers: z.number().int(),
  /** Where not everybody who was named hears of it, or somebody was named twice. */
  unheard: z.array(Unheard),
})
export type SavedEvent = z.infer<typeof SavedEvent>

/** How people are told of an event on one channel, who of them is in charge, and whom it names but does not reach. */
export const EventAction = Action.extend({ responsibles: z.array(Who), unheard: z.array(z.string()) })
export type EventAction = z.infer<typeof EventAction>

const somewhere = {
  status: many(EventStatus).optional(),
  severityLevel: many(Severity).optional(),
  helpdesk: flag.optional(),
}

export const events = routes({
  search: eventViews.search,
  openCount: bell.openCount,
  count: {
    method: 'GET',
    path: '/events/count',
    summary: 'How many events there are of these places and statuses, by severity',
    access: 'events.read',
    query: z.object({ entity: many(Id).optional(), ...somewhere }),
    reply: BySeverity,
  },
  list: {
    method: 'GET',
    path: '/events',
    summary: 'Events of several places, paged',
    access: 'events.read',
    query: eventPages.query.extend({ entities: many(Id).optional(), ...somewhere }),
    reply: eventPages.of(Event),
  },
  causes: {
    method: 'GET',
    path: '/events/causes',
    summary: 'What events and tickets come from',
    access: 'session',
    apiScope: 'events.read',
    reply: z.array(z.object({ id: EventCause, isEvent: z.boolean(), isHelpdesk: z.boolean() })),
  },
  categories: {
    method: 'GET',
    path: '/events/categories',
    summary: 'What events are about; tickets begin with HELPDESK',
    access: 'session',
    apiScope: 'events.read',
    reply: z.array(z.object({ id: EventCategory, name: z.string(), icon: z.string() })),
  },
  origins: {
    method: 'GET',
    path: '/events/origins',
    summary: 'By hand or by a rule',
    access: 'session',
    apiScope: 'events.read',
    reply: z.array(EventOrigin),
  },
  severities: {
    method: 'GET',
    path: '/events/severities',
    summary: 'How grave events are, the least first',
    access: 'session',
    apiScope: 'events.read',
    reply: z.array(Severity),
  },
  statuses: {
    method: 'GET',
    path: '/events/statuses',
    summary: 'How events stand',
    access: 'session',
    apiScope: 'events.read',
    reply: z.array(EventStatus),
  },
  attachmentsOf: {
    method: 'GET',
    path: '/events/attachments',
    summary: 'The files of several events, without their contents',
    access: 'events.read',
    query: z.object({ events: many(Id) }),
    reply: z.array(z.object({ eventId: Id, attachments: z.array(Attachment) })),
  },
  create: {
    method: 'POST',
    path: '/events',
    summary: 'Write down what happened, or ask for help; tells whom it says',
    access: 'events.create',
    multipart: { json: 'createEventRequest', files: 'files', limits: 'event' },
    body: CreateEvent,
    reply: SavedEvent,
    refusals: ['EVENT_DATE_GTE_LAST_ANI_MOV_DATE'],
  },
  quickClose: {
    method: 'PUT',
    path: '/events/quickClose',
    summary: 'Close many at once',
    access: 'events.update',
    body: QuickClose,
    reply: z.object({ closed: z.number().int() }),
  },
  edit: {
    method: 'PUT',
    path: '/events/:id',
    summary: 'Change an event; not one that is only a notification',
    access: 'events.update',
    params: byId,
    multipart: { json: 'editEventRequest', files: 'files', limits: 'event' },
    body: EditEvent,
    reply: SavedEvent,
    refusals: ['EVENT_DATE_GTE_LAST_ANI_MOV_DATE'],
  },
  remove: {
    method: 'DELETE',
    path: '/events/:id',
    summary: 'Delete what somebody wrote down; neither tickets nor what a rule or the platform opened',
    access: 'events.delete',
    params: byId,
    reply: Done,
  },
  actions: {
    method: 'GET',
    path: '/events/:id/actions',
    summary: 'Who hears of it, channel by channel',
    access: 'events.read',
    params: byId,
    reply: z.array(EventAction),
  },
  next: {
    method: 'GET',
    path: '/events/:id/next',
    summary: 'Who is told next and when, unless somebody acts; null: nobody any more',
    access: 'events.read',
    params: byId,
    reply: z.object({ next: NextTold.nullable() }),
  },
  attachments: {
    method: 'GET',
    path: '/events/:id/attachments',
    summary: 'Its files, without their contents',
    access: 'events.read',
    params: byId,
    reply: z.array(Attachment),
  },
  attachment: {
    method: 'GET',
    path: '/events/:id/attachments/:name',
    summary: 'A file, as a download',
    access: 'events.read',
    params: byId.extend({ name: z.string().min(1).max(255) }),
    reply: { file: Object.keys(ATTACHMENT_ENDINGS) },
  },
  details: eventViews.details,
  occurrences: eventViews.occurrences,
  changes: eventViews.changes,
  takeStep: {
    method: 'POST',
    path: '/events/:id/steps',
    summary:
      'Say that one has seen it, is on the way, has looked on the spot, has solved it; whoever saved before does not stand in the way',
    access: 'events.update',
    params: byId,
    body: TakeStep,
    reply: EventDetails,
  },
  followLink: {
    method: 'POST',
    path: '/events/links',
    summary: 'Exchange the token of a message’s link, once, for a key to its one event, or to those that it told of together',
    access: 'open',
    body: FollowLink,
    reply: z.object({ key: z.string(), opened: Linked }),
  },
  linked: {
    method: 'POST',
    path: '/events/links/alarm',
    summary: 'The event of a key; of several without saying which, all',
    access: 'open',
    body: ByLink,
    reply: Linked,
  },
  stepByLink: {
    method: 'POST',
    path: '/events/links/steps',
    summary: 'Take a step with a key, without signing in',
    access: 'open',
    body: StepByLink,
    reply: LinkedAlarm,
  },
  setStatus: eventViews.setStatus,
})
