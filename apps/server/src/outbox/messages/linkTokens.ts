import { createHmac, timingSafeEqual } from 'node:crypto'
import { publicUrl } from '../../platform/config/config.ts'
import type { Config } from '../../platform/config/config.ts'
import { keyFor } from '../../platform/security/secrets.ts'
import type { Secrets } from '../../platform/security/secrets.ts'

/** What a link opens. Each kind has its own key, so that a link to an alarm opens no drill. */
type LinkKind = 'alarm' | 'drill'

const signature = (secrets: Secrets, notificationId: string, kind: LinkKind) =>
  createHmac('sha256', keyFor(secrets, `${kind} link`))
    .update(notificationId)
    .digest('base64url')

/**
 * The link in a message about an alarm; it opens the event once, on the answer page, which needs no script. The token is derived,
 * so neither the database nor a screen holds it.
 */
export const alarmLink = (config: Config, secrets: Secrets, notificationId: string): string =>
  `${publicUrl(config)}/a/${linkToken(secrets, notificationId)}`

/** The link in a message about a drill; it confirms this message. */
export const drillLink = (config: Config, secrets: Secrets, notificationId: string): string =>
  `${publicUrl(config)}/drill#${linkToken(secrets, notificationId, 'drill')}`

export const linkToken = (secrets: Secrets, notificationId: string, kind: LinkKind = 'alarm'): string =>
  `${signature(secrets, notificationId, kind)}.${notificationId}`

/** The notification that a token was issued for; null if its signature is not valid for this kind of link. */
export function notificationOfToken(secrets: Secrets, token: string, kind: LinkKind = 'alarm'): string | null {
  const [text = '', id = ''] = token.split('.')
  const given = Buffer.from(text)
  const expected = Buffer.from(signature(secrets, id, kind))
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}

/** The page of an event. */
export const eventUrl = (baseUrl: string, eventId: string): string => `${baseUrl}/events/${eventId}/details`

/** The page of a task. */
export const taskUrl = (baseUrl: string, taskId: string): string => `${baseUrl}/tasks/details/${taskId}`

/** The alarm plan of an entity. */
export const protectionUrl = (baseUrl: string, entityId: string): string =>
  `${baseUrl}/system/entities/${entityId}/details?tab=protection`

/** The list of events. */
export const eventsUrl = (baseUrl: string): string => `${baseUrl}/events`

/** The record of a drill. */
export const drillUrl = (baseUrl: string, drillId: string): string => `${baseUrl}/drills/${drillId}`
