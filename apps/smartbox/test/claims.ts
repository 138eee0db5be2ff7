import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CLAIM_PATH, ClaimRequest } from '@steading/contract/box/messages'
import type { ClaimAnswer } from '@steading/contract/box/messages'
import type { TestPlatform } from './platform.ts'

/** The HTTP door of a platform: checks the proof of one claim code, gives the password once. */
export interface ClaimServer {
  readonly address: string
  readonly claims: () => number
  close(): Promise<void>
}

interface Claim {
  readonly uid: string
  readonly code: string
  readonly password: string
  /** Where the broker is said to be; the platform's own when left out. */
  readonly mqtt?: ClaimAnswer['mqtt']
  /** Where it listens; a free port of this machine when left out. */
  readonly at?: { readonly host: string; readonly port: number }
}

export const createClaimServer = async (
  platform: TestPlatform,
  { uid, code, password, mqtt, at = { host: '127.0.0.1', port: 0 } }: Claim,
): Promise<ClaimServer> => {
  let claims = 0
  const isProven = (body: string): boolean => {
    const request = ClaimRequest.parse(JSON.parse(body))
    const signed = Buffer.concat([Buffer.from(request.nonce, 'base64url'), Buffer.from(request.pubkey, 'base64url')])
    const key = createHash('sha256').update(code).digest()
    return request.uid === uid && createHmac('sha256', key).update(signed).digest('base64url') === request.proof
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const isFirst = claims === 0 && request.url === CLAIM_PATH && isProven(Buffer.concat(chunks).toString())
      if (isFirst) claims++
      const broker = mqtt ?? { host: '127.0.0.1', port: platform.port, tls: false }
      response.writeHead(isFirst ? 200 : 403, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify(isFirst ? { v: 1, password, uid, mqtt: broker, signKey: platform.signKey } : { code: 'CLAIM_REFUSED' }),
      )
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(at.port, at.host, resolve)
  })
  // safe: a TCP server that listens has such an address
  const { port } = server.address() as AddressInfo
  return {
    address: `http://${at.host}:${port}`,
    claims: () => claims,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
