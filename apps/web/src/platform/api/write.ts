import type { MutationKey } from '@tanstack/react-query'
import { queryClient } from './queries.ts'

export type Call<Input, Reply> = (input: Input) => Promise<Reply>

/**
 * What every write has in common. `networkMode: 'always'`: without a connection a write fails at once, and the page says so, instead
 * of waiting unseen. `gcTime`: a write that is done leaves the cache soon, since it may hold a password or files.
 */
export const writeOptions = <Input, Reply>(key: MutationKey, call: Call<Input, Reply>) =>
  ({ mutationKey: key, mutationFn: (input: Input) => call(input), networkMode: 'always', gcTime: 1_000 }) as const

/** `useWrite` for functions outside of components, and for what the first visit loads: it needs no observer. */
export const write = <Input, Reply>(key: MutationKey, call: Call<Input, Reply>, input: Input): Promise<Reply> =>
  queryClient.getMutationCache().build<Reply, Error, Input, unknown>(queryClient, writeOptions(key, call)).execute(input)

/** `write` of a call that takes an idempotency key: sent again after a lost reply, it changes nothing twice. */
export const writeOnce = <Input, Reply>(
  key: MutationKey,
  call: (input: Input, options: { readonly idempotencyKey: string }) => Promise<Reply>,
  input: Input,
  idempotencyKey: string,
): Promise<Reply> => write(key, ask => call(ask, { idempotencyKey }), input)
