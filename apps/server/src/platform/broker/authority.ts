import { createHash, X509Certificate } from 'node:crypto'

/**
 * The pin that boxes compare: SHA-256 of the public key of the chain's last certificate, if that is an authority of our own
 * making (it signed itself). Of a public authority nothing is pinned: its intermediate keys come and go.
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
