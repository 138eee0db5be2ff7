import { z } from 'zod'
import { Attachment } from '../attachments.ts'
import { BatchDay, BatchRef } from '../production/batchRef.ts'
import { EntityRef } from '../entities/entityRef.ts'
import { Danger } from './danger.ts'
import { EventCategory, EventCause, EventOrigin, EventStatus, Finding, Severity } from './kinds.ts'
import { EventChange, Lasting, TakenUp } from './steps.ts'
import { Audited, byId, flag, Id, Instant, many, Stamp, Version, Who } from '../http/fields.ts'
import { Value } from '../devices/interfaceShapes.ts'
import { paging } from '../http/paging.ts'
import { routes } from '../http/route.ts'

/** The presets of an event list, in hours; sent as a UTC fromDate. */
export const LAST_TIMES = { ONE: 1, SIX: 6, TWELVE: 12, TWENTYFOUR: 24, WEEK: 168, MONTH: 720 } as const
export const LastTime = z.enum(['ONE', 'SIX', 'TWELVE', 'TWENTYFOUR', 'WEEK', 'MONTH'])

export const Event = z.object({
  id: Id,
  title: z.string(),
  severityLevel: Severity,
  status: EventStatus,
  category: EventCategory,
  cause: EventCause,
  /** Of an alarm: whether something was found; null: nobody said. */
  finding: Finding.nullable(),
  origin: EventOrigin,
  entity: EntityRef,
  /** Whose animals it concerned, for whoever may see batches. */
  batch: BatchRef.nullable(),
  ruleId: Id.nullable(),
  ruleName: z.string().nullable(),
  openDate: Stamp,
  closeDate: Stamp.nullable(),
  createdBy: Who.nullable(),
  closedBy: Who.nullable(),
  /** Of one that is in progress: who is on it. */
  takenUp: TakenUp.nullable(),
  lasting: Lasting.nullable(),
  latestOccurrenceTimestampUtc: Stamp.nullable(),
  /** How often people were told. */
  notificationCounter: z.number().int(),
  /** Found afterwards, in readings that came late. */
  past: z.boolean(),
  version: z.number().int(),
})
export type Event = z.infer<typeof Event>

/** The frozen card of an occurrence: which readings against which limits, since when, by which version of the rule. */
export const Cause = z.object({
  interfaceId: Id,
  interfaceName: z.string(),
  /** Where it stands; left out on cards of old. */
  place: z.string().optional(),
  category: z.string(),
  operator: z.string(),
  threshold: Value,
  /** What was compared: the reading itself, what a counter grew in an hour, or a difference from a command or a reference. */
  value: Value,
  reading: Value,
  /** The unit of the reading then; null: none; left out on cards of old. */
  unit: z.string().nullable().optional(),
  /** What was compared is the distance from the animals' curve or the silo's capacity, or with `percent` the share of it. */
  relativeTo: z.enum(['CURVE', 'CAPACITY']).optional(),
  percent: z.boolean().optional(),
  /** When the condition began to hold, and how long it had to (s). */
  sinceUtc: Stamp,
  permanence: z.number(),
  ruleVersion: z.number().int(),
})
export type Cause = z.infer<typeof Cause>

/** Something that was switched shortly before an event opened, as it was then. */
export const Actuation = z.object({
  interfaceId: Id,
  interfaceName: z.string(),
  category: z.string(),
  unit: z.string().nullable(),
  value: Value,
  atUtc: Stamp,
  /** The person whose command it was; null: a rule's, or a hand on the device. */
  by: z.string().nullable(),
})
export type Actuation = z.infer<typeof Actuation>

/** A file of an event; its content comes by its name, as a download. */
export const EventDetails = Event.extend({
  /** Somebody said of which batch it is, or that it is none's; else it is of the one that was there then. */
  batchSaid: z.boolean(),
  /** When it opened in the life of `batch`. */
  batchDay: BatchDay.nullable(),
  description: z.string(),
  additionalNotes: z.string(),
  /** Somebody had found nothing within 12 h before it opened: it started one level higher. */
  nothingFoundAt: Stamp.nullable(),
  causes: z.array(Cause),
  /** The last change of each device there in the hour before, the newest first. */
  recentActuations: z.array(Actuation),
  terminal: z.object({ id: Id, displayName: z.string() }).nullable(),
  /** As far as the platform can know, what it tells of still is so. */
  lasts: z.boolean(),
  /** How long the animals have, computed with this answer; null: no estimate, or nothing endangers them soon. */
  danger: Danger.nullable(),
  attachments: z.array(Attachment),
}).extend(Audited.shape)
export type EventDetails = z.infer<typeof EventDetails>

/** Who is told next while nobody acts, and when. */
export const NextTold = z.object({
  atUtc: Stamp,
  people: z.array(Who),
  /** How many addresses and numbers of nobody with an account. */
  contacts: z.number().int(),
})
export type NextTold = z.infer<typeof NextTold>

export const eventPages = paging({
  sorts: ['openDate', 'closeDate', 'title', 'severityLevel', 'status', 'id'],
  sort: 'openDate',
  direction: 'DESC',
})
export const occurrencePages = paging({
  sorts: ['occurrenceTimestampUtc'],
  sort: 'occurrenceTimestampUtc',
  direction: 'DESC',
  size: 5,
})

export const eventFilters = {
  title: z.string().trim().max(150).optional(),
  entity: Id.optional(),
  /** At or below any of these. */
  entities: many(Id).optional(),
  enterpriseId: Id.optional(),
  batchId: Id.optional(),
  status: many(EventStatus).optional(),
  severityLevel: many(Severity).optional(),
  category: many(EventCategory).optional(),
  /** true: tickets alone, false: no tickets; left out: both, as far as the caller may see them. */
  helpdesk: flag.optional(),
  cause: many(EventCause).optional(),
  finding: many(Finding).optional(),
  origin: EventOrigin.optional(),
  /** Who made it, closed it, or was told of it. */
  user: Id.optional(),
  /** A part of an address or number that was told of it. */
  contact: z.string().trim().max(254).optional(),
  ruleId: Id.optional(),
  fromDate: Instant.optional(),
  toDate: Instant.optional(),
  lastTime: LastTime.optional(),
  closeDateFrom: Instant.optional(),
  closeDateTo: Instant.optional(),
}

/** What screens that are not about events ask of them, too. */
export const eventViews = routes({
  search: {
    method: 'GET',
    path: '/events/search',
    summary:
      'Events, paged; a preset lastTime becomes fromDate and drops toDate, and withNotClosed adds what is not closed, whenever it opened',
    access: 'events.read',
    query: eventPages.query.extend(eventFilters).extend({
      withNotClosed: flag.optional(),
      /** With `toDate`: those that were open at any time of a range, whenever they opened. */
      notClosedBefore: Instant.optional(),
    }),
    reply: eventPages.of(Event),
  },
  details: { method: 'GET', path: '/events/:id', summary: 'One event', access: 'events.read', params: byId, reply: EventDetails },
  occurrences: {
    method: 'GET',
    path: '/events/:id/occurrences/search',
    summary: 'Its occurrences, paged',
    access: 'events.read',
    params: byId,
    query: occurrencePages.query,
    reply: occurrencePages.of(
      z.object({
        occurrenceTimestampUtc: Stamp,
        cause: Cause.nullable(),
        actions: z.object({ MAIL: z.number(), SMS: z.number(), VOICE: z.number(), WHATSAPP: z.number() }),
      }),
    ),
  },
  changes: {
    method: 'GET',
    path: '/events/:id/changes',
    summary: 'Its history of changes, newest first',
    access: 'events.read',
    params: byId,
    reply: z.array(EventChange),
  },
  setStatus: {
    method: 'PUT',
    path: '/events/:id/status',
    summary: 'Acknowledge, reopen or close by hand; not one that is only a notification, which is answered by steps',
    access: 'events.update',
    params: byId,
    body: z.strictObject({ status: EventStatus, notes: z.string().trim().max(1000).default(''), version: Version }),
    reply: EventDetails,
  },
})
