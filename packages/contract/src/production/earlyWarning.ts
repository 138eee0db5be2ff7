import { z } from 'zod'
import { EntityRef } from '../entities/entityRef.ts'
import { byId, flag, Id, Stamp, Who } from '../http/fields.ts'
import { paging } from '../http/paging.ts'
import { routes } from '../http/route.ts'
import { BatchRef } from './batchRef.ts'

export const WARNING_KINDS = ['WATER', 'FEED'] as const
export const WarningKind = z.enum(WARNING_KINDS)
export type WarningKind = z.infer<typeof WarningKind>

/** Answers to "did you find something?". */
export const WARNING_ANSWERS = ['YES', 'NO', 'UNKNOWN'] as const
export const WarningAnswer = z.enum(WARNING_ANSWERS)
export type WarningAnswer = z.infer<typeof WarningAnswer>

/** A warning: more or less was used than the batch itself usually uses. */
export const EarlyWarning = z.object({
  eventId: Id,
  kind: WarningKind,
  direction: z.enum(['HIGH', 'LOW']),
  /** |deviation| / limit at the opening: 1 and more warns. */
  score: z.number(),
  /** % */
  deviation: z.number(),
  openedAt: Stamp,
  /** Back within the band; null: not yet. */
  endedAt: Stamp.nullable(),
  /** The one that was given, else whether the review of the closed event found something. */
  answer: WarningAnswer.nullable(),
  /** What was found. */
  finding: z.string(),
  /** Null: no answer was given to the warning itself. */
  answeredAt: Stamp.nullable(),
  answeredBy: Who.nullable(),
})
export type EarlyWarning = z.infer<typeof EarlyWarning>

/** Warnings of one kind in the last 90 days. */
export const WarningScore = z.object({
  warnings: z.number().int(),
  /** Answered with YES, and with NO. */
  right: z.number().int(),
  wrong: z.number().int(),
})
export type WarningScore = z.infer<typeof WarningScore>

const WarningScores = z.object({ water: WarningScore, feed: WarningScore })

/** A house, what its warnings were worth, and how far its open batch is from its habit now. */
export const WatchedHouse = z.object({
  entity: EntityRef,
  enabled: z.boolean(),
  batch: BatchRef.nullable(),
  /** Whether the curve of the batch says what its animals eat: without it nothing is expected. */
  hasExpectation: z.boolean(),
  /** %; null: not judged yet. */
  deviation: z.object({ water: z.number().nullable(), feed: z.number().nullable() }),
  scores: WarningScores,
})
export type WatchedHouse = z.infer<typeof WatchedHouse>

/** Days that the scores count. */
export const SCORE_DAYS = 90

export const watchedHousePages = paging({ sorts: ['name', 'id'], sort: 'name', direction: 'ASC' })

export const earlyWarning = routes({
  houses: {
    method: 'GET',
    path: '/earlyWarnings/houses',
    summary: 'Houses with an open batch or with warnings of the last 90 days, paged: their scores, and whether they are watched',
    access: 'batches.read',
    query: watchedHousePages.query.extend({
      /** At or below it. */
      entityId: Id.optional(),
      enabled: flag.optional(),
    }),
    reply: watchedHousePages.of(WatchedHouse),
  },
  setHouse: {
    method: 'PUT',
    path: '/earlyWarnings/houses/:id',
    summary: 'Watch the batches of a house, or watch them no longer; an open warning ends then',
    access: 'batches.update',
    params: byId,
    body: z.strictObject({ enabled: z.boolean() }),
    reply: z.object({ entity: EntityRef, enabled: z.boolean() }),
  },
  ofEvent: {
    method: 'GET',
    path: '/earlyWarnings/events/:id',
    summary: 'The warning of an event; null: it is of no warning',
    access: 'events.read',
    params: byId,
    reply: z.object({ warning: EarlyWarning.nullable() }),
  },
  answer: {
    method: 'PUT',
    path: '/earlyWarnings/events/:id/answer',
    summary: 'Answer "did you find something?"; an answer may be changed. After NO the present use is the habit',
    access: 'events.update',
    params: byId,
    body: z.strictObject({ answer: WarningAnswer, finding: z.string().trim().max(500).default('') }),
    reply: EarlyWarning,
  },
})
