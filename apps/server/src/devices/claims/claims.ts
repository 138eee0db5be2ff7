import { claimCode, claimCodeFrom, CLAIM_LENGTH, LIMITS, printedClaimCode } from '@steading/contract/box/messages'
import type { ClaimRequest } from '@steading/contract/box/messages'
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { invalid } from '../../platform/failures.ts'
import { markClaimAnswered, claimByUid, countAttempt, upsertClaim } from './claims.sql.ts'
import { createPassword } from './credentials.ts'
import { insertLink } from '../links/links.sql.ts'

/** An open claim; its code is shown once and stored only as a hash. */
export interface OpenClaim {
  readonly claimCode: string
  readonly expiresAt: Date
}

/** Opens a claim with the code of the label or a random code. Existing passwords of the terminal stay valid. */
export async function openClaim(work: UnitOfWork, terminalId: string, label?: string): Promise<OpenClaim> {
  const code = label === undefined ? claimCodeFrom(randomBytes(CLAIM_LENGTH)) : claimCode(label)
  if (code === null) throw invalid('claimCode', 'claimCode')
  const expiresAt = new Date(work.now.getTime() + LIMITS.claim.hours * 3_600_000)
  await insertLink(work, terminalId)
  await upsertClaim(work, terminalId, createHash('sha256').update(code).digest(), expiresAt)
  return { claimCode: printedClaimCode(code), expiresAt }
}

/** Verifies the HMAC proof and answers a new password, once; undefined if refused. A wrong proof is counted: the caller must commit. */
export async function redeemClaim(work: UnitOfWork, { uid, nonce, proof, pubkey }: ClaimRequest): Promise<string | undefined> {
  const open = await claimByUid(work, uid)
  if (!open || open.answeredAt !== null || open.expiresAt <= work.now || open.tries >= LIMITS.claim.tries) return undefined
  const expected = createHmac('sha256', open.key)
    .update(Buffer.from(nonce, 'base64url'))
    .update(Buffer.from(pubkey, 'base64url'))
    .digest()
  const actual = Buffer.from(proof, 'base64url')
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) {
    await countAttempt(work, open.terminalId)
    return undefined
  }
  await markClaimAnswered(work, open.terminalId)
  await work.audit({
    action: 'UPDATE',
    objectType: 'terminal',
    objectId: open.terminalId,
    objectName: open.displayName,
    entityId: open.entityId,
    changes: [{ field: 'claim', old: 'open', new: 'answered' }],
  })
  return createPassword(work, open.terminalId)
}
