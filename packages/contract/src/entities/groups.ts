import { z } from 'zod'
import { EntityRef } from './entities.ts'
import { byId, DisplayName, Done, Id, many, Stamp, Version } from '../http/fields.ts'
import { RuleCounts } from '../devices/interfaceShapes.ts'
import { paging } from '../http/paging.ts'
import { routes } from '../http/route.ts'

/** Rules that are switched together: a summer set, the night lights of a farm. */
export const RuleGroup = z.object({
  id: Id,
  displayName: z.string(),
  entity: EntityRef,
  rules: z.number().int(),
  counts: RuleCounts,
  lastUpdateTimestampUtc: Stamp,
  version: z.number().int(),
})
export type RuleGroup = z.infer<typeof RuleGroup>

export const groupPages = paging({
  sorts: ['displayName', 'lastUpdateTimestampUtc', 'id'],
  sort: 'displayName',
  direction: 'ASC',
})

/** The most rules of a group. */
export const MOST_MEMBERS = 500
const members = z.array(Id).max(MOST_MEMBERS)

export const groups = routes({
  search: {
    method: 'GET',
    path: '/rules/groups',
    summary: 'Groups of rules, paged, with how their rules stand',
    access: 'rules.rule_groups',
    query: groupPages.query.extend({
      entityId: Id.optional(),
      search: z.string().trim().max(150).optional(),
      ids: many(Id).optional(),
    }),
    reply: groupPages.of(RuleGroup),
  },
  create: {
    method: 'POST',
    path: '/rules/groups',
    summary: 'Make a group of rules at an entity',
    access: 'rules.update',
    requires: 'rules.rule_groups',
    body: z.strictObject({ entityId: Id, displayName: DisplayName, ruleIds: members.default([]) }),
    reply: RuleGroup,
  },
  edit: {
    method: 'PUT',
    path: '/rules/groups/:id',
    summary: 'Rename a group, or say which rules are in it',
    access: 'rules.update',
    requires: 'rules.rule_groups',
    params: byId,
    body: z.strictObject({ displayName: DisplayName, ruleIds: members.optional(), version: Version }),
    reply: RuleGroup,
  },
  setRules: {
    method: 'PUT',
    path: '/rules/groups/:id/rules',
    summary: 'Put rules into a group, or take them out; the others stay',
    access: 'rules.update',
    requires: 'rules.rule_groups',
    params: byId,
    body: z.strictObject({ add: members.default([]), remove: members.default([]) }),
    reply: RuleGroup,
  },
  remove: {
    method: 'DELETE',
    path: '/rules/groups/:id',
    summary: 'Delete a group; its rules stay as they are',
    access: 'rules.update',
    requires: 'rules.rule_groups',
    params: byId,
    reply: Done,
  },
})
