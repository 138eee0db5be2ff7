import { z } from 'zod'
import { claimCode } from '../box/claim.ts'
import { EntityRef } from '../entities/entityRef.ts'
import { Audited, byId, DisplayName, Done, Id, PerLanguage, Stamp, TimeZone, Version, Who } from '../http/fields.ts'
import { paging } from '../http/paging.ts'
import { routes } from '../http/route.ts'
import { RuleKind } from '../rules/kinds.ts'

export const TERMINAL_PROFILES = ['FC-SMARTBOX-1', 'FC-SMARTBOX-ROOM'] as const
export const TerminalProfile = z.enum(TERMINAL_PROFILES)
export const PROVISION_STATUSES = ['UPDATING', 'NOT_PROVISIONED', 'PROVISIONED'] as const
export const ProvisionStatus = z.enum(PROVISION_STATUSES)
/** What lists are asked for; without it they show what is in service. Deleted ones are in none. */
export const TERMINAL_STATUSES = [...PROVISION_STATUSES, 'RETIRED'] as const
export type TerminalStatus = (typeof TERMINAL_STATUSES)[number]

/** Seconds of silence before the no-data alarm; 0 is never. */
export const TimeOut = z.number().int().min(0).max(43_200)

export const Terminal = z.object({
  id: Id,
  displayName: z.string(),
  uid: z.string(),
  profile: TerminalProfile,
  rootEntity: EntityRef,
  provisionStatus: ProvisionStatus,
  connected: z.boolean(),
  lastCommunicationTimestampUtc: Stamp.nullable(),
  timeOut: TimeOut,
  timeZone: z.string(),
  interfaceCount: z.number().int(),
  version: z.number().int(),
})
export type Terminal = z.infer<typeof Terminal>

export const TerminalDetails = Terminal.extend({
  /** Of the last hello: software, boots, readings that wait on the box, configuration revision it runs. */
  firmware: z.string().nullable(),
  boots: z.number().int().nullable(),
  waiting: z.number().int().nullable(),
  reportedRevision: z.number().int().nullable(),
  desiredRevision: z.number().int(),
  readings24h: z.number().int(),
  ruleCounts: z.object({ active: z.number(), error: z.number(), undeployed: z.number(), pending: z.number() }),
  /** Out of service for good, because it was retired or deleted; its history stays. */
  retiredTimestampUtc: Stamp.nullable(),
  deletedBy: Who.nullable(),
  deletedTimestampUtc: Stamp.nullable(),
}).extend(Audited.shape)
export type TerminalDetails = z.infer<typeof TerminalDetails>

/** Shown once: how the box claims its place. */
export const ClaimCode = z.object({ uid: z.string(), claimCode: z.string(), expiresUtc: Stamp })

/** A terminal where it is only chosen. */
export const TerminalRef = Terminal.pick({ id: true, displayName: true, profile: true, provisionStatus: true, connected: true })

/** What create and swap say of the box: of one that carries a label; left out, the platform makes both. */
const label = {
  uid: z
    .string()
    .regex(/^[a-z0-9]{12,32}$/, 'uid')
    .optional(),
  claimCode: z
    .string()
    .refine(typed => claimCode(typed) !== null, 'claimCode')
    .optional(),
}

export const terminalPages = paging({
  sorts: ['lastCommunicationTimestampUtc', 'displayName', 'provisionStatus', 'id'],
  sort: 'lastCommunicationTimestampUtc',
  direction: 'DESC',
})

/** Why a payload of a box was put aside. */
export const QUARANTINE_REASONS = [
  'UNREADABLE',
  'NOT_STORABLE',
  'HEAD_BEYOND',
  'TOO_MANY_GAPS',
  'GAP_BEYOND',
  'AFTER_GAP',
  'CHANGED',
  'UNKNOWN_INTERFACE',
  'UNKNOWN_RULE',
  'EFFECT',
] as const
export type QuarantineReason = (typeof QUARANTINE_REASONS)[number]

/** Characters of a quarantined payload that are shown. */
export const QUARANTINE_SHOWN = 500

/** A payload that was acknowledged and put aside; kept for 30 days. */
export const QuarantinedPayload = z.object({
  id: Id,
  receivedUtc: Stamp,
  /** Of the protocol, below the box's own prefix: `up/data`. */
  topic: z.string(),
  reason: z.object({
    code: z.enum(QUARANTINE_REASONS),
    /** In the caller's language. */
    text: z.string(),
    /** For a technician: the member that is wrong, the number, the database's own words. */
    detail: z.string(),
  }),
  /** Bytes as received. */
  size: z.number().int(),
  /** Its first characters; what is not UTF-8 is replaced. */
  payload: z.string().max(QUARANTINE_SHOWN),
})
export type QuarantinedPayload = z.infer<typeof QuarantinedPayload>

export const quarantinePages = paging({ sorts: ['receivedUtc'], sort: 'receivedUtc', direction: 'DESC' })

export const terminals = routes({
  search: {
    method: 'GET',
    path: '/terminals',
    summary: 'Terminals, paged',
    access: 'terminals.read',
    query: terminalPages.query.extend({
      search: z.string().trim().max(150).optional(),
      entityId: Id.optional(),
      provisionStatus: z.enum(TERMINAL_STATUSES).optional(),
      connected: z.enum(['true', 'false']).optional(),
    }),
    reply: terminalPages.of(Terminal),
  },
  profiles: {
    method: 'GET',
    path: '/terminals/profiles',
    summary: 'The kinds of boxes',
    access: 'terminals.read',
    reply: z.array(z.object({ value: TerminalProfile, translations: PerLanguage, hasConnectionInterface: z.boolean() })),
  },
  atEntity: {
    method: 'GET',
    path: '/entities/:id/terminals/list',
    summary: 'The terminals at an entity and below it, by name; at most 1,000',
    access: 'terminals.read',
    params: byId,
    reply: z.array(TerminalRef),
  },
  details: {
    method: 'GET',
    path: '/terminals/:id',
    summary: 'One terminal',
    access: 'terminals.read_details',
    params: byId,
    reply: TerminalDetails,
  },
  create: {
    method: 'POST',
    path: '/terminals',
    summary: 'Add a terminal and make its claim code, shown once',
    access: 'terminals.create',
    body: z.strictObject({
      displayName: DisplayName,
      entityId: Id,
      profile: TerminalProfile,
      timeOut: TimeOut.default(900),
      /** IANA; left out: the entity's. */
      timeZone: TimeZone.optional(),
      ...label,
    }),
    reply: z.object({ terminal: Terminal, claim: ClaimCode }),
    refusals: ['TERMINAL_ID_ALREADY_EXISTS'],
  },
  edit: {
    method: 'PUT',
    path: '/terminals/:id',
    summary: 'Change a terminal; it moves only where nothing of it is left behind, and its zone only while no rule hangs on it',
    access: 'terminals.update',
    params: byId,
    body: z.strictObject({
      displayName: DisplayName,
      entityId: Id,
      profile: TerminalProfile,
      timeOut: TimeOut,
      timeZone: TimeZone,
      version: Version,
    }),
    reply: Terminal,
    refusals: ['CANNOT_EDIT_TERMINAL_WITH_DEPENDENCIES'],
  },
  remove: {
    method: 'DELETE',
    path: '/terminals/:id',
    summary: 'Delete a terminal that has no interfaces any more; its history stays',
    access: 'terminals.delete',
    params: byId,
    reply: Done,
    refusals: ['CANNOT_DELETE_TERMINAL_WITH_ACTIVE_RULES', 'CANNOT_DELETE_TERMINAL_WITH_DEPENDENCIES'],
  },
  swap: {
    method: 'POST',
    path: '/terminals/:id/swap',
    summary:
      'Another box takes the place: ids, interfaces, rules and history stay, the old box is cut off; its claim code is shown once',
    access: 'terminals.update',
    params: byId,
    body: z.strictObject({ ...label, version: Version }),
    reply: z.object({ terminal: Terminal, claim: ClaimCode }),
    refusals: ['TERMINAL_ID_ALREADY_EXISTS'],
  },
  rename: {
    method: 'PUT',
    path: '/terminals/:id/name',
    summary: 'Change the name alone',
    access: 'terminals.update_name',
    params: byId,
    body: z.strictObject({ displayName: DisplayName, version: Version }),
    reply: Terminal,
  },
  claimCode: {
    method: 'POST',
    path: '/terminals/:id/claim-code',
    summary: 'A fresh claim code; the old credentials go on until it is used',
    access: 'terminals.create',
    params: byId,
    reply: ClaimCode,
  },
  rotate: {
    method: 'POST',
    path: '/terminals/:id/credentials',
    summary: 'Give the box a new password; the old one dies at the first login with it',
    access: 'terminals.update',
    params: byId,
    reply: Done,
    refusals: ['TERMINAL_NOT_CONNECTED', 'TERMINAL_NOT_PROVISIONED', 'TERMINAL_UPDATING'],
  },
  revoke: {
    method: 'DELETE',
    path: '/terminals/:id/credentials',
    summary: 'Take the credentials away: the box is cut off within a second and must be claimed anew',
    access: 'terminals.update',
    params: byId,
    reply: Done,
  },
  retire: {
    method: 'PUT',
    path: '/terminals/:id/retire',
    summary: 'Retire a terminal that will not return: credentials revoked, history kept',
    access: 'terminals.delete',
    params: byId,
    body: z.strictObject({ version: Version }),
    reply: Done,
  },
  ending: {
    method: 'GET',
    path: '/terminals/:id/ending',
    summary: 'What ends when a terminal is retired: its rules in service; those in sight by name, at most 100',
    access: 'terminals.delete',
    params: byId,
    reply: z.object({
      rules: z.array(z.object({ id: Id, displayName: z.string(), kind: RuleKind })),
      total: z.number().int(),
      /** Of all of them. */
      alarms: z.number().int(),
      unseen: z.number().int(),
    }),
  },
  quarantine: {
    method: 'GET',
    path: '/terminals/:id/quarantine',
    summary: 'What the box sent and the platform could not use, paged, the last first; kept for 30 days',
    access: 'terminals.read_details',
    params: byId,
    query: quarantinePages.query,
    reply: quarantinePages.of(QuarantinedPayload),
  },
  checkConnection: {
    method: 'GET',
    path: '/terminals/:id/check-connection-status',
    summary: 'Is it connected now, and in service?',
    access: ['terminals.read', 'rules.read', 'rules.alarms', 'rules.scheduler'],
    params: byId,
    reply: TerminalDetails.pick({
      displayName: true,
      connected: true,
      provisionStatus: true,
      lastCommunicationTimestampUtc: true,
      retiredTimestampUtc: true,
      deletedTimestampUtc: true,
    }),
  },
})
