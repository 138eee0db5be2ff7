import { z } from 'zod'
import { EntityRef } from './entities.ts'
import { EventCategory } from './events.ts'
import { Audited, byId, Id, LabelledText, many, Stamp } from './fields.ts'
import { ActionConfiguration } from './outbox.ts'
import { paging } from './paging.ts'
import { routes } from './route.ts'
import { Engine } from './rule-templates.ts'

export const DEPLOYMENT_STATUSES = ['DEPLOYED', 'UNDEPLOYED', 'ERROR', 'PENDING_DEPLOY', 'PENDING_UNDEPLOY'] as const
export const DeploymentStatus = z.enum(DEPLOYMENT_STATUSES)
export type DeploymentStatus = z.infer<typeof DeploymentStatus>

/** Which page a rule belongs to: /rules, /rules/alarms, /rules/scheduler. */
export const RULE_KINDS = { CONTROL: 'rules.read', ALARM: 'rules.alarms', SCHEDULER: 'rules.scheduler' } as const
export const RuleKind = z.enum(['CONTROL', 'ALARM', 'SCHEDULER'])
export type RuleKind = z.infer<typeof RuleKind>
const kinds = ['rules.read', 'rules.alarms', 'rules.scheduler'] as const

export const Rule = z.object({
  id: Id,
  displayName: z.string(),
  kind: RuleKind,
  template: Engine,
  rootEntity: EntityRef,
  sector: EntityRef.nullable(),
  /** Absent: a global rule, evaluated in the cloud. */
  terminal: z.object({ id: Id, displayName: z.string(), timeZone: z.string(), connected: z.boolean() }).nullable(),
  status: z.enum(['ENABLED', 'DISABLED']),
  deploymentStatus: DeploymentStatus,
  deploymentMessage: z.string().nullable(),
  /** The version here, and the one that the box says it runs. */
  ruleVersion: z.number().int(),
  runningVersion: z.number().int().nullable(),
  isSystemRule: z.boolean(),
  lastUpdateTimestampUtc: Stamp,
  version: z.number().int(),
})
export type Rule = z.infer<typeof Rule>

/** What an event of the rule is called and who hears of it; severity, first status and delay are the body's. */
export const EventConfiguration = z.object({
  title: LabelledText.min(1),
  description: z.string().trim().max(500).default(''),
  category: EventCategory,
  actionConfigurations: z
    .array(ActionConfiguration)
    .max(4)
    .prefault([{ type: 'MAIL' }]),
})
export type EventConfiguration = z.infer<typeof EventConfiguration>

export const RuleDetails = Rule.extend({
  autoClose: z.boolean(),
  eventConfiguration: EventConfiguration.nullable(),
  body: z.unknown(),
  interfaces: z.array(z.object({ id: Id, displayName: z.string(), category: z.string(), role: z.enum(['IN', 'OUT']) })),
  requestedUtc: Stamp.nullable(),
  reportedUtc: Stamp.nullable(),
}).extend(Audited.shape)
export type RuleDetails = z.infer<typeof RuleDetails>

export const rulePages = paging({
  sorts: ['lastUpdateTimestampUtc', 'displayName', 'deploymentStatus', 'id'],
  sort: 'lastUpdateTimestampUtc',
  direction: 'DESC',
})

/** One result per id: a refusal of one stops no other. */
export const BulkResult = z.array(
  z.object({ id: Id, deferredStatus: z.string().nullable(), deploymentStatus: DeploymentStatus.nullable() }),
)

export const rules = routes({
  search: {
    method: 'GET',
    path: '/rules/search',
    summary: 'Rules, paged; each permission sees its kind',
    access: kinds,
    query: rulePages.query.extend({
      kind: RuleKind.optional(),
      search: z.string().trim().max(150).optional(),
      entityId: Id.optional(),
      terminalId: Id.optional(),
      deploymentStatus: many(DeploymentStatus).optional(),
    }),
    reply: rulePages.of(Rule),
  },
  details: { method: 'GET', path: '/rules/:id', summary: 'One rule', access: kinds, params: byId, reply: RuleDetails },
  deploy: {
    method: 'PUT',
    path: '/rules/deploy',
    summary: 'Deploy rules to their boxes',
    access: 'rules.update',
    body: z.strictObject({ ids: z.array(Id).min(1).max(200) }),
    reply: BulkResult,
  },
  undeploy: {
    method: 'PUT',
    path: '/rules/undeploy',
    summary: 'Take rules out of service',
    access: 'rules.update',
    body: z.strictObject({ ids: z.array(Id).min(1).max(200) }),
    reply: BulkResult,
  },
  undeployOne: {
    method: 'PUT',
    path: '/rules/:id/undeploy',
    summary: 'Take one rule out of service',
    access: 'rules.update',
    params: byId,
    reply: Rule,
    refusals: [
      'TERMINAL_NOT_CONNECTED',
      'TERMINAL_NOT_PROVISIONED',
      'TERMINAL_UPDATING',
      'CANNOT_UNDEPLOY_RULE_WITH_DEPENDENCIES',
    ],
  },
})
