import { z } from 'zod'
import { Channel } from './channels.ts'
import { EntityRef } from '../entities/entityRef.ts'
import { byId, ClockTime, Id, Instant, Stamp } from '../http/fields.ts'
import { LANGUAGES } from '../users/languages.ts'
import { NOTATION_CHOICE } from '../users/notation.ts'
import { SENDING_STATES, WITHHELD_FOR } from './outbox.ts'
import { paging } from '../http/paging.ts'
import { routes } from '../http/route.ts'

/** Alarm drills: box → platform → outbox → provider → phone → person, with a record that can be shown. */

/** ms that people have to confirm. */
export const DRILL_WITHIN = 30 * 60_000

export const DRILL_RESULTS = ['RUNNING', 'PASSED', 'FAILED'] as const
export const DrillResult = z.enum(DRILL_RESULTS)
export type DrillResult = z.infer<typeof DrillResult>

/** The first stage that failed, in the order of the way. */
export const DRILL_STAGES = [
  'NO_BOX',
  'NOBODY',
  'NOT_CONNECTED',
  'NO_FEATURE',
  'NO_ANSWER',
  'NOT_DELIVERED',
  'NOT_CONFIRMED',
] as const
export const DrillStage = z.enum(DRILL_STAGES)
export type DrillStage = z.infer<typeof DrillStage>

/** Every week, by the clock of the place. */
export const DrillPlan = z.strictObject({
  isOn: z.boolean(),
  /** 0 is Monday. */
  weekday: z.int().min(0).max(6),
  at: ClockTime,
})
export type DrillPlan = z.output<typeof DrillPlan>

/** Where nobody said anything: Tuesdays at ten, when people are about and the work of the morning is done. */
export const PLAN_BY_DEFAULT: DrillPlan = { isOn: true, weekday: 1, at: '10:00' }

export const PlanOf = z.object({
  plan: DrillPlan,
  /** What the entity itself says; null: nothing, it is taken from above. */
  own: DrillPlan.nullable(),
  /** Whose plan it is: itself, or the nearest above that has one; null: the platform's. */
  planOf: z.object({ id: Id, displayName: z.string() }).nullable(),
  timeZone: z.string(),
  /** null: it is off. */
  nextUtc: Stamp.nullable(),
  /** Of what the entity itself says; 0: nothing yet. */
  version: z.number().int(),
})
export type PlanOf = z.infer<typeof PlanOf>

export const Drill = z.object({
  id: Id,
  /** The house. */
  entity: EntityRef,
  /** As they were called that day; no box: the house had none. */
  farmName: z.string(),
  houseName: z.string(),
  boxName: z.string().nullable(),
  terminalId: Id.nullable(),
  result: DrillResult,
  stage: DrillStage.nullable(),
  /** What the box said, in a word of the protocol. */
  reason: z.string().nullable(),
  /** null: somebody began it by hand. */
  plannedUtc: Stamp.nullable(),
  /** Who began it. */
  by: z.string(),
  startedUtc: Stamp,
  endedUtc: Stamp.nullable(),
  /** People who were told, and those who confirmed. */
  told: z.number().int(),
  confirmed: z.number().int(),
  /** Of the house, that day. */
  timeZone: z.string(),
})
export type Drill = z.infer<typeof Drill>

/** One message to one person. */
export const DrillMessage = z.object({
  notificationId: Id,
  name: z.string(),
  channel: Channel,
  state: z.enum(SENDING_STATES),
  withheldFor: z.enum(WITHHELD_FOR).nullable(),
  lastError: z.string().nullable(),
  sentUtc: Stamp.nullable(),
  confirmedUtc: Stamp.nullable(),
})
export type DrillMessage = z.infer<typeof DrillMessage>

export const DrillDetails = Drill.extend({
  plan: DrillPlan,
  /** When the box answered the order, when its doing was stored, and when that was by its own clock. */
  answeredUtc: Stamp.nullable(),
  receivedUtc: Stamp.nullable(),
  boxUtc: Stamp.nullable(),
  toldUtc: Stamp.nullable(),
  messages: z.array(DrillMessage),
})
export type DrillDetails = z.infer<typeof DrillDetails>

/** What would happen now. */
export const DrillPreview = z.object({
  houses: z.array(
    z.object({
      entity: EntityRef,
      boxName: z.string().nullable(),
      /** Why it would fail at once; null: it would begin. */
      stage: DrillStage.nullable(),
      /** One is under way. */
      isRunning: z.boolean(),
      people: z.array(z.object({ name: z.string(), channels: z.array(Channel) })),
    }),
  ),
})
export type DrillPreview = z.infer<typeof DrillPreview>

/** The part behind the # of a drill's link. */
const Token = z.string().regex(/^[\w-]{20,80}\.[1-9]\d{0,17}$/, 'code')
export const DrillToken = z.strictObject({ token: Token })

/** A drill as somebody sees it who followed a link, without signing in. */
export const LinkedDrill = z.object({
  farmName: z.string(),
  houseName: z.string(),
  startedUtc: Stamp,
  result: DrillResult,
  confirmedUtc: Stamp.nullable(),
  /** The time to confirm is over. */
  isOver: z.boolean(),
  /** Who the link speaks for. */
  reader: z.string(),
  language: z.enum(LANGUAGES),
  ...NOTATION_CHOICE,
  timeZone: z.string(),
})
export type LinkedDrill = z.infer<typeof LinkedDrill>

export const drillPages = paging({ sorts: ['startedUtc', 'id'], sort: 'startedUtc', direction: 'DESC' })

export const drills = routes({
  search: {
    method: 'GET',
    path: '/drills/search',
    summary: 'Alarm drills and what became of them',
    access: 'events.read',
    query: drillPages.query.extend({
      /** With all below it. */
      entityId: Id.optional(),
      result: DrillResult.optional(),
      fromDate: Instant.optional(),
      toDate: Instant.optional(),
    }),
    reply: drillPages.of(Drill),
  },
  details: {
    method: 'GET',
    path: '/drills/:id',
    summary: 'One of them: each stage, each person',
    access: 'events.read',
    params: byId,
    reply: DrillDetails,
  },
  plan: {
    method: 'GET',
    path: '/entities/:id/drill-plan',
    summary: 'When the houses there are drilled',
    access: 'entities.read',
    params: byId,
    reply: PlanOf,
  },
  setPlan: {
    method: 'PUT',
    path: '/entities/:id/drill-plan',
    summary: 'Its own plan, for all below it that have none; null takes it from above',
    access: 'entities.update',
    params: byId,
    body: z.strictObject({ plan: DrillPlan.nullable(), version: z.number().int().min(0) }),
    reply: PlanOf,
  },
  preview: {
    method: 'GET',
    path: '/entities/:id/drill',
    summary: 'What a drill there would do now: which boxes, whom they would call',
    access: 'entities.update',
    params: byId,
    reply: DrillPreview,
  },
  start: {
    method: 'POST',
    path: '/entities/:id/drill',
    summary: 'Drills a house, or all houses of a farm that have a box; those under way go on',
    access: 'entities.update',
    params: byId,
    reply: z.object({ ids: z.array(Id) }),
  },
  linked: {
    method: 'POST',
    path: '/drills/link',
    summary: 'What the link of a message is of; confirms nothing',
    access: 'open',
    body: DrillToken,
    reply: LinkedDrill,
  },
  confirm: {
    method: 'POST',
    path: '/drills/link/confirm',
    summary: 'Whoever got the message says so',
    access: 'open',
    body: DrillToken,
    reply: LinkedDrill,
  },
})
