import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { applyMessage } from '../live/index.ts'
import { data } from '../platform/api/api.ts'
import { pauseAfter } from '../platform/stream/stream.ts'
import { callsOf, publicDashboardQuery } from './linkSource.ts'

/** A stream that is silent for so long is dead (ms): its server says every 10 s that it lives. */
const SILENCE = 30_000

/**
 * Shows values of the dashboard of a link as they are measured. Asks for the dashboard again when the stream ends: a revoked link
 * leaves no values on the screen. `firstLink`: the link without the dashboard of a turn.
 */
export function useLinkWatch({ link, firstLink, isOver }: { link: string; firstLink: string; isOver: boolean }) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (isOver) return undefined
    const leaving = new AbortController()
    const onEnd = () =>
      Promise.all(
        [...new Set([firstLink, link])].map(each => {
          const { queryKey } = publicDashboardQuery(each)
          return queryClient.invalidateQueries({ queryKey, exact: true })
        }),
      )
    void watch(link, leaving.signal, onEnd)
    return () => leaving.abort()
  }, [queryClient, link, firstLink, isOver])
}

async function watch(link: string, signal: AbortSignal, onEnd: () => Promise<unknown>) {
  let failures = 0
  while (!signal.aborted) {
    const silence = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const noteActivity = () => {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE)
    }
    noteActivity()
    try {
      const either = AbortSignal.any([signal, silence.signal])
      const messages = await data(callsOf(link).dashboards.watch({}, { signal: either, background: true }))
      for await (const message of messages) {
        noteActivity()
        failures = 0
        if (message.type === 'reading') applyMessage(message)
      }
    } catch (error) {
      if (!signal.aborted) console.info('watching the public link failed', error) // it is tried again
    } finally {
      clearTimeout(timer)
    }
    if (signal.aborted) return
    await onEnd()
    await new Promise(resolve => setTimeout(resolve, pauseAfter(failures++, Math.random())))
  }
}
