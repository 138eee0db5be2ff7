import { useEffect, useState } from 'react'
import { dashboardInTurn, type Turn } from './turn.ts'

/** How long a kiosk shows each of its dashboards (ms). */
export const SHOWN_FOR = 30_000

/** The dashboard that a kiosk shows now, and the one that it shows next; undefined: it shows one alone. */
export function useTurn(turn: Turn): { readonly now: string | undefined; readonly next: string | undefined } {
  const [current, show] = useState<string>()
  const now = dashboardInTurn(turn, current, false)
  if (now !== current) show(now)
  const next = dashboardInTurn(turn, now, true)
  useEffect(() => {
    if (next === undefined || next === now) return undefined
    const timer = setTimeout(() => show(next), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [now, next])
  return { now, next }
}
