import { z } from 'zod'
import { EventCategory, EventStatus, Severity } from '../events/kinds.ts'
import { DisplayName, Id, LabelledText, Version } from '../http/fields.ts'
import { ActionConfigurations } from '../events/channels.ts'

/** What a person says of a rule: on its form, in a bulk import, in a rehearsal. */

/**
 * What was filled in for one input of the template; which values it takes, the template says. A SCHEDULER travels as `UtcWeek`
 * (schedule.ts): {timeZone, offset, lines}, times in UTC. The server keeps it as wall times of the zone of the rule's box.
 */
export const RuleInput = z.strictObject({
  id: z.string().min(1).max(40),
  value: z.unknown().meta({
    description:
      'Of a SCHEDULER {timeZone, offset, lines: [{weekdays, intervals}]}, weekdays (0 is Monday; or daysOfWeek, {mon: true}) and times in UTC, offset by how many minutes the sender’s clock is ahead of it',
  }),
})
export type RuleInput = z.infer<typeof RuleInput>

/** What an event of the rule is called, how often it is repeated and who hears of it. */
export const EventConfiguration = z.object({
  title: LabelledText.min(1),
  description: z.string().trim().max(500).default(''),
  category: EventCategory,
  hasRepetitionTime: z.boolean().default(false),
  /** s between two notifications, for lines that have no repetition of their own. */
  repetitionTime: z.int().min(60).max(86_340).multipleOf(60).nullable().default(null),
  actionConfigurations: ActionConfigurations.prefault([{ type: 'MAIL' }]),
})
export type EventConfiguration = z.infer<typeof EventConfiguration>

/** As a form shows it: with what the engine needs to know of the event. */
export const RuleEvent = EventConfiguration.extend({
  severityLevel: Severity,
  /** The status in which it opens; CLOSED: it is only logged. */
  status: EventStatus.default('OPEN'),
  /** s that the rule must stay active before the event opens. */
  ruleDelay: z.int().min(0).max(86_400).default(0),
})
export type RuleEvent = z.infer<typeof RuleEvent>

const RuleEventDraft = RuleEvent.superRefine(({ hasRepetitionTime, repetitionTime }, context) => {
  if (hasRepetitionTime && repetitionTime === null)
    context.addIssue({ code: 'custom', message: 'required', path: ['repetitionTime'] })
})

const fields = {
  displayName: DisplayName,
  rootEntityId: Id,
  /** The part of the entity that the rule is for; its events belong to it. */
  sectorId: Id,
  templateId: Id,
  /** The box that runs it. Left out by global rules alone, which the platform evaluates itself. */
  terminalId: Id.nullable().default(null),
  /** The form offered the interfaces of other sectors, too. */
  showAllInterfaces: z.boolean().default(false),
  inputs: z.array(RuleInput).max(60),
  /** Its events close when no line holds any more. */
  autoClose: z.boolean().default(true),
  /** Of rules that open events. */
  eventConfiguration: RuleEventDraft.nullable().default(null),
} as const

export const RuleDraft = z.strictObject(fields)
export type RuleDraft = z.infer<typeof RuleDraft>
export type RuleDraftInput = z.input<typeof RuleDraft>

const orders = {
  /** Put it in service once it is saved. Of a global rule: whether it is in service. */
  deployRule: z.boolean().default(false),
}
export const NewRule = z.strictObject({ ...fields, ...orders })
export type NewRule = z.infer<typeof NewRule>

export const ChangedRule = z.strictObject({
  ...fields,
  ...orders,
  /** A group is switched as one: a rule whose state changes by itself leaves its groups, once the order is taken. */
  removeFromGroup: z.boolean().default(false),
  version: Version,
})
export type ChangedRule = z.infer<typeof ChangedRule>
