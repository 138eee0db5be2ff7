import { check } from '@steading/contract/problem'
import type { FieldProblem } from '@steading/contract/problem'
import type { Access, Route } from '@steading/contract/route'
import { isFileReply, isStreamReply } from '@steading/contract/route'
import { askedLanguage, matchLanguage } from '@steading/locales/languages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { mayDo, nobody } from '../actor.ts'
import type { Actor } from '../actor.ts'
import { Failed, Refused } from '../failures.ts'
import { sendFile, sendStream } from './answers.ts'
import type { Download, Slice, Upload } from './call.ts'
import { readMultipart } from './multipart.ts'
import type { UploadLimits } from './multipart.ts'
import type { Pace } from './pace.ts'

export interface Door {
  readonly tenant: string
  /** Who holds this token; undefined when the session is over. Background calls are no activity. */
  identify(token: string, caller: { background: boolean; ip: string; requestId: string }): Promise<Actor | undefined>
  /** A refusal in the caller's words. */
  speakRefusal(of: Pick<Refused, 'telling' | 'values'>, actor: Actor): string
  readonly uploads: Readonly<Record<'event' | 'image', UploadLimits>>
  readonly staging: string
  readonly pace: Pace
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined
  }
}

/** Calls that live without the tenant header: they are asked before anybody knows the tenant. */
const TENANTLESS = new Set(['/health'])

/** Registers every route of these slices below /services. */
export function serve(app: FastifyInstance, slices: Readonly<Record<string, Slice>>, door: Door) {
  app.decorateRequest('actor', undefined)
  for (const { contract, handlers } of Object.values(slices))
    for (const [name, route] of Object.entries(contract)) {
      const handler = handlers[name] as ((call: unknown) => unknown) | undefined // safe: slice() saw to it
      if (!handler) throw new Error(`no handler for ${route.method} ${route.path}`)
      // A misspelt filter that is passed over would answer another question than was asked.
      const strict: Route = { ...route, query: (route.query ?? z.object({})).strict() }
      app.route({
        method: route.method,
        url: `/services${route.path}`,
        config: { form: route.hook === true },
        onRequest: request => admit(request, route, door),
        handler: (request, reply) => answer(request, reply, strict, handler, door),
      })
    }
}

/** Tenant, session, permission: before a byte of the body is read. */
async function admit(request: FastifyRequest, route: Route, door: Door) {
  const tenant = request.headers['x-tenant']
  if (!TENANTLESS.has(route.path) && !route.hook && tenant !== door.tenant)
    throw new Failed(tenant ? 'TENANT_UNKNOWN' : 'TENANT_MISSING')
  const token = bearer(request)
  if (token) {
    const actor = await door.identify(token, {
      background: request.headers['x-background'] === '1',
      ip: request.ip,
      requestId: request.id,
    })
    // What one reads now is in the language of the screen; the account's own is for what is sent.
    const language = askedLanguage(request.headers['accept-language'])
    request.actor = actor && language ? { ...actor, language } : actor
  }
  if (route.access === 'open') return
  if (!request.actor) throw new Failed('NOT_AUTHENTICATED')
  if (!allowed(route.access, request.actor)) throw new Failed('NOT_ALLOWED')
  if (route.requires && !mayDo(request.actor, route.requires)) throw new Failed('NOT_ALLOWED')
  door.pace.search(route, request.actor)
}

/** A public link opens the routes of links alone, and a session never comes in by them. */
function allowed(access: Exclude<Access, 'open'>, actor: Actor): boolean {
  if (access === 'link' || actor.kind === 'publicLink') return access === 'link' && actor.kind === 'publicLink'
  return access === 'session' || mayDo(actor, access)
}

const bearer = (request: FastifyRequest) => /^bearer +(\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  handler: (call: unknown) => unknown,
  door: Door,
) {
  const actor = request.actor ?? {
    ...nobody(matchLanguage(request.headers['accept-language'])),
    ip: request.ip,
    requestId: request.id,
  }
  const given = await content(request, route, door)
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  if (reply.raw.destroyed) gone.abort()
  try {
    const said = await handler({
      ...parsed(route, { params: request.params, query: request.query, body: given.body }),
      ...(route.multipart && { files: given.files }),
      ...(route.hook && { signature: String(request.headers['x-twilio-signature'] ?? '') }),
      actor,
      token: bearer(request),
      agent: (request.headers['user-agent'] ?? '').slice(0, 200),
      signal: gone.signal,
      refuse: (code: Refused['code']) => {
        throw new Refused(code)
      },
    })
    await given.clear()
    if (isFileReply(route.reply)) return await sendFile(reply, said as Download) // safe: Handlers asks for it
    if (isStreamReply(route.reply)) return await sendStream(reply, said as AsyncIterable<unknown>, route.reply.stream) // safe: as above
    return await reply.send(route.reply.parse(said))
  } catch (error) {
    await given.clear()
    if (error instanceof Refused && route.refusals?.includes(error.code))
      return reply.send({ deferredStatus: error.code, message: door.speakRefusal(error, actor) })
    throw error
  }
}

interface Given {
  readonly body: unknown
  readonly files: readonly Upload[]
  clear(): Promise<void>
}
const nothingStaged = async () => undefined

async function content(request: FastifyRequest, route: Route, door: Door): Promise<Given> {
  const { multipart } = route
  if (multipart)
    return readMultipart(request, multipart, {
      ...door.uploads[multipart.limits ?? 'event'],
      staging: door.staging,
      onFirst: () => door.pace.upload(multipart.files, request.actor),
    })
  return { body: request.body, files: [], clear: nothingStaged }
}

/** All three places are looked at, so that a caller hears of every wrong field at once. */
function parsed(route: Route, given: { params: unknown; query: unknown; body: unknown }) {
  const wrong: FieldProblem[] = []
  const values: Record<string, unknown> = {}
  for (const place of ['params', 'query', 'body'] as const) {
    const schema = route[place]
    if (!schema) continue
    const result = check(schema, given[place], place)
    if (result.ok) values[place] = result.value
    // What a path names and cannot be an id is not there.
    else if (place === 'params') throw new Failed('NOT_FOUND')
    else wrong.push(...result.problems)
  }
  if (wrong.length > 0) throw new Failed('INVALID_INPUT', wrong)
  return values
}
