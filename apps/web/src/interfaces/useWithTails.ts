import type { Interface } from '@steading/contract/interfaces'
import type { Series } from '@steading/contract/readings'
import { useMemo } from 'react'
import { clock, useNow } from '../platform/clock.ts'
import { useHeard, useLiveInterfaces } from '../platform/live.ts'
import { withTail } from '../widgets/index.ts'

/** Series that were fetched up to a while ago, gone on to now: with what was heard since and what each one says last. */
export function useWithTails(
  given: readonly Interface[],
  found: ReadonlyMap<string, Series> | undefined,
): ReadonlyMap<string, Series> | undefined {
  const ids = useMemo(() => given.map(one => one.id), [given])
  const heard = useHeard(ids)
  const interfaces = useLiveInterfaces(given)
  const minute = useNow(30)
  return useMemo(() => {
    if (!found) return undefined
    const now = Math.max(minute, clock.now())
    return new Map(
      interfaces.flatMap(of => {
        const series = found.get(of.id)
        return series ? [[of.id, withTail(series, heard.get(of.id)?.tail ?? [], of, now)] as const] : []
      }),
    )
  }, [found, heard, interfaces, minute])
}
