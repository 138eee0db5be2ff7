import type { z } from 'zod'
import { Failure, Refused } from './failure.ts'
import { IDEMPOTENCY_HEADER, isFileReply, isStreamReply } from './route.ts'
import type { Ask, RefusalOf, ReplyOf, Route, Routes } from './route.ts'
import { parseTolerantly, unknownKind } from './tolerance.ts'

export type Answer<R extends Route> = { readonly data: ReplyOf<R> } | { readonly refused: RefusalOf<R>; readonly message: string }

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Polling and live streams: does not count as the person's activity. */
  readonly background?: boolean
  /** Of a route that takes one: the same for each attempt at one change. */
  readonly idempotencyKey?: string
}

type Args<T> = keyof T extends never ? [ask?: T, options?: CallOptions] : [ask: T, options?: CallOptions]
export type Client<C extends Routes> = { readonly [K in keyof C]: (...args: Args<Ask<C[K]>>) => Promise<Answer<C[K]>> }

export interface Wire {
  /** Where the API stands, without a trailing slash: `/services`. */
  readonly base: string
  readonly headers?: () => Record<string, string>
  readonly send?: (request: Request) => Promise<Response>
  /**
   * Makes the client tolerant of a newer server, and hears of each reply or message that differs from this version's schema.
   * Absent: strict, a mismatch is an error.
   */
  readonly onMismatch?: (route: Pick<Route, 'method' | 'path'>, error: z.ZodError) => void
}

/** A typed client: one function per route. Refusals are answers, failures are thrown as CallFailed. */
export function client<const C extends Routes>(contract: C, wire: Wire): Client<C> {
  const calls = Object.entries(contract).map(([name, route]) => [
    name,
    (ask: AnyAsk = {}, options: CallOptions = {}) => call(route, wire, ask, options),
  ])
  return Object.fromEntries(calls) as Client<C> // safe: built from the same keys, route by route
}

interface AnyAsk {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly files?: readonly File[]
}

async function call(route: Route, wire: Wire, ask: AnyAsk, options: CallOptions) {
  const { base, headers, send = fetch } = wire
  const { body, type } = content(route, ask)
  const response = await send(
    new Request(`${base}${address(route, ask)}`, {
      method: route.method,
      headers: {
        ...headers?.(),
        ...type,
        ...(options.background && { 'x-background': '1' }),
        ...(options.idempotencyKey && { [IDEMPOTENCY_HEADER]: options.idempotencyKey }),
      },
      ...(body !== undefined && { body }),
      ...(options.signal && { signal: options.signal }),
    }),
  )
  if (!response.ok) throw new CallFailed(route, response.status, Failure.safeParse(await json(response)).data)
  // A refusal comes as JSON without a name.
  const isFile = isFileReply(route.reply) && (!route.refusals || response.headers.has('content-disposition'))
  if (isFile) return { data: { name: fileName(response), content: await response.blob() } }
  if (isStreamReply(route.reply)) return { data: messages(response, route, route.reply.stream, wire) }
  const answer = await json(response)
  const refused = Refused.safeParse(answer)
  if (refused.success) return { refused: refused.data.deferredStatus, message: refused.data.message }
  if (isFileReply(route.reply)) throw new CallFailed(route, response.status, undefined)
  return { data: parse(route, route.reply, answer, wire) }
}

function parse<S extends z.ZodType>(route: Route, schema: S, value: unknown, { onMismatch }: Wire): z.output<S> {
  if (!onMismatch) return schema.parse(value)
  const tolerated = parseTolerantly(schema, value)
  if (tolerated.error) onMismatch(route, tolerated.error)
  return tolerated.value
}

/** The path and query of a call: parameters in their place, arrays as repeated parameters. */
export function address(route: Pick<Route, 'path'>, ask: Pick<AnyAsk, 'params' | 'query'>): string {
  const path = route.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(ask.params?.[key] ?? ''))
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(ask.query ?? {}))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null) query.append(key, String(item))
  return query.size > 0 ? `${path}?${query.toString()}` : path
}

function content(route: Route, ask: AnyAsk): { body?: string | FormData; type?: Record<string, string> } {
  if (ask.body === undefined) return {}
  const text = JSON.stringify(ask.body)
  if (!route.multipart) return { body: text, type: { 'content-type': 'application/json' } }
  const form = new FormData()
  form.append(route.multipart.json, new Blob([text], { type: 'application/json' }))
  for (const file of ask.files ?? []) form.append(route.multipart.files, file, file.name)
  return { body: form }
}

const json = (response: Response): Promise<unknown> => response.json().catch(() => undefined)

/** The file name of a download: RFC 6266, the UTF-8 form first. */
function fileName(response: Response): string {
  const header = response.headers.get('content-disposition') ?? ''
  const utf8 = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  return utf8 ? decodeURIComponent(utf8) : (/filename="?([^";]*)/i.exec(header)?.[1] ?? 'download')
}

/** Server-sent events as parsed messages; ends when the server or the caller ends it. */
async function* messages<S extends z.ZodType>(
  response: Response,
  route: Route,
  schema: S,
  wire: Wire,
): AsyncGenerator<z.output<S>> {
  for await (const data of eventData(response)) {
    const value: unknown = JSON.parse(data)
    const unknown = wire.onMismatch && unknownKind(schema, value)
    if (unknown) wire.onMismatch?.(route, unknown)
    else yield parse(route, schema, value, wire)
  }
}

/** The data of each server-sent event (HTML Living Standard, 9.2.6). Other fields and comments are ignored. */
async function* eventData(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return
  let buffer = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      // A CR at the end may be the first half of a CR LF.
      const text = buffer + part.value
      const whole = text.endsWith('\r') ? text.length - 1 : text.length
      const blocks = text.slice(0, whole).split(/\r\n\r\n|\n\n|\r\r/)
      buffer = (blocks.pop() ?? '') + text.slice(whole)
      for (const block of blocks) {
        const lines = block.split(/\r\n|\n|\r/).filter(line => line.startsWith('data:'))
        const data = lines.map(line => line.slice(line[5] === ' ' ? 6 : 5)).join('\n')
        if (data) yield data
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** A call that failed: its HTTP status and, where the server could say so, the body of the failure. */
export class CallFailed extends Error {
  readonly route: Pick<Route, 'method' | 'path'>
  readonly status: number
  readonly failure: Failure | undefined
  constructor(route: Pick<Route, 'method' | 'path'>, status: number, failure: Failure | undefined) {
    super(failure?.message ?? `${route.method} ${route.path} answered ${status}`)
    this.name = 'CallFailed'
    this.route = { method: route.method, path: route.path }
    this.status = status
    this.failure = failure
  }
}
