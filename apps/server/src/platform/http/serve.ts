import { check } from '@steading/contract/http/problem'
import type { FieldProblem } from '@steading/contract/http/problem'
import type { Access, Route } from '@steading/contract/http/route'
import { isFileReply, isStreamReply, PUBLIC_LINK_HEADER } from '@steading/contract/http/route'
import type { Language } from '@steading/contract/users/languages'
import { askedLanguage, matchLanguage } from '@steading/locales/languages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isPermitted, anonymousActor } from '../actor.ts'
import type { Actor } from '../actor.ts'
import { Failed, NotFound, Refused } from '../failures.ts'
import { onceFor } from './idempotency.ts'
import { sendFile, sendStream } from './sendReply.ts'
import type { Download, Slice, Upload } from './call.ts'
import { readMultipart } from './multipart.ts'
import type { UploadLimits } from './multipart.ts'
import type { RateLimit } from './rateLimit.ts'

export interface ServeOptions {
  readonly tenant: string
  /** The actor of a public link, while it is good. */
  identifyLink(link: string, caller: { ip: string; requestId: string; language: Language }): Promise<Actor | undefined>
  /** The actor of a session's token or an API user's; undefined when it is not good. Background calls do not count as activity. */
  identify(token: string, caller: { background: boolean; ip: string; requestId: string }): Promise<Actor | undefined>
  /** Message of a refusal in the caller's language. */
  refusalMessage(of: Pick<Refused, 'text' | 'values' | 'place'>, actor: Actor): string
  readonly uploads: Readonly<Record<'event' | 'batch' | 'image' | 'pictures', UploadLimits>>
  readonly staging: string
  readonly rateLimit: RateLimit
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined
  }
}

/** Paths without the tenant header: called before the tenant is known, or by an `<img>` with a signed address. */
const TENANTLESS = new Set(['/health', '/static/widgets/image/:widgetId/:name'])

/** Registers every route of these slices below /services. */
export function serve(app: FastifyInstance, slices: Readonly<Record<string, Slice>>, options: ServeOptions) {
  app.decorateRequest('actor', undefined)
  for (const { contract, handlers } of Object.values(slices))
    for (const [name, route] of Object.entries(contract)) {
      const handler = handlers[name] as ((call: unknown) => unknown) | undefined // safe: slice() saw to it
      if (!handler) throw new Error(`no handler for ${route.method} ${route.path}`)
      // Strict: an ignored misspelt filter would answer another question.
      const strict: Route = { ...route, query: (route.query ?? z.object({})).strict() }
      app.route({
        method: route.method,
        url: `/services${route.path}`,
        config: { form: route.hook === true },
        onRequest: request => admit(request, route, options),
        handler: (request, reply) => handle(request, reply, strict, handler, options),
      })
    }
}

/** Checks tenant, session and permission before a byte of the body is read. */
async function admit(request: FastifyRequest, route: Route, options: ServeOptions) {
  const tenant = request.headers['x-tenant']
  if (!TENANTLESS.has(route.path) && !route.hook && tenant !== options.tenant)
    throw new Failed(tenant ? 'TENANT_UNKNOWN' : 'TENANT_MISSING')
  if (route.access === 'link') {
    request.actor = await linkActor(request, route, options)
    return
  }
  const token = bearer(request)
  if (token) {
    const actor = await options.identify(token, {
      background: request.headers['x-background'] === '1',
      ip: request.ip,
      requestId: request.id,
    })
    // Responses use the language of the request; the account's language is for messages.
    const language = askedLanguage(request.headers['accept-language'])
    request.actor = actor && language ? { ...actor, language } : actor
  }
  if (route.access === 'open') {
    // Open calls begin sessions and follow links: an API user is nobody there.
    if (request.actor?.kind === 'apiUser') request.actor = undefined
    return
  }
  if (!request.actor) throw new Failed('NOT_AUTHENTICATED')
  if (!isAllowed(route, route.access, request.actor)) throw new Failed('NOT_ALLOWED')
  if (route.requires && !isPermitted(request.actor, route.requires)) throw new Failed('NOT_ALLOWED')
  options.rateLimit.search(route, request.actor)
}

/** The actor of the public link that a request carries. @throws NotFound without a good one, whatever session there is */
async function linkActor(request: FastifyRequest, route: Route, options: ServeOptions): Promise<Actor> {
  const { linkParameter } = route
  const link = linkParameter
    ? (request.params as Record<string, unknown>)[linkParameter] // safe: parameters of a path
    : request.headers[PUBLIC_LINK_HEADER]
  const language = matchLanguage(request.headers['accept-language'])
  const actor =
    typeof link === 'string' && link.length <= 200
      ? await options.identifyLink(link, { ip: request.ip, requestId: request.id, language })
      : undefined
  if (!actor) throw new NotFound()
  return actor
}

/** An API user has no session: it needs the scope of a call that asks people for a session alone. */
const isAllowed = ({ apiScope }: Route, access: Exclude<Access, 'open' | 'link'>, actor: Actor): boolean => {
  if (access !== 'session') return isPermitted(actor, access)
  return actor.kind !== 'apiUser' || (apiScope !== undefined && isPermitted(actor, apiScope))
}

const bearer = (request: FastifyRequest) => /^bearer +(\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]

async function handle(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  handler: (call: unknown) => unknown,
  options: ServeOptions,
) {
  const actor = request.actor ?? {
    ...anonymousActor(matchLanguage(request.headers['accept-language'])),
    ip: request.ip,
    requestId: request.id,
  }
  const input = await readContent(request, route, options)
  const aborted = new AbortController()
  reply.raw.once('close', () => aborted.abort())
  if (reply.raw.destroyed) aborted.abort()
  try {
    const result = await handler({
      ...parseInput(route, { params: request.params, query: request.query, body: input.body }),
      ...(route.multipart && { files: input.files }),
      ...(route.idempotent && { once: onceFor(request, input) }),
      ...(route.hook && { signature: String(request.headers['x-twilio-signature'] ?? '') }),
      actor,
      token: bearer(request),
      agent: (request.headers['user-agent'] ?? '').slice(0, 200),
      signal: aborted.signal,
      refuse: (code: Refused['code']) => {
        throw new Refused(code)
      },
    })
    await input.clear()
    if (isFileReply(route.reply)) return await sendFile(reply, result as Download) // safe: Handlers asks for it
    if (isStreamReply(route.reply)) return await sendStream(reply, result as AsyncIterable<unknown>, route.reply.stream) // safe: as above
    return await reply.send(route.reply.parse(result))
  } catch (error) {
    await input.clear()
    if (error instanceof Refused && route.refusals?.includes(error.code))
      return reply.send({ deferredStatus: error.code, message: options.refusalMessage(error, actor) })
    throw error
  }
}

interface RequestContent {
  readonly body: unknown
  readonly files: readonly Upload[]
  clear(): Promise<void>
}
const nothingToClear = async () => undefined

async function readContent(request: FastifyRequest, route: Route, options: ServeOptions): Promise<RequestContent> {
  const { multipart } = route
  if (multipart)
    return readMultipart(request, multipart, {
      ...options.uploads[multipart.limits ?? 'event'],
      staging: options.staging,
      onFirst: () => options.rateLimit.upload(multipart.files, request.actor),
    })
  return { body: request.body, files: [], clear: nothingToClear }
}

/** Parses params, query and body, and collects all invalid fields. */
function parseInput(route: Route, input: { params: unknown; query: unknown; body: unknown }) {
  const wrong: FieldProblem[] = []
  const values: Record<string, unknown> = {}
  for (const place of ['params', 'query', 'body'] as const) {
    const schema = route[place]
    if (!schema) continue
    const result = check(schema, input[place], place)
    if (result.ok) values[place] = result.value
    // A path parameter that cannot be an id names nothing.
    else if (place === 'params') throw new Failed('NOT_FOUND')
    else wrong.push(...result.problems)
  }
  if (wrong.length > 0) throw new Failed('INVALID_INPUT', wrong)
  return values
}
