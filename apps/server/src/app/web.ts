import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Failed } from '../platform/failures.ts'
import { html } from '../platform/text/html.ts'
import { pageLanguage, preloadLinks, readPreloads } from './preloads.ts'

const dist = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/**
 * Serves the built web app: hashed assets are cached for a year, the page never. Unknown paths get the page, but a missing asset gets
 * 404: a tab from before an update must not read HTML as a script. Meta elements of the page carry what the web app needs before its
 * first call: tenant, map tiles, cache time, upload limits. Its links preload what it fetches next.
 */
export async function serveWeb(http: FastifyInstance, values: PageMeta) {
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
  const page = createCachedReader(join(dist, 'index.html'))
  const preloads = createCachedReader(join(dist, '.vite/preloads.json'))
  http.get('/*', async (request, reply) => {
    if (/^\/(services|device|assets)\//.test(request.url)) throw new Failed('NOT_FOUND')
    const filled = fillMeta(await page(), values)
    const links = preloadLinks(readPreloads(await preloads()), request.url, pageLanguage(request.headers))
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(filled.replace('</head>', () => `  ${links}\n  </head>`))
  })
}

/** Values of the page by the name of their meta element. */
type PageMeta = Readonly<Record<'tenant' | 'map-tiles' | 'cache-seconds' | 'event-files' | 'event-file-mb', string>>

/** Fills the meta elements of the page. @throws Error unless each exists exactly once */
export const fillMeta = (page: Buffer, values: Partial<PageMeta>): string =>
  Object.entries(values).reduce((text, [name, content]) => {
    const [before, after, ...more] = text.split(new RegExp(`<meta name="${name}" content="[^"]*" ?/?>`))
    if (before === undefined || after === undefined || more.length > 0)
      throw new Error(`the page has no one place for its ${name}`)
    return before + html`<meta name="${name}" content="${content}" />`.html + after
  }, String(page))

/** Reads a file; answers its last content while it is missing, as during a replacement. */
export function createCachedReader(path: string): () => Promise<Buffer> {
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
