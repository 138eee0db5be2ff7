import { CLAIM_PATH, ClaimRequest } from '@steading/contract/box'
import type { ClaimAnswer } from '@steading/contract/box'
import type { FastifyInstance } from 'fastify'
import { createPublicKey } from 'node:crypto'
import { systemActor } from '../platform/actor.ts'
import { attempts } from '../platform/attempts.ts'
import type { Broker } from '../platform/broker/broker.ts'
import { checked, Failed } from '../platform/failures.ts'
import { isLocalCaller } from '../platform/proxies.ts'
import type { World } from '../platform/world.ts'
import { claim } from './claims.ts'

const system = systemActor('claiming')

/** The one call of boxes: outside /services, without a session or a tenant. */
export function serveClaims(
  http: FastifyInstance,
  { db, clock, config, secrets }: World,
  broker: Pick<Broker, 'address' | 'setPassword'>,
) {
  const byAddress = attempts({ most: 30, windowMs: 15 * 60_000 })
  const signKey = rawPublicKey(secrets.rulesPublic)

  http.post(CLAIM_PATH, { bodyLimit: 4096 }, async (request, reply) => {
    const here = isLocalCaller(request, config)
    // The password goes out with the answer: never over a line that others read.
    if (request.protocol !== 'https' && !here && !config.TLS_TERMINATED_ELSEWHERE) throw new Failed('CLAIM_REFUSED')
    const seconds = here ? 0 : byAddress.wait(request.ip, clock.now())
    if (seconds > 0) throw new Failed('TOO_MANY_REQUESTS', [{ field: 'uid', code: 'tooManyTries', values: { seconds } }])
    const asked = checked(ClaimRequest, request.body, 'body')
    const password = await db.work({ ...system, ip: request.ip, requestId: request.id }, async work => {
      const given = await claim(work, asked)
      // Before the commit: a box that cannot log in to the broker can claim again.
      if (given !== undefined) await broker.setPassword(asked.uid, given)
      return given
    })
    if (password === undefined) {
      byAddress.fail(request.ip, clock.now())
      throw new Failed('CLAIM_REFUSED')
    }
    void reply.header('cache-control', 'no-store')
    return { v: 1, password, uid: asked.uid, mqtt: broker.address(), signKey } satisfies ClaimAnswer
  })
}

/** The 32 bytes of an Ed25519 public key, in base64. */
const rawPublicKey = (pem: string) =>
  createPublicKey(pem).export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')
