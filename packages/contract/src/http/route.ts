import type { z } from 'zod'
import type { Permission } from '../users/permissions.ts'
import type { Refusal } from './refusals.ts'

/**
 * Who may call: anybody (`open`), the holder of a public dashboard's link (`link`), any session, or a session holding the
 * permission; of a list, any one is enough.
 */
export type Access = 'open' | 'link' | 'session' | Permission | readonly [Permission, Permission, ...Permission[]]

/** Instead of a JSON reply: a file of one of these media types, or a stream of JSON messages (server-sent events). */
export interface FileReply {
  readonly file: readonly string[]
}
export interface StreamReply<S extends z.ZodType = z.ZodType> {
  readonly stream: S
}
export type Reply = z.ZodType | FileReply | StreamReply

/** Carries the public link of a call of access `link`. */
export const PUBLIC_LINK_HEADER = 'x-public-link'

/**
 * Names one intended change, the same over its retries: a repeated key with the same request answers the first reply for 24 h,
 * with another one it fails with IDEMPOTENCY_KEY_REUSED.
 */
export const IDEMPOTENCY_HEADER = 'idempotency-key'

/** One HTTP call, told once. Server, client, OpenAPI, permission matrix and tests all derive from this value. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /services; `:name` is a parameter. */
  readonly path: `/${string}`
  readonly summary: string
  readonly access: Access
  /** Of access `session`: the scope that an API user needs. Without it the call is about a person at a screen, and an API user is refused. */
  readonly apiScope?: Permission
  /** A permission that the caller needs besides: to change what only its holders may read. */
  readonly requires?: Permission
  /** Of access `link`: the parameter that is the public link itself, which is otherwise a header. */
  readonly linkParameter?: string
  readonly params?: z.ZodType
  /** Members that it does not name are refused. */
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Multipart: the part that carries the body as JSON, the part that carries files, and their limits. */
  readonly multipart?: {
    readonly json: string
    readonly files: string
    readonly limits?: 'event' | 'batch' | 'image' | 'pictures'
  }
  /** Takes an idempotency key (`IDEMPOTENCY_HEADER`): a reply that was lost and is asked for again changes nothing twice. */
  readonly idempotent?: true
  /** Called by a provider: as a form too, without a tenant; its handler gets the signature. */
  readonly hook?: true
  readonly reply: Reply
  /** The only refusals that the handler may give; the caller's error type is exactly this list. */
  readonly refusals?: readonly Refusal[]
}

export type Routes = Readonly<Record<string, Route>>

/** Keeps literals literal and checks the shape. */
export const routes = <const R extends Routes>(definition: R): R => definition

type Out<S> = S extends z.ZodType ? z.output<S> : undefined
type In<S> = S extends z.ZodType ? z.input<S> : undefined
type Defined<T> = { readonly [K in keyof T as T[K] extends undefined ? never : K]: T[K] }
type Field<R, K extends PropertyKey> = R extends { readonly [key in K]: infer S } ? S : undefined

export type RefusalOf<R extends Route> = R['refusals'] extends readonly (infer C)[] ? C : never
type MultipartOf<R> = R extends { readonly multipart: object } ? true : undefined

/** A query of which nothing need be said may be left out. */
type Query<Q> = [Q] extends [undefined]
  ? unknown
  : Partial<Q> extends Q
    ? { readonly query?: Q | undefined }
    : { readonly query: Q }

/** What a caller passes. */
export type Ask<R extends Route> = Query<In<Field<R, 'query'>>> &
  Defined<{
    params: In<Field<R, 'params'>>
    body: In<Field<R, 'body'>>
    files: MultipartOf<R> extends true ? readonly File[] : undefined
  }>

/** What a handler receives, parsed; files come beside it, streamed. */
export type Asked<R extends Route> = Defined<{
  params: Out<Field<R, 'params'>>
  query: Out<Field<R, 'query'>>
  body: Out<Field<R, 'body'>>
}>

/** What a caller gets. */
export type ReplyOf<R extends Route> = R['reply'] extends z.ZodType
  ? z.output<R['reply']>
  : R['reply'] extends StreamReply<infer S>
    ? AsyncIterable<z.output<S>>
    : R['reply'] extends FileReply
      ? { readonly name: string; readonly content: Blob }
      : never

export const isFileReply = (reply: Reply): reply is FileReply => 'file' in reply
export const isStreamReply = (reply: Reply): reply is StreamReply => 'stream' in reply
