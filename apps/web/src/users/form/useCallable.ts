import { queryOptions } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { data } from '../../platform/api/api.ts'
import { lifetimes } from '../../platform/api/lifetimes.ts'
import { calls } from '../users.queries.ts'

const typingPause = 500

/** Debounced text. */
export function usePause(text: string): string {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), typingPause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** Whether the platform can call a phone number. */
export const callableQuery = (phone: string) =>
  queryOptions({
    queryKey: ['users', 'callable', phone],
    queryFn: ({ signal }) => data(calls.validatePhone({ params: { number: phone } }, { signal })),
    staleTime: lifetimes.always,
  })
