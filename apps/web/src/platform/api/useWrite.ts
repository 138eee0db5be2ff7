import { type MutationKey, useMutation } from '@tanstack/react-query'
import { type Call, writeOptions } from './write.ts'

/**
 * A call that changes something on the server, as a mutation of TanStack Query; the answer is that of the call. `key`: slice and
 * call, the same for every place that makes it. All writes go through here or `write`, so that they can be queued in one place.
 */
export const useWrite = <Input, Reply>(key: MutationKey, call: Call<Input, Reply>): Call<Input, Reply> =>
  useMutation(writeOptions(key, call)).mutateAsync
