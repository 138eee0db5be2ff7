import type { FastifyInstance } from 'fastify'
import { timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { Failed, NotFound } from '../platform/failures.ts'
import { isLocalCaller } from '../platform/network/proxies.ts'
import { tokenHash } from '../platform/security/secrets.ts'
import type { World } from '../platform/world.ts'

/** Serves the metrics of the product and of Node for Prometheus: to callers on this machine, or with the token. */
export function serveMetrics(http: FastifyInstance, { config, metrics }: Pick<World, 'config' | 'metrics'>) {
  const { METRICS_TOKEN } = config
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'steading_' })
  http.get('/services/metrics', async (request, reply) => {
    const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (METRICS_TOKEN === undefined && !isLocalCaller(request, config)) throw new NotFound()
    if (METRICS_TOKEN !== undefined && !(given && timingSafeEqual(tokenHash(given), tokenHash(METRICS_TOKEN))))
      throw new Failed('NOT_AUTHENTICATED')
    return reply.type(registry.contentType).send((await metrics.text()) + (await registry.metrics()))
  })
  http.addHook('onClose', () => registry.clear())
}
