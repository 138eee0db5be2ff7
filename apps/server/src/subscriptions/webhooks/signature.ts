import { createHmac } from 'node:crypto'
import { keyFor } from '../../platform/security/secrets.ts'
import type { Secrets } from '../../platform/security/secrets.ts'

/** The key of a subscription's signatures: derived, so that nothing of it is stored. */
export const signatureKey = (secrets: Pick<Secrets, 'master'>, subscriptionId: string) =>
  createHmac('sha256', keyFor(secrets, 'webhook signature')).update(subscriptionId).digest('base64url')

/** The value of the signature header. The time is signed, so that a recorded delivery cannot be replayed later. */
export const signatureOf = (key: string, { at, deliveryId, body }: { at: number; deliveryId: string; body: string }) => {
  const seconds = Math.floor(at / 1000)
  return `t=${seconds},v1=${createHmac('sha256', key).update(`${seconds}.${deliveryId}.${body}`).digest('hex')}`
}
