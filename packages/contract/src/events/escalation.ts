import { z } from 'zod'
import type { Severity } from './kinds.ts'
import { byId, ClockTime, Id, Who } from '../http/fields.ts'
import { routes } from '../http/route.ts'

/** s from one step to the next, unless the list says otherwise. */
export const STEP_DELAY = 300
/** s, what a list may say. */
export const STEP_DELAYS = { min: 60, max: 7200 } as const

/** % of the estimated time to danger within which the next step is notified, unless the list says otherwise; and what a list may say. */
export const DANGER_SHARE = 25
export const DANGER_SHARES = { min: 5, max: 90 } as const

/** s that people stay undisturbed after somebody said that they have seen it, are on the way or have looked. */
export const quietAfterStep = (severity: Severity): number => (severity === 'CRITICAL' ? 900 : 3600)

/** Who is told at one step, and how long they have before the next one is told. */
export const EscalationStep = z.strictObject({
  userIds: z.array(Id).max(20).default([]),
  /** Whoever the roster says, too. */
  onDuty: z.boolean().default(false),
  /** s */
  delay: z.int().min(STEP_DELAYS.min).max(STEP_DELAYS.max).default(STEP_DELAY),
  /**
   * % of the time to danger: where an estimate of it exists, the shorter of both waits counts, so none is longer than `delay`. null:
   * `delay` alone.
   */
  dangerShare: z.int().min(DANGER_SHARES.min).max(DANGER_SHARES.max).nullable().default(DANGER_SHARE),
})
export type EscalationStep = z.output<typeof EscalationStep>

/** Somebody's duty each week, by the clock of the place; an end at or before its start lies on the next day. */
export const Shift = z.strictObject({
  /** 0 is Monday. */
  weekdays: z.array(z.int().min(0).max(6)).min(1).max(7),
  from: ClockTime,
  to: ClockTime,
  userId: Id,
})
export type Shift = z.output<typeof Shift>

const Whose = z.object({ id: Id, displayName: z.string() }).nullable()

export const Escalation = z.object({
  /** The entity whose list it is: itself, or the nearest above that has one. null: the people in charge, level by level. */
  stepsOf: Whose,
  steps: z.array(EscalationStep),
  /** Without a list: who is told at each level, the place's own first; only levels where somebody is in charge who may be told. */
  levels: z.array(z.object({ id: Id, displayName: z.string(), people: z.array(Who) })),
  /** The same of the roster. */
  shiftsOf: Whose,
  shifts: z.array(Shift),
  /** Of the place. */
  timeZone: z.string(),
  /** Everybody named in either, as far as the caller sees them; others keep their place without a name. */
  people: z.array(Who),
  /** Now. */
  onDuty: z.array(Who),
  /** Of what the entity itself says; 0: nothing yet. */
  version: z.number().int(),
})
export type Escalation = z.infer<typeof Escalation>

export const Recipients = z.object({
  people: z.array(Who),
  /** How many more there are whom the caller does not see. */
  hidden: z.number().int(),
})
export type Recipients = z.infer<typeof Recipients>

export const escalation = routes({
  of: {
    method: 'GET',
    path: '/entities/:id/escalation',
    summary: 'Who is told when nobody acts, step by step, and who is on duty',
    access: 'entities.read',
    params: byId,
    reply: Escalation,
  },
  recipients: {
    method: 'GET',
    path: '/entities/:id/recipients',
    summary: 'Whom an alarm there notifies first, who is on duty before others',
    access: 'session',
    params: byId,
    reply: Recipients,
  },
  set: {
    method: 'PUT',
    path: '/entities/:id/escalation',
    summary: 'Its own list and roster; an empty one is taken from above',
    access: 'entities.update',
    params: byId,
    body: z
      .strictObject({
        steps: z.array(EscalationStep).max(10).default([]),
        shifts: z.array(Shift).max(60).default([]),
        version: z.number().int().min(0),
      })
      .superRefine(({ steps }, context) => {
        for (const [at, { userIds, onDuty }] of steps.entries())
          if (userIds.length === 0 && !onDuty)
            context.addIssue({ code: 'custom', message: 'required', path: ['steps', at, 'userIds'] })
      }),
    reply: Escalation,
  },
})
