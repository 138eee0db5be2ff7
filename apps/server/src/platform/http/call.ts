import type { Asked, FileReply, RefusalOf, Route, Routes, StreamReply } from '@steading/contract/http/route'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Actor } from '../actor.ts'
import type { UnitOfWork } from '../database/unitOfWork.ts'

/** An uploaded file on disk; deleted after the call unless the handler stores it. */
export interface Upload {
  readonly name: string
  readonly type: string
  readonly size: number
  readonly path: string
}

/** A file to send. */
export interface Download {
  readonly name: string
  readonly type: string
  readonly content: Readable | Uint8Array
}

/**
 * Runs a change in a unit of work once per idempotency key: a repeated request answers the reply of the first. Without a key it
 * runs each time. It stores the reply in the transaction of the change.
 */
export type Once = <T>(work: UnitOfWork, change: () => Promise<T>) => Promise<T>

/** Input of a handler: parsed parts of the route, actor, and the function to refuse. */
export type Call<R extends Route> = Asked<R> & {
  readonly actor: Actor
  /** The session's token; sessions alone read it. */
  readonly token: string | undefined
  readonly agent: string
  /** Ends when the caller goes away. */
  readonly signal: AbortSignal
  refuse(code: RefusalOf<R>): never
} & (R extends { readonly multipart: object } ? { readonly files: readonly Upload[] } : unknown) &
  (R extends { readonly idempotent: true } ? { readonly once: Once } : unknown) &
  (R extends { readonly hook: true } ? { readonly signature: string | undefined } : unknown)

type ReplyOf<R extends Route> = R['reply'] extends z.ZodType
  ? z.input<R['reply']>
  : R['reply'] extends FileReply
    ? Download
    : R['reply'] extends StreamReply<infer S>
      ? AsyncIterable<z.input<S>>
      : never

/** A slice's handlers: one for each route, no more, no fewer, and of its types. */
export type Handlers<C extends Routes> = {
  readonly [K in keyof C]: (call: Call<C[K]>) => Promise<ReplyOf<C[K]>> | ReplyOf<C[K]>
}

type Exactly<C extends Routes, H> = H & { readonly [K in Exclude<keyof H, keyof C>]: never }

/** Binds handlers to a contract: a missing, extra or ill-typed handler does not compile. */
export interface Slice {
  readonly contract: Routes
  readonly handlers: Readonly<Record<string, (call: never) => unknown>>
}
export const slice = <const C extends Routes, const H extends Handlers<C>>(contract: C, handlers: Exactly<C, H>): Slice => ({
  contract,
  handlers,
})
