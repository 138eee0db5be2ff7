import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import { matchLanguage } from '@steading/locales/languages'
import type { Language } from '@steading/locales/languages'
import { translatorFor } from '@steading/locales/text'
import type { Translate } from '@steading/locales/text'
import Fastify from 'fastify'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import { isDatabaseUnavailable } from '../database/connection/availability.ts'
import { FAILURES } from '@steading/contract/http/failure'
import { Failed, isDiskFull } from '../failures.ts'
import { DATABASE_UNAVAILABLE } from '../log.ts'
import type { Logger } from '../log.ts'
import { bodyWatch, MIN_BODY_RATE } from './bodyWatch.ts'
import type { BodyRate } from './bodyWatch.ts'
import { isShallow } from './jsonDepth.ts'
import { rawFailureCode, sendRawFailure } from './rawFailure.ts'
import type { RawFailureCode } from './rawFailure.ts'
import { fieldMessages, waitDuration } from './fieldMessages.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes a form. */
    form?: boolean
  }
}

export interface HttpOptions {
  readonly log: Logger
  readonly texts: Readonly<Record<Language, Translate>>
  /** Trusted proxies, whose X-Forwarded-For and X-Forwarded-Proto are used; none by default. */
  readonly trustProxy?: (address: string) => boolean
  readonly tls?: { readonly cert: string; readonly key: string }
  /** Minimum rate of a body. */
  readonly minBodyRate?: BodyRate
  /** Map tiles from elsewhere: their origin joins the content policy. */
  readonly tiles?: string
}

const JSON_LIMIT = 1_048_576
const FORM_LIMIT = 16_384
/** Retry-After of a call that cannot be answered now, s. */
const RETRY_AFTER = 5

/** Brotli quality for dynamic responses: most of the gain for little work. */
const BROTLI_QUALITY = 4
/** Smaller responses are not compressed, bytes. */
const COMPRESS_FROM = 1024

/** Connections whose header takes longer than a minute are looked for every 5 s (Node: every 30 s, so that one stayed up to 90 s). */
const HEADER_CHECK = { connectionsCheckingInterval: 5_000 }

/** The HTTP server with security headers and error handling; serve() adds the routes. */
export async function createHttpServer({
  log,
  texts,
  tls,
  tiles,
  trustProxy = () => false,
  minBodyRate = MIN_BODY_RATE,
}: HttpOptions): Promise<FastifyInstance> {
  /** A failure before a request exists; the caller's language is unknown. */
  const rawFailure = (socket: Socket, code: RawFailureCode) =>
    sendRawFailure(socket, {
      status: FAILURES[code],
      body: { code, message: texts['en-US'](`failures.${code}`), fields: [], requestId: randomUUID() },
    })
  const translatorOf = ({ actor, headers }: FastifyRequest): Translate =>
    translatorFor(texts, actor ?? { language: matchLanguage(headers['accept-language']) })
  const app: FastifyInstance = Fastify({
    loggerInstance: log.child({ part: 'http' }),
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_LIMIT,
    trustProxy,
    requestIdHeader: false,
    // A malformed URL gets the same body as every other failure.
    frameworkErrors: (error, request, reply: FastifyReply) => {
      const failed = toFailed(error)
      void reply.code(failed.status).send(body(failed, request, translatorOf(request)))
    },
    genReqId: () => randomUUID(),
    // Input that the HTTP parser rejects never becomes a request.
    clientErrorHandler: (error, socket) => rawFailure(socket, rawFailureCode(error)),
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    ...(tls ? { https: { cert: tls.cert, key: tls.key, ...HEADER_CHECK } } : { http: HEADER_CHECK }),
  }) as never // safe: http and https servers have the same surface here
  const tileOrigins = tiles ? [new URL(tiles).origin] : []
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...tileOrigins],
        connectSrc: ["'self'", ...tileOrigins],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        mediaSrc: ["'self'"],
        frameSrc: ['https:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: tls ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' },
  })
  await app.register(compress, {
    threshold: COMPRESS_FROM,
    // Compressed bodies are refused: a small one may expand beyond any limit.
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  })
  app.addHook(
    'onRequest',
    bodyWatch(minBodyRate, socket => rawFailure(socket, 'TIMED_OUT')),
  )
  app.removeContentTypeParser('text/plain')
  // Clients send the content type without a body as well: empty text is no body.
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) =>
    text === ''
      ? done(null, undefined)
      : readJson(request, String(text), (error: Error | null, value?: unknown) =>
          error ? done(error) : done(isShallow(value) ? null : new Failed('MALFORMED'), value),
        ),
  )
  // Only callbacks of providers may post forms.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    (request, text, done) =>
      request.routeOptions.config.form
        ? done(null, Object.fromEntries(new URLSearchParams(String(text))))
        : done(new Failed('UNSUPPORTED_MEDIA')),
  )
  await app.register(multipart)
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/services')) reply.header('cache-control', 'no-store')
  })

  app.setErrorHandler(async (error, request, reply) => {
    const failed = toFailed(error)
    if (failed.code === 'INTERNAL')
      request.log.error({ err: error, requestId: request.id, url: request.routeOptions.url }, 'call failed, answered 500')
    else if (failed !== error && failed.code === 'UNAVAILABLE')
      request.log.warn({ err: error, requestId: request.id, url: request.routeOptions.url }, DATABASE_UNAVAILABLE)
    else if (failed.code === 'NO_ROOM')
      request.log.error({ err: error, requestId: request.id, url: request.routeOptions.url }, 'disk full, call refused')
    const seconds = retryAfter(failed)
    if (seconds) void reply.header('retry-after', seconds)
    return reply.code(failed.status).send(body(failed, request, translatorOf(request)))
  })
  app.setNotFoundHandler(async (request, reply) =>
    reply.code(404).send(body(new Failed('NOT_FOUND'), request, translatorOf(request))),
  )
  return app
}

/** Seconds after which the same call may succeed. */
const retryAfter = ({ code, fields }: Failed) =>
  code === 'UNAVAILABLE' ? RETRY_AFTER : code === 'TOO_MANY_REQUESTS' ? fields[0]?.values?.seconds : undefined

/** Maps errors of Fastify, the database and the disk to failures. */
function toFailed(error: unknown): Failed {
  if (error instanceof Failed) return error
  if (isDatabaseUnavailable(error)) return new Failed('UNAVAILABLE')
  if (isDiskFull(error)) return new Failed('NO_ROOM')
  const { code, statusCode } = error as { code?: string; statusCode?: number } // safe: both are looked at as they come
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) return new Failed('TOO_LARGE')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || statusCode === 415) return new Failed('UNSUPPORTED_MEDIA')
  if (statusCode === 429) return new Failed('TOO_MANY_REQUESTS')
  // A body that cannot be parsed has no fields to mark.
  if (statusCode === 400 || code === 'FST_INVALID_JSON_FIELD_ERROR') return new Failed('MALFORMED')
  return new Failed('INTERNAL')
}

function body(failed: Failed, request: FastifyRequest, t: Translate) {
  // A delete has no entered values to compare.
  const isOfDelete = failed.code === 'VERSION_CONFLICT' && request.method === 'DELETE'
  const message = t(`failures.${isOfDelete ? 'conflictOnDelete' : (failed.text ?? failed.code)}`, {
    wait: waitDuration(failed.fields[0]?.values, t),
  })
  return { code: failed.code, message, fields: fieldMessages(failed.fields, t), requestId: request.id }
}
