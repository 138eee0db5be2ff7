import { claimCode, claimCodeFrom, CLAIM_LENGTH, LIMITS, printedClaimCode } from '@steading/contract/box'
import type { ClaimRequest } from '@steading/contract/box'
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Work } from '../platform/database/work.ts'
import { invalid } from '../platform/failures.ts'
import { answerClaim, claimByUid, countTry, writeClaim } from './claims.sql.ts'
import { newPassword } from './credentials.ts'
import { insertLink } from './links.sql.ts'

/** A claim code as it is shown, once. */
export interface OpenClaim {
  readonly claimCode: string
  readonly expiresAt: Date
}

/** Opens a claim for a terminal, with the code of its label or a fresh one. Passwords that it has go on. */
export async function openClaim(work: Work, terminalId: string, label?: string): Promise<OpenClaim> {
  const code = label === undefined ? claimCodeFrom(randomBytes(CLAIM_LENGTH)) : claimCode(label)
  if (code === null) throw invalid('claimCode', 'claimCode')
  const expiresAt = new Date(work.now.getTime() + LIMITS.claim.hours * 3_600_000)
  await insertLink(work, terminalId)
  await writeClaim(work, terminalId, createHash('sha256').update(code).digest(), expiresAt)
  return { claimCode: printedClaimCode(code), expiresAt }
}

/** The password that a right proof gets, once; undefined otherwise. A wrong proof counts, so the caller must commit. */
export async function claim(work: Work, { uid, nonce, proof, pubkey }: ClaimRequest): Promise<string | undefined> {
  const open = await claimByUid(work, uid)
  if (!open || open.answeredAt !== null || open.expiresAt <= work.now || open.tries >= LIMITS.claim.tries) return undefined
  const right = createHmac('sha256', open.key)
    .update(Buffer.from(nonce, 'base64url'))
    .update(Buffer.from(pubkey, 'base64url'))
    .digest()
  const given = Buffer.from(proof, 'base64url')
  if (given.length !== right.length || !timingSafeEqual(given, right)) {
    await countTry(work, open.terminalId)
    return undefined
  }
  await answerClaim(work, open.terminalId)
  await work.audit({
    action: 'UPDATE',
    objectType: 'terminal',
    objectId: open.terminalId,
    objectName: open.displayName,
    entityId: open.entityId,
    changes: [{ field: 'claim', old: 'open', new: 'answered' }],
  })
  return newPassword(work, open.terminalId)
}
