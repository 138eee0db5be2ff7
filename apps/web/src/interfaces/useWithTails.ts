import type { Interface } from '@steading/contract/devices/interfaces'
import type { Series } from '@steading/contract/devices/readings'
import { useMemo } from 'react'
import { clock, useNow } from '../platform/page/clock.ts'
import { useLiveState, useLiveInterfaces } from '../live/index.ts'
import { withTail } from '../readings/index.ts'

/** Extends fetched series to now: with live values, and the last value of each interface. */
export function useWithTails(
  fetched: readonly Interface[],
  found: ReadonlyMap<string, Series> | undefined,
): ReadonlyMap<string, Series> | undefined {
  const ids = useMemo(() => fetched.map(iface => iface.id), [fetched])
  const liveStates = useLiveState(ids)
  const interfaces = useLiveInterfaces(fetched)
  const minute = useNow(30)
  return useMemo(() => {
    if (!found) return undefined
    const now = Math.max(minute, clock.now())
    return new Map(
      interfaces.flatMap(iface => {
        const series = found.get(iface.id)
        return series ? [[iface.id, withTail(series, liveStates.get(iface.id)?.tail ?? [], iface, now)] as const] : []
      }),
    )
  }, [found, liveStates, interfaces, minute])
}
