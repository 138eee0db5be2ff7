import { z } from 'zod'
import { byId, Id, Stamp, Version, whole, Who } from '../http/fields.ts'
import { paging } from '../http/paging.ts'
import { routes } from '../http/route.ts'
import { RuleEvent, RuleInput } from './drafts.ts'
import { SavedRule } from './rules.ts'

/** What a rule was, version by version, and what each box has run of it and when. */

/** A time in which a box, or the platform itself, ran one version. */
export const RuleRun = z.object({
  rule: z.object({ id: Id, displayName: z.string() }),
  ruleVersion: z.number().int(),
  /** null: the platform. */
  terminal: z.object({ id: Id, displayName: z.string() }).nullable(),
  fromUtc: Stamp,
  /** null: it runs. */
  untilUtc: Stamp.nullable(),
})
export type RuleRun = z.infer<typeof RuleRun>

export const RuleVersion = z.object({
  ruleVersion: z.number().int(),
  displayName: z.string(),
  inputs: z.array(RuleInput),
  eventConfiguration: RuleEvent.nullable(),
  autoClose: z.boolean(),
  savedBy: Who.nullable(),
  savedUtc: Stamp,
  /** The version that it repeats. */
  returnedTo: z.number().int().nullable(),
  /** When it was last seen to run: null: never. */
  lastRun: RuleRun.omit({ rule: true, ruleVersion: true }).nullable(),
})
export type RuleVersion = z.infer<typeof RuleVersion>

export const versionPages = paging({ sorts: ['ruleVersion'], sort: 'ruleVersion', direction: 'DESC' })
export const runPages = paging({ sorts: ['fromUtc'], sort: 'fromUtc', direction: 'DESC' })

const kinds = ['rules.read', 'rules.alarms', 'rules.scheduler'] as const

export const ledger = routes({
  search: {
    method: 'GET',
    path: '/rules/:id/versions',
    summary: 'The versions of a rule, paged, the last first',
    access: kinds,
    params: byId,
    query: versionPages.query,
    reply: versionPages.of(RuleVersion),
  },
  runs: {
    method: 'GET',
    path: '/rules/runs',
    summary: 'What ran when, paged: of one rule, of one box, or of all within reach',
    access: kinds,
    query: runPages.query.extend({ ruleId: Id.optional(), terminalId: Id.optional() }),
    reply: runPages.of(RuleRun),
  },
  return: {
    method: 'POST',
    path: '/rules/:id/versions/:ruleVersion/return',
    summary: 'Make an earlier version the present one, as a new version, and deploy it if that is wanted',
    access: 'rules.update',
    params: byId.extend({ ruleVersion: whole(1, 1_000_000) }),
    body: z.strictObject({ deployRule: z.boolean().default(false), version: Version }),
    reply: SavedRule,
    refusals: ['CANNOT_CHANGE_A_PENDING_RULE', 'CANNOT_CHANGE_A_SYSTEM_RULE'],
  },
})
