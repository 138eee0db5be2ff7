import { z } from 'zod'
import { Channel } from '../events/channels.ts'
import { Danger } from '../events/danger.ts'
import { DrillResult } from '../events/drills.ts'
import type { EventCategory } from '../events/kinds.ts'
import { EntityRef } from '../entities/entityRef.ts'
import { Day, Id, LabelledText, name, PhoneNumber, Stamp, Who } from '../http/fields.ts'
import { TestIntervals } from './paths.ts'

/** The alarm plan of a place: what people enter, what the platform knows, and what falls due. */

export const PLAN_ROLES = ['ELECTRICIAN', 'VET', 'VENTILATION', 'WATER', 'NEIGHBOUR', 'OTHER'] as const
export const PLAN_CATEGORIES = [
  'CLIMATE',
  'AIR_QUALITY',
  'WATER',
  'FEED',
  'POWER',
  'ANIMAL_HEALTH',
  'SECURITY',
  'TECHNICAL',
] as const satisfies readonly EventCategory[]
export const PlanCategory = z.enum(PLAN_CATEGORIES)

/** Somebody to call who has no account. */
export const PlanContact = z.strictObject({
  planRole: z.enum(PLAN_ROLES),
  displayName: name(2, 80),
  phone: PhoneNumber,
  note: LabelledText.default(''),
})
export type PlanContact = z.output<typeof PlanContact>

export const GENERATOR_FUELS = ['DIESEL', 'PETROL', 'GAS', 'TRACTOR'] as const
export const GENERATOR_STARTS = ['AUTOMATIC', 'MANUAL'] as const
export const PlanGenerator = z.strictObject({
  make: name(1, 80),
  /** kW */
  powerKw: z.number().min(0).max(10_000).nullable().default(null),
  fuelKind: z.enum(GENERATOR_FUELS),
  start: z.enum(GENERATOR_STARTS),
  location: LabelledText.default(''),
  /** Next service. */
  serviceDue: Day.nullable().default(null),
})
export type PlanGenerator = z.output<typeof PlanGenerator>

export const PlanBattery = z.strictObject({
  displayName: name(2, 80),
  location: LabelledText.default(''),
  fitted: Day.nullable().default(null),
  replaceBy: Day.nullable().default(null),
})
export type PlanBattery = z.output<typeof PlanBattery>

/** What people enter. An empty section says nothing: it is inherited from the nearest entity above that fills it. */
export const AlarmPlanContent = z.strictObject({
  contacts: z.array(PlanContact).max(12).default([]),
  instructions: z
    .array(z.strictObject({ planCategory: PlanCategory, text: z.string().trim().min(1).max(600) }))
    .max(PLAN_CATEGORIES.length)
    .default([]),
  generator: PlanGenerator.nullable().default(null),
  /** Where it is, and how it is silenced. */
  siren: LabelledText.default(''),
  batteries: z.array(PlanBattery).max(20).default([]),
  powerMain: LabelledText.default(''),
  waterMain: LabelledText.default(''),
  gasMain: LabelledText.default(''),
  assemblyPoint: LabelledText.default(''),
  testIntervals: TestIntervals.default([]),
})
export type AlarmPlanContent = z.output<typeof AlarmPlanContent>
export const EMPTY_PLAN: AlarmPlanContent = {
  contacts: [],
  instructions: [],
  generator: null,
  siren: '',
  batteries: [],
  powerMain: '',
  waterMain: '',
  gasMain: '',
  assemblyPoint: '',
  testIntervals: [],
}
export const PLAN_SECTIONS = [
  'contacts',
  'instructions',
  'generator',
  'siren',
  'batteries',
  'powerMain',
  'waterMain',
  'gasMain',
  'assemblyPoint',
  'testIntervals',
] as const satisfies readonly (keyof AlarmPlanContent)[]
export const PlanSection = z.enum(PLAN_SECTIONS)
export type PlanSection = z.infer<typeof PlanSection>

/** Days before a date from which it is announced. */
export const DUE_SOON_DAYS = 14
export const DUE_STATES = ['SOON', 'OVERDUE'] as const
export const DueState = z.enum(DUE_STATES)
export type DueState = z.infer<typeof DueState>

/** A date of the plan that people must act on. */
export const PlanDue = z.object({
  kind: z.enum(['GENERATOR_SERVICE', 'BATTERY']),
  /** The generator's make, or what the battery is of. */
  name: z.string(),
  day: Day,
  state: DueState,
})
export type PlanDue = z.infer<typeof PlanDue>

export const PlanPerson = Who.extend({
  /** null: there is none, or the caller may not see it. */
  phone: z.string().nullable(),
  /** Channels of the platform that are open and that the person wants; empty: unknown to the caller. */
  channels: z.array(Channel),
})
export type PlanPerson = z.infer<typeof PlanPerson>

export const PlanStep = z.object({
  people: z.array(PlanPerson),
  /** Whoever the roster says, too. */
  onDuty: z.boolean(),
  /** People whom the caller does not see. */
  hidden: z.number().int(),
  /** s until the next step. */
  delay: z.number().int(),
  /** % of the time to danger that the wait takes at most; null: `delay` alone. */
  dangerShare: z.number().int().nullable(),
})
export type PlanStep = z.infer<typeof PlanStep>

export const PlanBox = z.object({
  id: Id,
  displayName: z.string(),
  isConnected: z.boolean(),
  lastCommunicationUtc: Stamp.nullable(),
  /** By an interface of the category: true means present or running; null: there is none, or it has no value. */
  isMainsPresent: z.boolean().nullable(),
  isGeneratorRunning: z.boolean().nullable(),
})
export type PlanBox = z.infer<typeof PlanBox>

export const AlarmPlan = z.object({
  entity: EntityRef,
  /** The farm around it; null: it stands above farms. */
  farmName: z.string().nullable(),
  timeZone: z.string(),
  own: AlarmPlanContent,
  /** In force here: of each section what the entity says itself, else the nearest above. */
  content: AlarmPlanContent,
  /** Sections that come from above, and from where. */
  inherited: z.array(z.object({ section: PlanSection, from: z.string() })),
  steps: z.array(PlanStep),
  /** Whose list it is; null: the people in charge, level by level. */
  stepsOf: z.string().nullable(),
  onDuty: z.array(PlanPerson),
  /** Estimate now; null: there is none. */
  danger: Danger.nullable(),
  /** Categories of the alarms that are in service here. */
  categories: z.array(PlanCategory),
  boxes: z.array(PlanBox),
  lastDrill: z.object({ id: Id, result: DrillResult, startedUtc: Stamp }).nullable(),
  due: z.array(PlanDue),
  /** Of what the entity itself says; 0: nothing yet. */
  version: z.number().int(),
})
export type AlarmPlan = z.infer<typeof AlarmPlan>
