import { timingSafeEqual } from 'node:crypto'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { randomToken, tokenHash } from '../../platform/security/secrets.ts'
import { setProvisionStatus } from '../../terminals/index.ts'
import { deleteAnsweredClaim } from './claims.sql.ts'
import { credentialSlots, deleteOtherSlot, slotInUse, markSlotUsed, upsertSlot } from './credentials.sql.ts'

/** A box that authenticated with its password. */
export interface AuthenticatedBox {
  readonly terminalId: string
  readonly entityId: string
  /** Hardware generation: incremented when the physical box is replaced. */
  readonly box: number
}

type Slot = Awaited<ReturnType<typeof credentialSlots>>[number]

/** Accepts a login. The first one with a slot deletes the other slot and the claim, and sets the terminal to PROVISIONED. */
async function acceptLogin(work: UnitOfWork, slot: Slot): Promise<AuthenticatedBox> {
  const { terminalId, entityId, displayName, box } = slot
  if (slot.usedAt === null && (await markSlotUsed(work, terminalId, slot.slot))) {
    await deleteOtherSlot(work, terminalId, slot.slot)
    await deleteAnsweredClaim(work, terminalId)
    await setProvisionStatus(work, { id: terminalId, displayName, entityId }, 'PROVISIONED')
  }
  return { terminalId, entityId, box }
}

/** Authenticates a box; undefined for a wrong password. */
export async function authenticate(work: UnitOfWork, uid: string, password: string): Promise<AuthenticatedBox | undefined> {
  const hash = tokenHash(password)
  const slots = await credentialSlots(work, uid)
  const slot = slots.find(({ secretHash }) => secretHash.length === hash.length && timingSafeEqual(secretHash, hash))
  return slot && acceptLogin(work, slot)
}

/** Accepts a box that an external broker authenticated: it must have claimed its terminal and not be revoked. */
export async function acceptExternalLogin(work: UnitOfWork, uid: string): Promise<AuthenticatedBox | undefined> {
  const slots = await credentialSlots(work, uid)
  const activeSlot = slots.find(({ usedAt }) => usedAt !== null) ?? slots[0]
  return activeSlot && acceptLogin(work, activeSlot)
}

/** Writes a new password to the free slot. The old one stays valid until the first login with the new one. */
export async function createPassword(work: UnitOfWork, terminalId: string): Promise<string> {
  const password = randomToken()
  const inUse = await slotInUse(work, terminalId)
  await upsertSlot(work, terminalId, inUse?.slot === 1 ? 2 : 1, tokenHash(password))
  return password
}
