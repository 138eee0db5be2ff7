import { z } from 'zod'
import { EntityRef } from '../entities/entityRef.ts'
import { byId, Id, Instant, Stamp } from '../http/fields.ts'
import { paging } from '../http/paging.ts'
import { routes } from '../http/route.ts'

/** What was done; spoken as `audit.action.<camel>`. */
export const AUDIT_ACTIONS = [
  'CREATE',
  'UPDATE',
  'RETIRE',
  'DELETE',
  'LOGIN',
  'LOGOUT',
  'LOGIN_FAILED',
  'ACTUATE',
  'DEPLOY',
  'UNDEPLOY',
  'CLOSE',
  'REOPEN',
  'TRANSFER',
  'EXPORT',
  'APPROVE',
  'REJECT',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** What it was done to; spoken as `audit.object.<it>`. */
export const AUDIT_OBJECTS = [
  'user',
  'entity',
  'terminal',
  'interface',
  'rule',
  'ruleGroup',
  'batch',
  'template',
  'event',
  'escalation',
  'drill',
  'alarmPlan',
  'protectionTest',
  'generatorRun',
  'dashboard',
  'widget',
  'tag',
  'role',
  'genetics',
  'feedType',
  'feedFactory',
  'deathReason',
  'productionCurve',
  'tariff',
  'animalMovement',
  'feedMovement',
  'weighing',
  'task',
  'taskTemplate',
  'apiAccess',
  'subscription',
  'audit',
  'report',
] as const
export type AuditObject = (typeof AUDIT_OBJECTS)[number]

export const AUDIT_RESULTS = ['OK', 'REFUSED', 'ERROR'] as const
/** A person, a smart box, the platform itself, or somebody who was not signed in. */
export const AUDIT_ACTORS = ['user', 'apiUser', 'publicLink', 'box', 'system', 'anyone'] as const

export const AuditEntry = z.object({
  id: Id,
  timestampUtc: Stamp,
  actorKind: z.enum(AUDIT_ACTORS),
  actorId: Id.nullable(),
  actorName: z.string(),
  ip: z.string().nullable(),
  entity: EntityRef.nullable(),
  objectType: z.enum(AUDIT_OBJECTS),
  objectId: z.string().nullable(),
  objectName: z.string().nullable(),
  action: z.enum(AUDIT_ACTIONS),
  result: z.enum(AUDIT_RESULTS),
  /** Why it was refused. */
  code: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditDetails = AuditEntry.extend({
  /** Secrets are masked. */
  changes: z.array(z.object({ field: z.string(), old: z.unknown(), new: z.unknown() })),
  requestId: z.string().nullable(),
})
export type AuditDetails = z.infer<typeof AuditDetails>

export const auditPages = paging({ sorts: ['timestampUtc', 'id'], sort: 'timestampUtc', direction: 'DESC' })

export const AuditFilter = z.object({
  fromDate: Instant.optional(),
  toDate: Instant.optional(),
  /** Part of the name of who did it or of what it was done to. */
  search: z.string().trim().max(150).optional(),
  userId: Id.optional(),
  /** Below this entity. */
  entityId: Id.optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  objectType: z.enum(AUDIT_OBJECTS).optional(),
  objectId: z.string().max(64).optional(),
  result: z.enum(AUDIT_RESULTS).optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const audit = routes({
  search: {
    method: 'GET',
    path: '/audit/search',
    summary: 'Who did what, and when',
    access: 'audit.read',
    query: auditPages.query.extend(AuditFilter.shape),
    reply: auditPages.of(AuditEntry),
  },
  export: {
    method: 'GET',
    path: '/audit/export',
    summary: 'The same as a file for spreadsheets, newest first, at most 100,000 rows; itself audited',
    access: 'audit.read',
    query: AuditFilter,
    reply: { file: ['text/csv'] },
  },
  details: {
    method: 'GET',
    path: '/audit/:id',
    summary: 'One entry with what changed',
    access: 'audit.read',
    params: byId,
    reply: AuditDetails,
  },
})
