import { createHmac, timingSafeEqual } from 'node:crypto'
import { publicUrl } from './config.ts'
import type { Config } from './config.ts'
import type { Secrets } from './secrets.ts'

/** What a link opens: the one of an alarm opens no drill. */
type Of = 'alarm' | 'drill'

const signature = ({ files }: Secrets, id: string, of: Of) =>
  createHmac('sha256', files).update(`${of} link ${id}`).digest('base64url')

/**
 * The address that a message carries. What stands behind the # never reaches a server by itself; it opens the event of this one
 * message, once. It is derived, so that nothing that is stored or shown holds it.
 */
export const alarmLink = (config: Config, secrets: Secrets, notificationId: string): string =>
  `${publicUrl(config)}/alarm#${linkToken(secrets, notificationId)}`

/** The same for a drill: it confirms this one message. */
export const drillLink = (config: Config, secrets: Secrets, notificationId: string): string =>
  `${publicUrl(config)}/drill#${linkToken(secrets, notificationId, 'drill')}`

export const linkToken = (secrets: Secrets, notificationId: string, of: Of = 'alarm'): string =>
  `${signature(secrets, notificationId, of)}.${notificationId}`

/** Which message a token is of; null: it is none of ours. */
export function messageOf(secrets: Secrets, token: string, of: Of = 'alarm'): string | null {
  const [said = '', id = ''] = token.split('.')
  const [given, right] = [Buffer.from(said), Buffer.from(signature(secrets, id, of))]
  return given.length === right.length && timingSafeEqual(given, right) ? id : null
}
