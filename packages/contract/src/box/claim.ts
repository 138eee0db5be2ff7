import { z } from 'zod'
import { UID } from './topics.ts'

/** Claiming: how a box proves that it carries the label, and what it gets. */

/** Crockford's base 32: no I, L, O, U. 26 characters are 130 bits. */
export const CLAIM_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const CLAIM_LENGTH = 26
export const CLAIM_PATH = '/device/v1/claim'

/** Read as people type it: case and separators don't matter, O is 0, I and L are 1. Null if it is no claim code. */
export const claimCode = (typed: string): string | null => {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return code.length === CLAIM_LENGTH && [...code].every(letter => CLAIM_ALPHABET.includes(letter)) ? code : null
}

/** A claim code from 26 random bytes of the caller. */
export const claimCodeFrom = (random: Uint8Array): string =>
  [...random.subarray(0, CLAIM_LENGTH)].map(byte => CLAIM_ALPHABET[byte & 31]).join('')

/** As it is printed: groups of four, the last of two. */
export const printedClaimCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? ''

export interface ClaimTicket {
  /** Where the platform is, without a path: https://farm.example.com */
  readonly platform: string
  readonly uid: string
  readonly code: string
}

/** One line to be scanned: the address that claims, and behind the #, which no browser sends anywhere, uid and claim code. */
export const claimTicket = ({ platform, uid, code }: ClaimTicket): string => `${platform}${CLAIM_PATH}#${uid}.${code}`

/** What a line of a QR code says; null if it is no such line. */
export const readClaimTicket = (line: string): ClaimTicket | null => {
  const [, platform = '', uid = '', typed = ''] = TICKET.exec(line) ?? []
  const code = claimCode(typed)
  return UID.test(uid) && code !== null ? { platform, uid, code } : null
}
const TICKET = new RegExp(`^(https?://[^/?#\\s]+)${CLAIM_PATH}#([a-z0-9]+)\\.([0-9A-Za-z-]+)$`)

/** base64url without padding of `least` to `most` bytes. */
const bytes = (least: number, most = least) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]*$/, 'base64url')
    .min(Math.ceil((least * 4) / 3))
    .max(Math.ceil((most * 4) / 3))

/**
 * proof = HMAC-SHA-256(K, nonce ‖ pubkey) over the raw bytes, K = SHA-256 of the 26 ASCII characters of the claim code.
 */
export const ClaimRequest = z.object({
  uid: z.string().regex(UID, 'uid'),
  nonce: bytes(16, 32),
  proof: bytes(32),
  /** The box's own Ed25519 public key, 32 raw bytes. */
  pubkey: bytes(32),
})
export type ClaimRequest = z.infer<typeof ClaimRequest>

export const ClaimAnswer = z.object({
  v: z.literal(1),
  /** The MQTT password, used as these characters: 32 random bytes in base64url. */
  password: bytes(32),
  uid: z.string().regex(UID, 'uid'),
  mqtt: z.object({
    host: z.string().min(1).max(253),
    port: z.number().int().min(1).max(65_535),
    tls: z.boolean(),
    /** `sha256:` and the hex of SHA-256 over the authority's public key (SubjectPublicKeyInfo, DER). */
    caPin: z
      .string()
      .regex(/^sha256:[0-9a-f]{64}$/, 'pin')
      .optional(),
  }),
  /** The platform's Ed25519 public key, 32 raw bytes, base64 or base64url: it signs every configuration. */
  signKey: z.string().regex(/^[A-Za-z0-9+/_-]{43}=?$/, 'key'),
})
export type ClaimAnswer = z.infer<typeof ClaimAnswer>
