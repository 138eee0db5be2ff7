import { CLAIM_PATH, ClaimRequest } from '@steading/contract/box/messages'
import type { ClaimAnswer } from '@steading/contract/box/messages'
import type { FastifyInstance } from 'fastify'
import { createPublicKey } from 'node:crypto'
import { systemActor } from '../../platform/actor.ts'
import { createAttemptLimit } from '../../platform/security/attemptLimit.ts'
import type { Broker } from '../../platform/broker/broker.ts'
import { parseOrFail, Failed } from '../../platform/failures.ts'
import { isLocalCaller, limitNetwork } from '../../platform/network/proxies.ts'
import type { World } from '../../platform/world.ts'
import { redeemClaim } from './claims.ts'

const system = systemActor('claiming')

/** The HTTP route by which boxes claim their terminal: outside /services, without a session or a tenant. */
export function registerClaimRoute(
  http: FastifyInstance,
  { db, clock, config, secrets }: World,
  broker: Pick<Broker, 'address' | 'setPassword'>,
) {
  const limitByAddress = createAttemptLimit({ max: 30, windowMs: 15 * 60_000 })
  const signKey = rawPublicKey(secrets.rulesPublic)

  http.post(CLAIM_PATH, { bodyLimit: 4096 }, async (request, reply) => {
    const isLocal = isLocalCaller(request, config)
    // The reply holds the password: refuse unencrypted connections.
    if (request.protocol !== 'https' && !isLocal && !config.TLS_TERMINATED_ELSEWHERE) throw new Failed('CLAIM_REFUSED')
    const seconds = isLocal ? 0 : limitByAddress.wait(limitNetwork(request.ip), clock.now())
    if (seconds > 0) throw new Failed('TOO_MANY_REQUESTS', [{ field: 'uid', code: 'tooManyTries', values: { seconds } }])
    const claimRequest = parseOrFail(ClaimRequest, request.body, 'body')
    const password = await db.work({ ...system, ip: request.ip, requestId: request.id }, async work => {
      const newPassword = await redeemClaim(work, claimRequest)
      // Set before the commit: if the broker refuses, the claim rolls back and the box can claim again.
      if (newPassword !== undefined) await broker.setPassword(claimRequest.uid, newPassword)
      return newPassword
    })
    if (password === undefined) {
      limitByAddress.fail(limitNetwork(request.ip), clock.now())
      throw new Failed('CLAIM_REFUSED')
    }
    void reply.header('cache-control', 'no-store')
    return { v: 1, password, uid: claimRequest.uid, mqtt: broker.address(), signKey } satisfies ClaimAnswer
  })
}

/** The 32 bytes of an Ed25519 public key, in base64. */
const rawPublicKey = (pem: string) =>
  createPublicKey(pem).export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')
