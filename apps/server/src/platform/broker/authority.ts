import { createHash, X509Certificate } from 'node:crypto'

/**
 * Pin of a private certificate authority: SHA-256 of the public key of the chain's last certificate if it is self-signed. Public
 * authorities are not pinned, since their intermediate keys change.
 */
export function caPin(pem: string): string | undefined {
  const last = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)?.at(-1)
  if (!last) return undefined
  const certificate = new X509Certificate(last)
  if (certificate.subject !== certificate.issuer) return undefined
  return `sha256:${createHash('sha256')
    .update(certificate.publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')}`
}
