import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useOffline } from '../../platform/session/online.ts'
import { type LazyModule, lazyModule } from '../../platform/modules/lazyModule.ts'
import { session } from '../../platform/session/session.ts'
import { LoadFailure } from './LoadFailure.tsx'
import type { Extent } from './extent.ts'

/** A lazy component. `waiting` is shown until it is loaded. */
export type LazyComponent<P> = ((props: P & { readonly waiting?: ReactNode }) => ReactNode) & {
  readonly fetch: () => Promise<unknown>
}

/**
 * Code splitting: a component outside of the first download. A failed download never breaks the page: offline it shows a
 * message and loads when the connection is back. Overlays are prefetched when the browser is idle after the first page of a
 * signed-in user, because they are opened in a hurry.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  extent: Extent = 'place',
): LazyComponent<P> {
  const code = lazyModule(load)
  if (extent === 'overlay') fetchAhead(code.fetch)
  const Lazy = (props: P & { readonly waiting?: ReactNode }) => {
    const { module, offline, failed, retry } = useLazyModule(code)
    useEffect(() => {
      if (extent === 'page' && module && session.get()) hasPage()
    }, [module])
    if (module) return <module.default {...props} />
    if (failed) return <LoadFailure extent={extent} retry={retry} />
    return offline ? <LoadFailure extent={extent} /> : props.waiting
  }
  return Object.assign(Lazy, { fetch: code.fetch })
}

/** State of a lazy module: loaded, or why not. Offline it loads when the connection is back. */
export function useLazyModule<T>(code: LazyModule<T>) {
  const offline = useOffline()
  const [loaded, arrived] = useState<T | undefined>(code.current)
  const [failed, fail] = useState(false)
  useEffect(() => {
    if (loaded || failed) return undefined
    const left = new AbortController()
    code.load(left.signal).then(
      found => left.signal.aborted || arrived(() => found),
      (error: unknown) => {
        if (left.signal.aborted) return
        console.error('lazy module not loaded', error)
        fail(true)
      },
    )
    return () => left.abort()
  }, [code, loaded, failed])
  return { module: loaded, offline, failed, retry: () => fail(false) }
}

type Fetch = () => Promise<unknown>
/** Prefetches in their order; they begin once the first page has had the line for itself. */
const ahead: Fetch[] = []
/** Until the first page has fetched what it shows (ms). */
const settleMs = 3_000
let state: 'waiting' | 'idle' | 'fetching' = 'waiting'

function fetchAhead(fetch: Fetch): void {
  ahead.push(fetch)
  if (state === 'idle') void fetchInTurn()
}

function hasPage(): void {
  if (state !== 'waiting') return
  state = 'idle'
  setTimeout(() => void fetchInTurn(), settleMs)
}

/** One after another, so that they never hold up what the page itself fetches meanwhile. */
async function fetchInTurn(): Promise<void> {
  if (state === 'fetching') return
  state = 'fetching'
  for (let next = ahead.shift(); next; next = ahead.shift()) {
    await idle()
    await next().catch(() => undefined) // loaded again when it is rendered
  }
  state = 'idle'
}

const idle = () =>
  new Promise<void>(resolve => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 5_000 })
    else setTimeout(resolve, 500)
  })
