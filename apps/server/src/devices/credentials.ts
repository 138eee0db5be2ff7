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
  /** The how-manieth box of its terminal it is. */
  readonly box: number
}

type Slot = Awaited<ReturnType<typeof credentialsOf>>[number]

/** The first login with a slot kills the other one, burns the claim that it came from and makes the terminal PROVISIONED. */
async function enter(work: Work, slot: Slot): Promise<Holder> {
  const { terminalId, entityId, displayName, box } = slot
  if (slot.usedAt === null && (await useSlot(work, terminalId, slot.slot))) {
    await deleteOtherSlot(work, terminalId, slot.slot)
    await deleteAnsweredClaim(work, terminalId)
    await setProvisionStatus(work, { id: terminalId, displayName, entityId }, 'PROVISIONED')
  }
  return { terminalId, entityId, box }
}

/** Whose password is this? */
export async function holderOf(work: Work, uid: string, password: string): Promise<Holder | undefined> {
  const hash = tokenHash(password)
  const slots = await credentialsOf(work, uid)
  const one = slots.find(({ secretHash }) => secretHash.length === hash.length && timingSafeEqual(secretHash, hash))
  return one && enter(work, one)
}

/** A box that a broker elsewhere let in by rules of its own: it must have claimed its place, and not be revoked. */
export async function guestOf(work: Work, uid: string): Promise<Holder | undefined> {
  const slots = await credentialsOf(work, uid)
  const one = slots.find(({ usedAt }) => usedAt !== null) ?? slots[0]
  return one && enter(work, one)
}

/** A new password beside the one in use; the old one goes on until the box has logged in with the new one. */
export async function newPassword(work: Work, terminalId: string): Promise<string> {
  const password = randomToken()
  const inUse = await slotInUse(work, terminalId)
  await writeSlot(work, terminalId, inUse?.slot === 1 ? 2 : 1, tokenHash(password))
  return password
}
