import { VERSION } from '@steading/contract/contracts'
import { translatorFor } from '@steading/locales/text'
import type { FastifyInstance } from 'fastify'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Failed } from '../platform/failures.ts'
import { pace } from '../platform/http/pace.ts'
import { httpServer } from '../platform/http/server.ts'
import { serve } from '../platform/http/serve.ts'
import { proxyTrust } from '../platform/proxies.ts'
import type { Part, World } from '../platform/world.ts'
import { TIMES } from '../heartbeat/index.ts'
import type { Times } from '../heartbeat/index.ts'
import { serveMetrics } from './metrics.ts'
import { identifier } from '../sessions/index.ts'
import { serveDocs } from './docs.ts'
import { doorsOf } from './doors.ts'
import type { Doors } from './doors.ts'
import { slicesOf } from './slices.ts'
import { every } from '../platform/every.ts'
import { summaries } from '../outbox/index.ts'
import { RELEASED } from '../platform/release.ts'
import { serveWeb } from './web.ts'

export interface App {
  readonly http: FastifyInstance
  readonly doors: Doors
  start(): Promise<void>
  stop(): Promise<void>
}

/** How often the database is asked whether it is there, ms. */
const PULSE = 5_000

/** The server: its slices, what runs beside them, and the HTTP door. Tests of other things do without the heartbeat. */
export async function buildApp(world: World, { heartbeat = TIMES }: { readonly heartbeat?: Times | false } = {}): Promise<App> {
  const { config, texts } = world
  const doors = doorsOf(world, heartbeat || TIMES)
  // Boxes come last, when everything stands ready.
  const parts: Part[] = [
    every(world, 'database', PULSE, async () => void (await world.pool.query('select 1'))),
    world.jobs.part,
    world.files.part,
    doors.outbox.part,
    ...doors.events.parts,
    doors.journal.part,
    doors.drills.part,
    summaries(world, doors.outbox),
    ...doors.rules.parts,
    doors.devices.part,
    ...(heartbeat ? [doors.watchdog.part] : []),
  ]
  let ready = false
  const http = await httpServer({
    log: world.log,
    texts,
    trustProxy: proxyTrust(config),
    ...(config.MAP_TILES && { tiles: config.MAP_TILES }),
    ...(config.tls && { tls: config.tls }),
  })
  // Whoever asks meanwhile hears that it comes; of health itself, which part is still missing.
  http.addHook('onRequest', async ({ url }) => {
    if (!ready && !url.startsWith('/services/health')) throw new Failed('UNAVAILABLE')
  })
  const slices = slicesOf(world, doors, () => ({ ready, parts }))
  const staging = join(config.dataDir, 'staging')
  const file = { files: config.EVENT_FILES, bytes: config.EVENT_FILE_MB * 1_048_576 }
  serve(http, slices, {
    tenant: config.TENANT_ID,
    identify: identifier(world),
    speakRefusal: ({ telling, values }, actor) => translatorFor(texts, actor)(`refusals.${telling}`, values),
    uploads: { event: file, image: { files: 1, bytes: file.bytes } },
    staging,
    pace: pace(config, world.clock),
  })
  doors.devices.serve(http)
  serveDocs(http)
  http.get('/meta.json', (_, reply) => reply.header('cache-control', 'no-store').send({ version: VERSION, date: RELEASED }))
  serveMetrics(http, config)
  await serveWeb(http, {
    tenant: config.TENANT_ID,
    'map-tiles': config.MAP_TILES ?? '',
    'cache-seconds': String(config.CACHE_SECONDS),
    'event-files': String(config.EVENT_FILES),
    'event-file-mb': String(config.EVENT_FILE_MB),
  })
  return {
    http,
    doors,
    async start() {
      // What was on its way in when the server died is nobody's.
      await rm(staging, { recursive: true, force: true })
      await http.listen({ port: config.HTTP_PORT, host: config.BIND })
      for (const part of parts) await part.start()
      ready = true
    },
    async stop() {
      ready = false
      await http.close()
      for (const part of parts.toReversed()) await part.stop()
    },
  }
}
