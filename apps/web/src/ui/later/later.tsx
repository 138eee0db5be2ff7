import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useOffline } from '../../platform/online.ts'
import { type Part, part } from '../../platform/parts.ts'
import { session } from '../../platform/session.ts'
import { NotHere } from './NotHere.tsx'

/** How much of the screen a part takes: a page, a place within one, or something over it. */
export type Extent = 'page' | 'place' | 'overlay'

/** A component that is fetched when it is wanted. `waiting` stands in its place until then. */
export type Later<P> = ComponentType<P & { readonly waiting?: ReactNode }> & { readonly fetch: () => Promise<unknown> }

/**
 * The one way to leave a part out of the first download. It never takes the page along when it does not come: without a
 * connection it says so in words and comes by itself when the connection is back. Overlays, which people open in a hurry, are
 * fetched ahead: as soon as somebody who is signed in has their page, and the browser nothing else to do.
 */
export function later<P extends object>(load: () => Promise<{ default: ComponentType<P> }>, extent: Extent = 'place'): Later<P> {
  const code = part(load)
  if (extent === 'overlay') fetchAhead(() => void code.fetch().catch(() => undefined)) // it is tried again when it is wanted
  const Waiting = (props: P & { readonly waiting?: ReactNode }) => {
    const { here, offline, failed, again } = useArrival(code)
    useEffect(() => {
      if (extent === 'page' && here && session.get()) hasPage()
    }, [here])
    if (here) return <here.default {...props} />
    if (failed) return <NotHere extent={extent} again={again} />
    return offline ? <NotHere extent={extent} /> : props.waiting
  }
  return Object.assign(Waiting, { fetch: code.fetch })
}

/** A part that a component fetches itself: here, or why not. Without a connection it comes by itself when that is back. */
export function useArrival<T>(code: Part<T>) {
  const offline = useOffline()
  const [here, arrived] = useState<T | undefined>(code.here)
  const [failed, fail] = useState(false)
  useEffect(() => {
    if (here || failed) return undefined
    const left = new AbortController()
    code.arrive(left.signal).then(
      found => left.signal.aborted || arrived(() => found),
      (error: unknown) => {
        if (left.signal.aborted) return
        console.error('a part did not come', error)
        fail(true)
      },
    )
    return () => left.abort()
  }, [code, here, failed])
  return { here, offline, failed, again: () => fail(false) }
}

/** What waits for the first page; undefined: it is there. */
let ahead: (() => void)[] | undefined = []

/** Until the first page is there, a slow line is for nothing else. */
function fetchAhead(work: () => void): void {
  if (ahead) ahead.push(work)
  else whenIdle(work)
}

function hasPage(): void {
  ahead?.forEach(whenIdle)
  ahead = undefined
}

const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 5_000 }) : setTimeout(work, 500)
