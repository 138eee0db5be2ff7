import { z } from 'zod'
import { EventCategory, EventCause, EventStatus, Severity } from './event-kinds.ts'
import { Id, Stamp, Who } from './fields.ts'
import { LANGUAGES } from './languages.ts'
import { NOTATION_CHOICE } from './notation.ts'

/** What people do about an event, in this order: who knows of it, is on the way, has looked on the spot, has mended it. */
export const STEPS = ['SEEN', 'GOING', 'CHECKED', 'SOLVED'] as const
export const EventStep = z.enum(STEPS)
export type EventStep = z.infer<typeof EventStep>

/** How a step was told: on a screen after signing in, by the link of a message, by a key in a call. */
export const STEP_WAYS = ['SCREEN', 'LINK', 'CALL'] as const

/** How an event stands once a step was taken: acknowledged is not solved. */
export const statusAfter = (step: EventStep): EventStatus => (step === 'SOLVED' ? 'CLOSED' : 'PENDING')

/** A line of an event's history. */
export const EventChange = z.object({
  status: EventStatus,
  notes: z.string(),
  user: Who.nullable(),
  /** Of somebody without an account: the address or number that was told. */
  name: z.string().nullable(),
  step: EventStep.nullable(),
  via: z.enum(STEP_WAYS).nullable(),
  date: Stamp,
  /** Written down while nothing was set: it takes nothing up. */
  note: z.boolean(),
})
export type EventChange = z.infer<typeof EventChange>

/** Who took an event up last, how far they are, and what they noted. */
export const TakenUp = z.object({
  name: z.string(),
  /** null: it is in progress, they said no more. */
  step: EventStep.nullable(),
  date: Stamp,
  notes: z.string(),
})
export type TakenUp = z.infer<typeof TakenUp>

export const TakeStep = z.strictObject({
  /** null: a note alone, which sets nothing. */
  step: EventStep.nullable(),
  notes: z.string().trim().max(1000).default(''),
})

/** Of an event that somebody closed while what it tells of lasts: when it is open again; and has anybody looked on site? */
export const Lasting = z.object({ untilUtc: Stamp, checked: z.boolean() })

/** The token behind the # of a link, and the key that it is exchanged for. */
const Token = z.string().regex(/^[\w-]{20,80}\.[1-9]\d{0,17}$/, 'code')
export const FollowLink = z.strictObject({ token: Token })
const Key = z.string().regex(/^[\w-]{43}$/, 'code')
/** `eventId`: which, of several that its message told of together. */
export const ByLink = z.strictObject({ key: Key, eventId: Id.optional() })
export const StepByLink = ByLink.extend(TakeStep.shape)

/** Who a link speaks for, and how they read. */
const reading = { reader: z.string(), language: z.enum(LANGUAGES), ...NOTATION_CHOICE, timeZone: z.string() }

/** An alarm as somebody sees it who followed a link, without signing in: this one event, nothing else. */
export const LinkedAlarm = z.object({
  eventId: Id,
  title: z.string(),
  severityLevel: Severity,
  status: EventStatus,
  cause: EventCause,
  place: z.string(),
  openDate: Stamp,
  closeDate: Stamp.nullable(),
  /** What is the matter, in sentences of the reader's language. */
  lines: z.array(z.string()),
  changes: z.array(EventChange.pick({ status: true, notes: true, name: true, step: true, note: true, date: true })),
  lasting: Lasting.nullable(),
  /** It is open, and what it tells of still is so. */
  lasts: z.boolean(),
  /** Whether its reader may close it: somebody without an account may not. */
  maySolve: z.boolean(),
  ...reading,
})
export type LinkedAlarm = z.infer<typeof LinkedAlarm>

/** Alarms that one message told of together, what needs somebody first, the gravest first. */
export const LinkedAlarms = z.object({
  alarms: z.array(
    z.object({
      eventId: Id,
      title: z.string(),
      severityLevel: Severity,
      status: EventStatus,
      category: EventCategory,
      place: z.string(),
      openDate: Stamp,
      takenUp: TakenUp.nullable(),
    }),
  ),
  /** How many of them there are, those left out included. */
  count: z.number().int(),
  ...reading,
})
export type LinkedAlarms = z.infer<typeof LinkedAlarms>

/** What a link opens: its one alarm, or several. */
export const Linked = z.union([LinkedAlarm, LinkedAlarms])
export type Linked = z.infer<typeof Linked>
