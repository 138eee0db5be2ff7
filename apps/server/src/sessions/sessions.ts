import { PERMISSIONS } from '@steading/contract/users/permissions'
import type { Session } from '@steading/contract/users/sessions'
import { choiceOf, languageFor } from '@steading/locales/notation'
import type { Actor } from '../platform/actor.ts'
import type { Config } from '../platform/config/config.ts'
import { knowsVersion } from '../platform/release.ts'
import type { SessionRow } from './sessions.sql.ts'

export interface Limits {
  readonly idle: number
  readonly request: number
  readonly absolute: number
}

/** The spans of a session in ms: since the person's own last request, since the last of any kind, and from login to the end. */
export const limitsOf = (config: Config): Limits => ({
  idle: config.IDLE_MINUTES * 60_000,
  request: config.REQUEST_MINUTES * 60_000,
  absolute: config.SESSION_HOURS * 3_600_000,
})

/**
 * Does the session still hold? A disabled person or a closed root ends it at once. A disabled root does not: its barns go on,
 * and somebody must hear their alarms.
 */
export const holds = (row: SessionRow, now: number, limits: Limits): boolean =>
  row.status === 'ACTIVE' &&
  (row.entityStatus === 'ACTIVE' || row.entityStatus === 'DISABLED') &&
  now < row.expiresAt.getTime() &&
  now - row.usedAt.getTime() < limits.idle &&
  now - row.seenAt.getTime() < limits.request

/** How exactly requests are noted, ms: a session that is used ends at most this much early. */
export const grainOf = ({ idle, request }: Limits): number => Math.min(30_000, Math.min(idle, request) / 60)

export const actorOf = (row: SessionRow, ip: string, requestId: string): Actor => ({
  kind: 'user',
  id: row.userId,
  name: row.shortName,
  scope: row.scope,
  entityId: row.entityId,
  permissions: new Set(row.permissions),
  language: languageFor(row),
  ...choiceOf(row),
  timeZone: row.timeZone,
  sessionId: row.sessionId,
  ip,
  requestId,
})

/** What the screens get to know at login. */
export const present = (row: SessionRow, sessionToken: string, config: Config): Session => ({
  sessionToken,
  shortName: row.shortName,
  displayName: row.displayName,
  userId: row.userId,
  email: row.email,
  helpdeskEmail: config.HELPDESK_EMAIL ?? null,
  language: languageFor(row),
  ...choiceOf(row),
  timeZone: row.timeZone,
  smsEnabled: config.SMS_PROVIDER !== undefined,
  whatsappEnabled: config.WHATSAPP_PROVIDER !== undefined,
  voiceEnabled: config.VOICE_PROVIDER !== undefined,
  permissions: row.permissions.map(key => PERMISSIONS[key]),
  rootEntity: { id: row.entityId, name: row.entityName, type: row.entityType },
  acceptedTerms: row.acceptedTermsAt !== null,
  knowledgeVersion: knowsVersion(row.knowledgeVersionAt),
  idleMinutes: config.IDLE_MINUTES,
  expiresUtc: row.expiresAt.toISOString(),
})
