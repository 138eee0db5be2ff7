import { Failure, Refused } from './failure.ts'
import { isFileReply, isStreamReply } from './route.ts'
import type { Ask, RefusalOf, ReplyOf, Route, Routes } from './route.ts'

export type Answer<R extends Route> = { readonly data: ReplyOf<R> } | { readonly refused: RefusalOf<R>; readonly message: string }

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Polling and live streams: does not count as the person's activity. */
  readonly background?: boolean
}

type Args<T> = keyof T extends never ? [ask?: T, options?: CallOptions] : [ask: T, options?: CallOptions]
export type Client<C extends Routes> = { readonly [K in keyof C]: (...args: Args<Ask<C[K]>>) => Promise<Answer<C[K]>> }

export interface Wire {
  /** Where the API stands, without a trailing slash: `/services`. */
  readonly base: string
  readonly headers?: () => Record<string, string>
  readonly send?: (request: Request) => Promise<Response>
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

async function call(route: Route, { base, headers, send = fetch }: Wire, ask: AnyAsk, options: CallOptions) {
  const { body, type } = content(route, ask)
  const response = await send(
    new Request(`${base}${address(route, ask)}`, {
      method: route.method,
      headers: { ...headers?.(), ...type, ...(options.background && { 'x-background': '1' }) },
      ...(body !== undefined && { body }),
      ...(options.signal && { signal: options.signal }),
    }),
  )
  if (!response.ok) throw new CallFailed(route, response.status, Failure.safeParse(await json(response)).data)
  if (isFileReply(route.reply)) return { data: { name: fileName(response), content: await response.blob() } }
  if (isStreamReply(route.reply)) return { data: messages(response, route.reply.stream) }
  const answer = await json(response)
  const refused = Refused.safeParse(answer)
  if (refused.success) return { refused: refused.data.deferredStatus, message: refused.data.message }
  return { data: route.reply.parse(answer) }
}

/** The path and query of a call: parameters in their place, arrays as repeated parameters. */
export function address(route: Pick<Route, 'path'>, ask: Pick<AnyAsk, 'params' | 'query'>): string {
  const path = route.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(ask.params?.[key] ?? ''))
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(ask.query ?? {}))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) query.append(key, String(one))
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
  return utf8 ? decodeURIComponent(utf8) : (/filename="([^"]*)"/i.exec(header)?.[1] ?? 'download')
}

/** Server-sent events as parsed messages; ends when the server or the caller ends it. */
async function* messages<T>(response: Response, schema: { parse(value: unknown): T }): AsyncGenerator<T> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return
  let rest = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = (rest + part.value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = block
          .split('\n')
          .filter(line => line.startsWith('data: '))
          .map(line => line.slice(6))
          .join('\n')
        if (data) yield schema.parse(JSON.parse(data))
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
