import { createHash, createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { CLAIM_PATH, ClaimAnswer, claimCode } from '@steading/contract/box/messages'
import type { ClaimRequest } from '@steading/contract/box/messages'
import { replaceFile } from '../platform/files.ts'

/** The box's own key, made at its first start. */
export const identity = (path: string): KeyObject => {
  if (!existsSync(path)) {
    const { privateKey } = generateKeyPairSync('ed25519')
    replaceFile(path, privateKey.export({ format: 'pem', type: 'pkcs8' }))
  }
  return createPrivateKey(readFileSync(path))
}

/** Ed25519 as 32 raw bytes: the end of the DER form. */
const rawPublicKey = (key: KeyObject): Buffer => createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)

export const claimRequest = (uid: string, typed: string, key: KeyObject, nonce: Uint8Array = randomBytes(16)): ClaimRequest => {
  const secret = createHash('sha256')
    .update(claimCode(typed) ?? '')
    .digest()
  const pubkey = rawPublicKey(key)
  const proof = createHmac('sha256', secret).update(nonce).update(pubkey).digest('base64url')
  return { uid, nonce: Buffer.from(nonce).toString('base64url'), proof, pubkey: pubkey.toString('base64url') }
}

/** `refused`: trying again is of no use. */
export type ClaimResult =
  | { readonly is: 'claimed'; readonly answer: ClaimAnswer }
  | { readonly is: 'refused' | 'later'; readonly why: string }

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/
const WITHIN = 20_000

/** Asks the platform once. The proof is worth the box: it goes over TLS, or stays on this machine. */
export const claim = async (http: string, request: ClaimRequest): Promise<ClaimResult> => {
  const url = new URL(CLAIM_PATH, http)
  if (url.protocol !== 'https:' && !LOOPBACK.test(url.hostname)) return { is: 'refused', why: `${http} is not https` }
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
    redirect: 'error',
    signal: AbortSignal.timeout(WITHIN),
  })
  if (response.status === 400 || response.status === 403) return { is: 'refused', why: `the platform answers ${response.status}` }
  if (!response.ok) return { is: 'later', why: `the platform answers ${response.status}` }
  const answer = ClaimAnswer.safeParse(await response.json())
  if (!answer.success || answer.data.uid !== request.uid) return { is: 'refused', why: 'the answer is not one of FB/1' }
  return { is: 'claimed', answer: answer.data }
}
