import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { clock } from '../../platform/page/clock.ts'
import { reloadForVersion } from '../../platform/session/version.ts'

/** Asks the device to keep its screen on, again whenever the page comes back into sight. */
export function useWakeLock(isKiosk: boolean) {
  useEffect(() => {
    if (!isKiosk || !('wakeLock' in navigator)) return undefined
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const request = async () => {
      if (document.hidden) return
      try {
        const next = await navigator.wakeLock.request('screen')
        if (isOver) await next.release()
        else lock = next
      } catch (error) {
        console.info('the device does not keep its screen on', error) // low battery, or a policy: asked again when it is seen
      }
    }
    void request()
    const onVisibility = () => void request()
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', onVisibility)
      void lock?.release()
    }
  }, [isKiosk])
}

const SECOND = 1_000
const LOOK_EVERY = 10 * SECOND
/** A timer that is so late ran on a device that slept. */
const SLEPT = 60 * SECOND
const VERSION_EVERY = 10 * 60 * SECOND

/** Fetches everything anew after a sleep of the device, and loads a newer version of the page in place: nothing is typed on it. */
export function useUpToDate() {
  const queryClient = useQueryClient()
  useEffect(() => {
    let last = clock.now()
    let askedAt = last
    const timer = setInterval(() => {
      const now = clock.now()
      if (now - last > SLEPT) void queryClient.invalidateQueries()
      last = now
      if (now - askedAt < VERSION_EVERY) return
      askedAt = now
      void reloadForVersion()
    }, LOOK_EVERY)
    return () => clearInterval(timer)
  }, [queryClient])
}
