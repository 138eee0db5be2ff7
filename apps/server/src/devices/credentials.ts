import { timingSafeEqual } from 'node:crypto'
import type { Work } from '../platform/database/work.ts'
import { randomToken, tokenHash } from '../platform/secrets.ts'
import { setProvisionStatus } from '../terminals/index.ts'
import { deleteAnsweredClaim } from './claims.sql.ts'
import { credentialsOf, deleteOtherSlot, slotInUse, useSlot, writeSlot } from './credentials.sql.ts'

/** A box that showed its password. */
export interface Holder {
  readonly terminalId: string
  readonly entityId: string
}

/**
 * Whose password is this? The first login with it kills the other slot, burns the claim that it came from and makes the
 * terminal PROVISIONED.
 */
export async function holderOf(work: Work, uid: string, password: string): Promise<Holder | undefined> {
  const hash = tokenHash(password)
  const slots = await credentialsOf(work, uid)
  const one = slots.find(({ secretHash }) => secretHash.length === hash.length && timingSafeEqual(secretHash, hash))
  if (!one) return undefined
  if (one.usedAt === null && (await useSlot(work, one.terminalId, one.slot))) {
    await deleteOtherSlot(work, one.terminalId, one.slot)
    await deleteAnsweredClaim(work, one.terminalId)
    await setProvisionStatus(work, { ...one, id: one.terminalId }, 'PROVISIONED')
  }
  return one
}

/** A new password beside the one in use; the old one goes on until the box has logged in with the new one. */
export async function newPassword(work: Work, terminalId: string): Promise<string> {
  const password = randomToken()
  const inUse = await slotInUse(work, terminalId)
  await writeSlot(work, terminalId, inUse?.slot === 1 ? 2 : 1, tokenHash(password))
  return password
}
