import { BATCH_ATTACHMENTS, BATCH_FILE_BYTES } from '@steading/contract/production/batches'
import { VERSION } from '@steading/contract/contracts'
import { MOST_WIDGETS } from '@steading/contract/widgets/dashboards'
import { translatorFor } from '@steading/locales/text'
import type { FastifyInstance } from 'fastify'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Failed } from '../platform/failures.ts'
import { createRateLimit } from '../platform/http/rateLimit.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { serve } from '../platform/http/serve.ts'
import { proxyTrust } from '../platform/network/proxies.ts'
import type { Part } from '../platform/part.ts'
import type { World } from '../platform/world.ts'
import { TIMES } from '../heartbeat/index.ts'
import type { Times } from '../heartbeat/index.ts'
import { serveMetrics } from './metrics.ts'
import { apiUserIdentifier, isApiToken } from '../apiAccess/index.ts'
import { publicLinkIdentifier } from '../dashboards/index.ts'
import { identifier } from '../sessions/index.ts'
import { createAnswerForms } from '../events/index.ts'
import { publicUrl } from '../platform/config/config.ts'
import { serveAnswerPage } from './answers.ts'
import { serveDocs } from './docs.ts'
import { createServices } from './services.ts'
import type { Services } from './services.ts'
import { slicesOf } from './slices.ts'
import { createPeriodicTask } from '../platform/periodicTask.ts'
import { createWithdrawalWatch } from '../animalMovements/index.ts'
import { createDeliveryDetection } from '../silo/index.ts'
import { createFiguresTask } from '../batchFigures/index.ts'
import { createWebhookSender } from '../subscriptions/index.ts'
import { createSummaries } from '../summaries/index.ts'
import { createPlanNotices } from '../protection/index.ts'
import { createTaskGeneration, createTaskNotifier, createTaskReminders } from '../tasks/index.ts'
import { RELEASED } from '../platform/release.ts'
import { serveWeb } from './web.ts'

export interface App {
  readonly http: FastifyInstance
  readonly services: Services
  /** What runs beside the calls, in the order of the start. */
  readonly parts: readonly Part[]
  start(): Promise<void>
  stop(): Promise<void>
}

/** Interval of the database health check, ms. */
const DATABASE_CHECK_INTERVAL = 5_000

interface AppOptions {
  /** `false`: without it, for tests of other things. */
  readonly heartbeat?: Times | false
  /** Longest delay of rollups and last values behind the journal, ms. */
  readonly gatherMs?: number
}

/** The server: slices, parts that run beside them, and HTTP. */
export async function buildApp(world: World, { heartbeat = TIMES, gatherMs }: AppOptions = {}): Promise<App> {
  const { config, texts } = world
  const services = createServices(world, { beats: heartbeat || TIMES, ...(gatherMs !== undefined && { gatherMs }) })
  // Boxes connect last, when all else is ready.
  const parts: Part[] = [
    createPeriodicTask(world, 'database', DATABASE_CHECK_INTERVAL, async () => void (await world.pool.query('select 1'))),
    world.jobs.part,
    world.files.part,
    services.outbox.part,
    ...services.events.parts,
    services.journal.part,
    createDeliveryDetection(world),
    createWebhookSender(world, services.journal),
    services.drills.part,
    createSummaries(world, services.outbox),
    createTaskGeneration(world, createTaskNotifier(world, services.outbox)),
    createTaskReminders(world, services.outbox),
    createPlanNotices(world, services.outbox),
    createFiguresTask(world),
    services.earlyWarning,
    services.heatForecast,
    services.reports,
    createWithdrawalWatch(world, services.events),
    ...services.rules.parts,
    services.devices.part,
    ...(heartbeat ? [services.watchdog.part] : []),
  ]
  let ready = false
  const http = await createHttpServer({
    log: world.log,
    texts,
    trustProxy: proxyTrust(config),
    ...(config.MAP_TILES && { tiles: config.MAP_TILES }),
    ...(config.tls && { tls: config.tls }),
  })
  // Until all parts run, calls answer 503; the health call names the missing part.
  http.addHook('onRequest', async ({ url }) => {
    if (!ready && !url.startsWith('/services/health')) throw new Failed('UNAVAILABLE')
  })
  const slices = slicesOf(world, services, () => ({ ready, parts }))
  const staging = join(config.dataDir, 'staging')
  const file = { files: config.EVENT_FILES, bytes: config.EVENT_FILE_MB * 1_048_576 }
  const identifySession = identifier(world)
  const identifyApiUser = apiUserIdentifier(world)
  serve(http, slices, {
    tenant: config.TENANT_ID,
    identify: (token, caller) => (isApiToken(token) ? identifyApiUser : identifySession)(token, caller),
    identifyLink: publicLinkIdentifier(world),
    refusalMessage: ({ text, values, place }, actor) => {
      const t = translatorFor(texts, actor)
      const message = t(`refusals.${text}`, values)
      return place ? t(`refusals.${place.kind}`, { row: place.row, message }) : message
    },
    uploads: {
      event: file,
      batch: { files: BATCH_ATTACHMENTS, bytes: BATCH_FILE_BYTES },
      image: { files: 1, bytes: file.bytes },
      // One of each widget of a dashboard.
      pictures: { files: MOST_WIDGETS, bytes: file.bytes },
    },
    staging,
    rateLimit: createRateLimit(config, world.clock),
  })
  services.devices.registerRoutes(http)
  serveDocs(http)
  serveAnswerPage(http, createAnswerForms(world, services.events.notifier), {
    isSecure: publicUrl(config).startsWith('https:'),
  })
  http.get('/meta.json', (_, reply) => reply.header('cache-control', 'no-store').send({ version: VERSION, date: RELEASED }))
  serveMetrics(http, world)
  await serveWeb(http, {
    tenant: config.TENANT_ID,
    'map-tiles': config.MAP_TILES ?? '',
    'cache-seconds': String(config.CACHE_SECONDS),
    'event-files': String(config.EVENT_FILES),
    'event-file-mb': String(config.EVENT_FILE_MB),
  })
  return {
    http,
    services,
    parts,
    async start() {
      // Uploads that a crash interrupted have no owner.
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
