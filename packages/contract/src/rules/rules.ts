import { z } from 'zod'
import { RuleCounts } from '../devices/interfaceShapes.ts'
import { DeploymentStatus } from './deploymentStatus.ts'
import { EntityRef } from '../entities/entityRef.ts'
import { EventCategory } from '../events/kinds.ts'
import { Audited, byId, DisplayName, Done, flag, Id, many, Stamp, Version, Who } from '../http/fields.ts'
import { DataType, Value } from '../devices/interfaceShapes.ts'
import { FieldFailure } from '../http/failure.ts'
import { MOST_MEMBERS } from '../entities/groups.ts'
import { paging } from '../http/paging.ts'
import { routes } from '../http/route.ts'
import { ChangedRule, NewRule, RuleEvent, RuleInput } from './drafts.ts'
import { RuleKind } from './kinds.ts'
import { Engine } from './ruleTemplates.ts'
import { TemplateDetails } from './templates.ts'

export { DEPLOYMENT_STATUSES, DeploymentStatus } from './deploymentStatus.ts'

export { RULE_KINDS, RuleKind } from './kinds.ts'
const kinds = ['rules.read', 'rules.alarms', 'rules.scheduler'] as const

/** What a box must be for an order to be taken; a refused order changes nothing of the rule. */
export const DEPLOY_REFUSALS = [
  'TERMINAL_NOT_CONNECTED',
  'TERMINAL_NOT_PROVISIONED',
  'TERMINAL_UPDATING',
  'RULE_TERMINAL_RETIRED',
  'RULE_OUTPUT_IN_USE',
  'BOX_RULES_FULL',
  'BOX_RULE_TOO_LARGE',
  'BOX_CONFIGURATION_FULL',
  'CANNOT_UNDEPLOY_RULE_WITH_DEPENDENCIES',
] as const

/** Another rule in service that reads what a rule alone writes. */
export const Dependent = z.object({ id: Id, displayName: z.string(), kind: RuleKind, place: z.string() })
export type Dependent = z.infer<typeof Dependent>

/** A rule that cannot enter service, since another one of its strength drives one of its devices; null: one that is not in sight. */
export const Conflict = z.object({ id: Id, with: Dependent.nullable() })
export type Conflict = z.infer<typeof Conflict>

/** Of rules that shall leave service together. */
export const Leaving = z.object({
  /** They stay, because others in service read what they alone write. */
  stays: z.array(Id),
  /** Those others, and how many more the caller cannot see. */
  dependents: z.array(Dependent),
  unseen: z.number().int(),
})
export type Leaving = z.infer<typeof Leaving>

const GroupRef = z.object({ id: Id, displayName: z.string() })

export const Rule = z.object({
  id: Id,
  displayName: z.string(),
  kind: RuleKind,
  /** The engine that runs it. */
  template: Engine,
  rootEntity: EntityRef,
  sector: EntityRef.nullable(),
  /** Absent: a global rule, evaluated in the cloud. */
  terminal: z
    .object({ id: Id, displayName: z.string(), timeZone: z.string(), connected: z.boolean(), retired: z.boolean() })
    .nullable(),
  status: z.enum(['ENABLED', 'DISABLED']),
  deploymentStatus: DeploymentStatus,
  deploymentMessage: z.string().nullable(),
  /** The version here, and the one that the box says it runs. */
  ruleVersion: z.number().int(),
  runningVersion: z.number().int().nullable(),
  isSystemRule: z.boolean(),
  ruleGroups: z.array(GroupRef),
  lastUpdateTimestampUtc: Stamp,
  version: z.number().int(),
})
export type Rule = z.infer<typeof Rule>

export const RuleDetails = Rule.extend({
  /** As it was when it was asked for, or when it was deleted. */
  ruleTemplate: TemplateDetails,
  /** The platform evaluates it. */
  isCloudProcessor: z.boolean(),
  /** Its limits follow the age of the animals, or the calendar. */
  isCyclical: z.boolean(),
  showAllInterfaces: z.boolean(),
  autoClose: z.boolean(),
  inputs: z.array(RuleInput),
  eventConfiguration: RuleEvent.nullable(),
  /** What runs: checked, with every default filled in. */
  body: z.unknown(),
  interfaces: z.array(
    z.object({
      id: Id,
      displayName: z.string(),
      category: z.string(),
      role: z.enum(['IN', 'OUT']),
      /** Of a device: where it goes while nothing drives it; null: it stays as it is. */
      safeValue: Value.nullable(),
      /** Where it stands. */
      entity: EntityRef,
      terminal: z.object({ id: Id, displayName: z.string() }),
    }),
  ),
  /** What it reads or switches, each once. */
  interfaceIds: z.array(Id),
  /** Of which category its events are, and where they belong; empty: it opens none. */
  eventCategoryList: z.array(EventCategory),
  eventSectorList: z.array(EntityRef),
  requestedUtc: Stamp.nullable(),
  reportedUtc: Stamp.nullable(),
  deletedTimestamp: Stamp.nullable(),
  deletedBy: Who.nullable(),
}).extend(Audited.shape)
export type RuleDetails = z.infer<typeof RuleDetails>

/** What was saved, and why it did not go into service, if that was asked for and refused. */
export const SavedRule = z.object({ rule: RuleDetails, notDeployed: z.enum(DEPLOY_REFUSALS).nullable() })
export type SavedRule = z.infer<typeof SavedRule>

export { RuleCounts }

export const RULE_SORTS = ['lastUpdateTimestampUtc', 'displayName', 'deploymentStatus', 'id'] as const
export const rulePages = paging({ sorts: RULE_SORTS, sort: 'lastUpdateTimestampUtc', direction: 'DESC' })

/** What lists and counts of rules can be narrowed to. */
export const ruleFilters = {
  kind: RuleKind.optional(),
  search: z.string().trim().max(150).optional(),
  /** At it or below it. */
  entityId: Id.optional(),
  /** At or below any of these. */
  entities: many(Id).optional(),
  terminalId: Id.optional(),
  category: many(Engine).optional(),
  deploymentStatus: many(DeploymentStatus).optional(),
  /** Of the events that they open. */
  eventCategory: many(EventCategory).optional(),
  /** `none`: those of no group. */
  groupId: z.union([Id, z.literal('none')]).optional(),
}

/** One result per id: a refusal of one stops no other. */
export const BulkResult = z.array(
  z.object({ id: Id, deferredStatus: z.string().nullable(), deploymentStatus: DeploymentStatus.nullable() }),
)

/** Of each rule that was sent, in their order: what became of it. `id` is null where none was sent, and none was made. */
export const BulkSaved = z.array(
  z.object({
    id: Id.nullable(),
    deferredStatus: z.string().nullable(),
    fields: z.array(FieldFailure),
    notDeployed: z.enum(DEPLOY_REFUSALS).nullable(),
  }),
)
export type BulkSaved = z.infer<typeof BulkSaved>
const MOST_AT_ONCE = 50
/** Each is judged by itself. */
const entries = (description: string) => z.array(z.unknown()).min(1).max(MOST_AT_ONCE).meta({ description })
export const ChangedRuleOf = z.strictObject({ id: Id, ...ChangedRule.shape })

const orders = z.strictObject({
  ids: z.array(Id).min(1).max(200),
  /** A group is switched as one: a rule that is ordered by itself leaves its groups. */
  removeFromGroup: z.boolean().default(false),
  /** By id, the version that whoever orders has seen: a rule that was saved since is not ordered, with VERSION_CONFLICT. */
  versions: z.record(Id, Version).optional(),
})
const unchangeable = ['CANNOT_CHANGE_A_PENDING_RULE', 'CANNOT_CHANGE_A_SYSTEM_RULE'] as const

export const rules = routes({
  search: {
    method: 'GET',
    path: '/rules/search',
    summary: 'Rules, paged; each permission sees its kind',
    access: kinds,
    query: rulePages.query.extend(ruleFilters),
    reply: rulePages.of(Rule),
  },
  count: {
    method: 'GET',
    path: '/rules/count',
    summary: 'How many rules are in service, in error, out of service and pending; in all and by category',
    access: kinds,
    query: z.object(ruleFilters),
    reply: RuleCounts.extend({ categories: z.array(RuleCounts.extend({ category: Engine })) }),
  },
  countReceiptUser: {
    method: 'GET',
    path: '/rules/count/receiptUser',
    summary: 'How many rules tell a user by name; asked before that user is deleted',
    access: 'rules.read',
    query: z.object({ userId: Id }),
    /** `alone`: those that tell nobody else. */
    reply: z.object({ count: z.number().int(), alone: z.number().int() }),
  },
  ofInterface: {
    method: 'GET',
    path: '/rules/interface/:id',
    summary: 'The rules that read or switch an interface, paged',
    access: kinds,
    params: byId,
    query: rulePages.query,
    reply: rulePages.of(Rule.extend({ roles: z.array(z.enum(['IN', 'OUT'])) })),
  },
  logicOperations: {
    method: 'GET',
    path: '/rules/logicOperations',
    summary: 'The comparisons that a type of data knows, in both namings',
    access: kinds,
    query: z.object({ dataType: DataType }),
    reply: z.array(z.object({ logicOperator: z.string(), templateOperator: z.string() })),
  },
  farmAndSectorFilter: {
    method: 'GET',
    path: '/rules/farm-and-sector-filter/:id',
    summary: 'The farms at or below an entity that have rules, each with its sectors that have some',
    access: ['rules.read', 'rules.alarms', 'rules.scheduler', 'rules.rule_groups'],
    params: byId,
    reply: z.array(EntityRef.extend({ sectors: z.array(EntityRef) })),
  },
  details: {
    method: 'GET',
    path: '/rules/:id',
    summary: 'One rule; a deleted one, too',
    access: kinds,
    params: byId,
    reply: RuleDetails,
  },
  leaving: {
    method: 'GET',
    path: '/rules/leaving',
    summary:
      'Which of these rules have to stay if they shall leave service together, and for whom: what others read, they alone write',
    access: kinds,
    query: z.object({ ids: many(Id, MOST_MEMBERS, 1) }),
    reply: Leaving,
  },
  conflicts: {
    method: 'GET',
    path: '/rules/conflicts',
    summary: 'Which of these rules cannot enter service, because another rule in service drives one of their devices',
    access: kinds,
    query: z.object({ ids: many(Id, MOST_MEMBERS, 1) }),
    reply: z.array(Conflict),
  },
  create: {
    method: 'POST',
    path: '/rules/',
    summary: 'Add a rule, and deploy it if that is wanted: refused that, it is added all the same',
    access: 'rules.create',
    body: NewRule,
    reply: SavedRule,
  },
  duplicate: {
    method: 'POST',
    path: '/rules/duplicate',
    summary: 'Add a copy of a rule, out of service',
    access: 'rules.create',
    body: z.strictObject({ ruleId: Id }),
    reply: RuleDetails,
  },
  createMany: {
    method: 'POST',
    path: '/rules/bulk',
    summary: 'Add several rules; a refusal of one stops no other',
    access: 'rules.create',
    body: z.strictObject({ rules: entries('Each as POST /rules/ takes it; one that does not hold stops no other') }),
    reply: BulkSaved,
  },
  editMany: {
    method: 'PUT',
    path: '/rules/bulk',
    summary: 'Change several rules; a refusal of one stops no other',
    access: 'rules.update',
    body: z.strictObject({
      rules: entries('Each as PUT /rules/{id} takes it, with its id; one that does not hold stops no other'),
    }),
    reply: BulkSaved,
  },
  rename: {
    method: 'PUT',
    path: '/rules/name',
    summary: 'Give a rule another name; what runs stays as it is',
    access: 'rules.update',
    body: z.strictObject({ id: Id, displayName: DisplayName, version: Version }),
    reply: Rule,
    refusals: ['CANNOT_CHANGE_A_SYSTEM_RULE'],
  },
  edit: {
    method: 'PUT',
    path: '/rules/:id',
    summary: 'Change a rule; until it is deployed again, its box runs what it has',
    access: 'rules.update',
    params: byId,
    body: ChangedRule,
    reply: SavedRule,
    refusals: unchangeable,
  },
  editInputs: {
    method: 'PUT',
    path: '/rules/:id/inputs',
    summary: 'Change some inputs of a rule; the others stay',
    access: 'rules.update',
    params: byId,
    body: z.strictObject({ inputs: z.array(RuleInput).min(1).max(60), deployRule: flag.default(false), version: Version }),
    reply: SavedRule,
    refusals: unchangeable,
  },
  remove: {
    method: 'DELETE',
    path: '/rules/:id',
    summary: 'Delete a rule that is out of service; its events stay',
    access: 'rules.delete',
    params: byId,
    reply: Done,
    refusals: ['CANNOT_DELETE_A_DEPLOYED_OR_PENDING_RULE', 'CANNOT_CHANGE_A_SYSTEM_RULE'],
  },
  deploy: {
    method: 'PUT',
    path: '/rules/deploy',
    summary: 'Deploy rules to their boxes',
    access: 'rules.update',
    body: orders,
    reply: BulkResult,
  },
  undeploy: {
    method: 'PUT',
    path: '/rules/undeploy',
    summary: 'Take rules out of service',
    access: 'rules.update',
    body: orders,
    reply: BulkResult,
  },
  cancel: {
    method: 'PUT',
    path: '/rules/:id/cancel',
    summary: 'Take back an order that its box has not answered: what the box last reported is ordered again',
    access: 'rules.update',
    params: byId,
    reply: Rule,
  },
  undeployOne: {
    method: 'PUT',
    path: '/rules/:id/undeploy',
    summary: 'Take one rule out of service',
    access: 'rules.update',
    params: byId,
    reply: Rule,
    refusals: DEPLOY_REFUSALS,
  },
})
