import { z } from 'zod'
import { Check } from './checks.ts'
import { EventCategory, EventCause, EventStatus, Finding, Severity } from './kinds.ts'
import { EventChange, Lasting, TakenUp } from './steps.ts'
import { Id, Stamp } from '../http/fields.ts'
import { LANGUAGES } from '../users/languages.ts'
import { NOTATION_CHOICE } from '../users/notation.ts'

/** The token behind the # of a link, and the key that it is exchanged for. */
const Token = z.string().regex(/^[\w-]{20,80}\.[1-9]\d{0,17}$/, 'code')
export const FollowLink = z.strictObject({ token: Token })
const Key = z.string().regex(/^[\w-]{43}$/, 'code')
/** `eventId`: which, of several that its message told of together. */
export const ByLink = z.strictObject({ key: Key, eventId: Id.optional() })

/** Who a link speaks for, and how they read. */
const reading = { reader: z.string(), language: z.enum(LANGUAGES), ...NOTATION_CHOICE, timeZone: z.string() }

/** An alarm as somebody sees it who followed a link, without signing in: this one event, nothing else. */
export const LinkedAlarm = z.object({
  eventId: Id,
  title: z.string(),
  severityLevel: Severity,
  status: EventStatus,
  cause: EventCause,
  finding: Finding.nullable(),
  /** Whether it may be said: of what a rule or the platform opened. */
  mayFind: z.boolean(),
  place: z.string(),
  openDate: Stamp,
  closeDate: Stamp.nullable(),
  /** What is the matter, in sentences of the reader's language. */
  lines: z.array(z.string()),
  changes: z.array(
    EventChange.pick({
      status: true,
      notes: true,
      name: true,
      step: true,
      note: true,
      date: true,
      arrivesAt: true,
      checks: true,
      finding: true,
    }),
  ),
  lasting: Lasting.nullable(),
  /** It is open, and what it tells of still is so. */
  lasts: z.boolean(),
  /** Whether its reader may close it: somebody without an account may not. */
  maySolve: z.boolean(),
  /** What to look at before "nothing found". */
  checklist: z.array(Check),
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
