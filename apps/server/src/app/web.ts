import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Failed } from '../platform/failures.ts'

const dist = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/** The built screens: hashed files for a year, the page itself never cached; every unknown path is the page's own business. */
export async function serveWeb(http: FastifyInstance) {
  if (!existsSync(dist)) return
  await http.register(fastifyStatic, {
    root: dist,
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) =>
      void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-store'),
  })
  http.get('/*', (request, reply) => {
    if (request.url.startsWith('/services/') || request.url.startsWith('/device/')) throw new Failed('NOT_FOUND')
    return reply.header('cache-control', 'no-store').sendFile('index.html')
  })
}
