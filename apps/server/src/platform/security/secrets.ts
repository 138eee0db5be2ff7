import { createHash, generateKeyPairSync, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Stored = z.object({
  /** 256 bits from which the key of each purpose is derived; signs nothing itself. */
  master: z.string().length(64),
  /** Ed25519, PKCS 8 and SPKI in PEM: signs what boxes run. */
  rulesPrivate: z.string(),
  rulesPublic: z.string(),
})
export type Secrets = z.infer<typeof Stored>

/** What a derived key is for. A new purpose gets a new name, so that no token is valid for two purposes. */
export type KeyPurpose = 'alarm link' | 'drill link' | 'widget picture' | 'webhook signature'

/** The key of one purpose, derived from the master secret by HKDF-SHA-256 (RFC 5869). */
export const keyFor = ({ master }: Pick<Secrets, 'master'>, purpose: KeyPurpose): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(master, 'hex'), '', `steading ${purpose}`, 32))

/**
 * The platform's own secrets, generated at the first start: one file that only its owner may read.
 * @throws Error for a file that others may read, or that another version wrote
 */
export function loadSecrets(dataDir: string): Secrets {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const folder = join(dataDir, 'secrets')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'platform.json')
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, JSON.stringify(freshSecrets()), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  chmodSync(folder, 0o700)
  if ((statSync(file).mode & 0o077) !== 0)
    throw new Error(`${file} can be read by others: chmod 600 it, or remove it and pair the boxes anew`)
  const stored = Stored.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!stored.success) throw new Error(`${file} was written by another version: use that version, or begin with another DATA_DIR`)
  return stored.data
}

export function freshSecrets(): Secrets {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return { master: randomBytes(32).toString('hex'), rulesPrivate: privateKey, rulesPublic: publicKey }
}

/** 256 random bits for a token, a password of a box or a code, as URL-safe text. */
export const randomToken = () => randomBytes(32).toString('base64url')

/** What is stored of such a token. A fast hash suffices: the token has too much entropy to be guessed. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest()
