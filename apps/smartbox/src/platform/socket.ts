import { createHash } from 'node:crypto'
import type { X509Certificate } from 'node:crypto'
import { connect as connectTcp } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { TLSSocket } from 'node:tls'
import type { ClaimAnswer } from '@steading/contract/box/messages'

export type BrokerAddress = ClaimAnswer['mqtt']

const WITHIN = 15_000

/** An open socket to the broker, its certificate checked before a byte of ours goes out. */
export const openSocket = (address: BrokerAddress): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { host, port, tls, caPin } = address
    const socket = tls
      ? connectTls({
          host,
          port,
          servername: /[a-z]/i.test(host) ? host : '',
          minVersion: 'TLSv1.2',
          rejectUnauthorized: caPin === undefined,
        })
      : connectTcp({ host, port })
    const fail = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    socket.setTimeout(WITHIN, () => fail(new Error(`no answer from ${host}:${port}`)))
    socket.once('error', fail)
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      const error = caPin === undefined ? null : pinError(socket, host, caPin)
      if (error !== null) return fail(new Error(error))
      socket.setTimeout(0)
      socket.removeListener('error', fail)
      resolve(socket)
    })
  })

/** `sha256:` and the hex of SHA-256 over a certificate's public key. */
export const pinOf = (certificate: X509Certificate): string =>
  `sha256:${createHash('sha256')
    .update(certificate.publicKey.export({ format: 'der', type: 'spki' }))
    .digest('hex')}`

const MAX_CHAIN = 10

/** The pinned key must sign, by however many steps, a certificate made for this host. null: it does. */
const pinError = (socket: Socket, host: string, pin: string): string | null => {
  // safe: called for TLS sockets alone
  let certificate = (socket as TLSSocket).getPeerX509Certificate()
  if (certificate === undefined) return 'the broker shows no certificate'
  if ((certificate.checkHost(host) ?? certificate.checkIP(host)) === undefined) return `the certificate is not made for ${host}`
  for (let depth = 0; certificate !== undefined && depth < MAX_CHAIN; depth++) {
    const now = Date.now()
    if (certificate.validFromDate.getTime() > now || certificate.validToDate.getTime() < now)
      return 'a certificate is out of date'
    if (pinOf(certificate) === pin) return null
    const issuer: X509Certificate | undefined = certificate.issuerCertificate
    if (issuer?.ca !== true || !certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey)) break
    certificate = issuer
  }
  return 'the certificate does not lead to the pinned authority'
}
