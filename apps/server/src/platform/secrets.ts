import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Stored = z.object({
  /** Signs short-lived file addresses. */
  files: z.string().length(64),
  /** Ed25519, PKCS 8 and SPKI in PEM: signs what boxes run. */
  rulesPrivate: z.string(),
  rulesPublic: z.string(),
})
export type Secrets = z.infer<typeof Stored>

/** The platform's own secrets: made at the first start, one file that only its owner may read. */
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
  return Stored.parse(JSON.parse(readFileSync(file, 'utf8')))
}

export function freshSecrets(): Secrets {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return { files: randomBytes(32).toString('hex'), rulesPrivate: privateKey, rulesPublic: publicKey }
}

/** 256 random bits for a token, a password of a box, a code: as URL-safe text. */
export const randomToken = () => randomBytes(32).toString('base64url')

/** What is stored of such a token: it is random enough that a fast hash keeps it. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest()
