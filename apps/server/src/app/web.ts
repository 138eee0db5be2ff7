import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Failed } from '../platform/failures.ts'
import { html } from '../platform/html.ts'

const dist = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/**
 * The built screens: hashed files for a year, the page itself never cached. Every unknown path is the page's own business, but
 * a part that is not there any more is not: a tab of before an update must hear 404 and not a page.
 * The page carries what its screens need to know before they can ask: the tenant that calls name, where map tiles come from, and how
 * long look-ups stay fresh.
 */
export async function serveWeb(http: FastifyInstance, told: Told) {
  if (!existsSync(dist)) return
  await http.register(fastifyStatic, {
    root: join(dist, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    cacheControl: false,
    decorateReply: false,
    setHeaders: reply => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
  await http.register(fastifyStatic, {
    root: dist,
    wildcard: false,
    index: false,
    cacheControl: false,
    decorateReply: false,
    globIgnore: ['assets/**', 'index.html'],
    setHeaders: reply => void reply.header('cache-control', 'no-store'),
  })
  const page = latest(join(dist, 'index.html'))
  http.get('/*', async (request, reply) => {
    if (/^\/(services|device|assets)\//.test(request.url)) throw new Failed('NOT_FOUND')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(telling(await page(), told))
  })
}

/** What the page tells its screens, by the name of its meta element. */
type Told = Readonly<Record<'tenant' | 'map-tiles' | 'cache-seconds' | 'event-files' | 'event-file-mb', string>>

/** The page with all of it in its place. @throws when the page has no such place */
export const telling = (page: Buffer, told: Partial<Told>): string =>
  Object.entries(told).reduce((text, [name, content]) => {
    const [before, after, ...more] = text.split(new RegExp(`<meta name="${name}" content="[^"]*" ?/?>`))
    if (before === undefined || after === undefined || more.length > 0)
      throw new Error(`the page has no one place for its ${name}`)
    return before + html`<meta name="${name}" content="${content}" />`.html + after
  }, String(page))

/** A file as it is now; while it is being replaced and not there, as it was. */
export function latest(path: string): () => Promise<Buffer> {
  let last: Buffer | undefined
  return async () => {
    try {
      last = await readFile(path)
    } catch (error) {
      if (last === undefined) throw error
    }
    return last
  }
}
