import { z } from 'zod'
import { EntityRef } from './entities.ts'
import { Audited, byId, Id, Instant, many, Stamp, Version, Who } from './fields.ts'
import { Value } from './interfaces.ts'
import { paging } from './paging.ts'
import { routes } from './route.ts'

export const SEVERITIES = ['LOW', 'MODERATE', 'MAJOR', 'CRITICAL'] as const
export const Severity = z.enum(SEVERITIES)
export type Severity = z.infer<typeof Severity>
export const EVENT_STATUSES = ['OPEN', 'PENDING', 'CLOSED'] as const
export const EventStatus = z.enum(EVENT_STATUSES)
export type EventStatus = z.infer<typeof EventStatus>
export const EVENT_ORIGINS = ['MANUAL', 'AUTOMATIC'] as const
export const EventOrigin = z.enum(EVENT_ORIGINS)
export const EVENT_CATEGORIES = [
  'CLIMATE',
  'AIR_QUALITY',
  'WATER',
  'FEED',
  'POWER',
  'ANIMAL_HEALTH',
  'SECURITY',
  'TECHNICAL',
  'NOTIFICATION',
  'HELPDESK',
  'HELPDESK_MALFUNCTIONS',
  'HELPDESK_DEVELOPMENT',
  'HELPDESK_SYSTEM',
] as const
export const EventCategory = z.enum(EVENT_CATEGORIES)
export type EventCategory = z.infer<typeof EventCategory>

/** The presets of an event list, in hours; sent as a UTC fromDate. */
export const LAST_TIMES = { ONE: 1, SIX: 6, TWELVE: 12, TWENTYFOUR: 24, WEEK: 168, MONTH: 720 } as const
export const LastTime = z.enum(['ONE', 'SIX', 'TWELVE', 'TWENTYFOUR', 'WEEK', 'MONTH'])

export const Event = z.object({
  id: Id,
  title: z.string(),
  severityLevel: Severity,
  status: EventStatus,
  category: EventCategory,
  origin: EventOrigin,
  entity: EntityRef,
  ruleId: Id.nullable(),
  ruleName: z.string().nullable(),
  openDate: Stamp,
  closeDate: Stamp.nullable(),
  createdBy: Who.nullable(),
  closedBy: Who.nullable(),
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

export const EventDetails = Event.extend({
  description: z.string(),
  additionalNotes: z.string(),
  causes: z.array(Cause),
  /** The last change of each device there in the hour before, the newest first. */
  recentActuations: z.array(Actuation),
  terminal: z.object({ id: Id, displayName: z.string() }).nullable(),
}).extend(Audited.shape)
export type EventDetails = z.infer<typeof EventDetails>

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
  enterpriseId: Id.optional(),
  status: many(EventStatus).optional(),
  severityLevel: many(Severity).optional(),
  category: many(EventCategory).optional(),
  origin: EventOrigin.optional(),
  ruleId: Id.optional(),
  fromDate: Instant.optional(),
  toDate: Instant.optional(),
  lastTime: LastTime.optional(),
  closeDateFrom: Instant.optional(),
  closeDateTo: Instant.optional(),
}

export const events = routes({
  search: {
    method: 'GET',
    path: '/events/search',
    summary: 'Events, paged; a preset lastTime becomes fromDate and drops toDate',
    access: 'events.read',
    query: eventPages.query.extend(eventFilters),
    reply: eventPages.of(Event),
  },
  openCount: {
    method: 'GET',
    path: '/events/count/open',
    summary: 'Events that are not solved, OPEN or PENDING, by severity: the bell',
    access: 'events.read',
    reply: z.object({ LOW: z.number(), MODERATE: z.number(), MAJOR: z.number(), CRITICAL: z.number(), total: z.number() }),
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
    reply: z.array(z.object({ status: EventStatus, notes: z.string(), user: Who.nullable(), date: Stamp })),
  },
  setStatus: {
    method: 'PUT',
    path: '/events/:id/status',
    summary: 'Acknowledge, reopen or close by hand',
    access: 'events.update',
    params: byId,
    body: z.strictObject({ status: EventStatus, notes: z.string().trim().max(1000).default(''), version: Version }),
    reply: EventDetails,
  },
})
