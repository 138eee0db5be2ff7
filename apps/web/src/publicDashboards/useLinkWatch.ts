import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { data } from '../platform/api/api.ts'
import { pauseAfter } from '../platform/stream/stream.ts'
import { callsOf, publicDashboardQuery } from './linkSource.ts'

/** Asks for the dashboard again when the stream of its link ends: a revoked link leaves no values on the screen. */
export function useLinkWatch(link: string, isOver: boolean) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (isOver) return undefined
    const leaving = new AbortController()
    const { queryKey } = publicDashboardQuery(link)
    void watch(link, leaving.signal, () => queryClient.invalidateQueries({ queryKey, exact: true }))
    return () => leaving.abort()
  }, [queryClient, link, isOver])
}

async function watch(link: string, signal: AbortSignal, onEnd: () => Promise<void>) {
  let failures = 0
  while (!signal.aborted) {
    try {
      const messages = await data(callsOf(link).dashboards.watch({}, { signal, background: true }))
      for await (const _ of messages) failures = 0
    } catch (error) {
      if (!signal.aborted) console.info('watching the public link failed', error) // it is tried again
    }
    if (signal.aborted) return
    await onEnd()
    await new Promise(resolve => setTimeout(resolve, pauseAfter(failures++, Math.random())))
  }
}
