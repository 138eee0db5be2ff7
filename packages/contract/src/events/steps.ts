import { z } from 'zod'
import { Check } from './checks.ts'
import { EventStatus, Finding } from './kinds.ts'
import { Stamp, Who } from '../http/fields.ts'

/** What people do about an event, in this order: who knows of it, is on the way, has looked on the spot, has mended it. */
export const STEPS = ['SEEN', 'GOING', 'CHECKED', 'SOLVED'] as const

/** Everything that people answer: besides, who looked and found nothing, and who was on the way and cannot come. */
export const ANSWERS = [...STEPS, 'NOTHING_FOUND', 'WITHDRAWN'] as const
export const EventStep = z.enum(ANSWERS)
export type EventStep = z.infer<typeof EventStep>

/** What proves that somebody is there: it settles every promise to come. */
export const ARRIVALS = ['CHECKED', 'NOTHING_FOUND', 'SOLVED'] as const satisfies readonly EventStep[]
export const isArrival = (step: EventStep | null): boolean => (ARRIVALS as readonly (EventStep | null)[]).includes(step)

/** min, offered to whoever says that they are going; any up to the most may be said. */
export const ARRIVES_IN = [10, 20, 30, 45, 60] as const
export const LATEST_ARRIVAL = 240
/** min, what a key pressed in a call promises. */
export const ARRIVES_IN_BY_CALL = 20

/** ms, for which the next alarm of the same kind starts one level higher after somebody found nothing. */
export const NOTHING_FOUND_FOR = 12 * 3_600_000

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
  /** Of GOING: when they will be there; null: they did not say. */
  arrivesAt: Stamp.nullable(),
  /** Of NOTHING_FOUND: what was looked at. */
  checks: z.array(Check),
  /** Of a line that says whether something was found. */
  finding: Finding.nullable(),
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
  arrivesAt: Stamp.nullable(),
})
export type TakenUp = z.infer<typeof TakenUp>

/** Of an event that somebody closed while what it tells of lasts: when it is open again; and has anybody looked on site? */
export const Lasting = z.object({ untilUtc: Stamp, checked: z.boolean() })
