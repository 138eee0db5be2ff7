import { z } from 'zod'
import { Id, Stamp } from '../http/fields.ts'
import { Channel } from '../events/outbox.ts'
import { routes } from '../http/route.ts'
import { RuleDraft, RuleEvent } from './drafts.ts'
import { Value } from '../devices/interfaceShapes.ts'

/**
 * What a rule would have done on the readings as they were: what it would have written to its outputs, which events it would
 * have opened, who would have been told. It never says how the barn would have answered.
 */

export const REHEARSAL_DAYS = [7, 30, 90] as const

/** More than these are counted, not listed. */
export const MOST_REHEARSED_EVENTS = 500
export const MOST_REHEARSED_WRITES = 4000

const RehearsedEvent = z.object({
  openUtc: Stamp,
  /** null: it would be open still. */
  closeUtc: Stamp.nullable(),
  /** How often people would have been told. */
  notifications: z.number().int(),
  /** Whose readings were beyond their limit when it opened. */
  interfaceIds: z.array(Id),
})

const RehearsedOutput = z.object({
  interfaceId: Id,
  /** Written commands that changed something. */
  writes: z.number().int(),
  /**
   * While the rule is in force. Of a switch: s that it would have been on. Of a level: its mean while it is known, in its unit;
   * null: it never is.
   */
  on: z.number().nullable(),
  /** The first of them in the order of time, each from its instant on; before them what it was when the rule came into force, where known. */
  values: z.array(z.object({ atUtc: Stamp, value: Value })).max(MOST_REHEARSED_WRITES),
})

/** What one version would have done. */
export const RehearsedOutcome = z.object({
  /** Since when it is in force, at the start or later; null: a rule by age that begins after the time that was tried. */
  beginUtc: Stamp.nullable(),
  eventCount: z.number().int(),
  /** s for which an event would have been open. */
  openFor: z.number(),
  notificationCount: z.number().int(),
  events: z.array(RehearsedEvent).max(MOST_REHEARSED_EVENTS),
  /** By channel, and person or address; null: people whom the caller does not see. */
  messages: z.array(z.object({ channel: Channel, recipient: z.string().nullable(), count: z.number().int() })),
  outputs: z.array(RehearsedOutput),
  /** Times at which it would have lost a sensor. */
  faultCount: z.number().int(),
})
export type RehearsedOutcome = z.infer<typeof RehearsedOutcome>

export const Rehearsed = z.object({
  fromUtc: Stamp,
  untilUtc: Stamp,
  readings: z.number().int(),
  /** A part of the time is told by averages of five minutes: what was kept of it. */
  approximate: z.boolean(),
  draft: RehearsedOutcome,
  /** The version that is in service; null: none is. */
  deployed: RehearsedOutcome.nullable(),
  /** What there was: the rule's own events, and what its outputs said that they did. */
  real: z.object({
    events: z.array(z.object({ id: Id, openUtc: Stamp, closeUtc: Stamp.nullable() })).max(MOST_REHEARSED_EVENTS),
    outputs: z.array(z.object({ interfaceId: Id, values: z.array(z.object({ atUtc: Stamp, value: Value })) })),
  }),
})
export type Rehearsed = z.infer<typeof Rehearsed>

export const RehearsalMessage = z.discriminatedUnion('type', [
  /** Others are tried first. */
  z.object({ type: z.literal('waiting') }),
  /** From 0 to 1. */
  z.object({ type: z.literal('progress'), done: z.number() }),
  z.object({ type: z.literal('result'), result: Rehearsed }),
])
export type RehearsalMessage = z.infer<typeof RehearsalMessage>

/** What a form holds, as far as a rehearsal needs it: nothing that is only a name. */
const draft = RuleDraft.pick({ rootEntityId: true, templateId: true, terminalId: true, inputs: true, autoClose: true }).extend({
  /** Whose responsibles are told; null: those of the entity. */
  sectorId: Id.nullable().default(null),
  eventConfiguration: RuleEvent.omit({ title: true, description: true, category: true }).partial().nullable().default(null),
})
export type RehearsalDraft = z.input<typeof draft>

export const rehearsal = routes({
  rehearse: {
    method: 'POST',
    path: '/rules/rehearsal',
    summary: 'Try a rule on the last 7, 30 or 90 days (server-sent events); leaving the stream cancels it',
    access: ['rules.read', 'rules.alarms', 'rules.scheduler'],
    body: z.strictObject({
      rule: draft,
      /** The rule that is being changed: its version in service is tried beside the draft. */
      ruleId: Id.nullable().default(null),
      days: z.literal(REHEARSAL_DAYS),
    }),
    reply: { stream: RehearsalMessage },
  },
})
