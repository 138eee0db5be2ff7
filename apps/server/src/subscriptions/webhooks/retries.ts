const MINUTE = 60_000
/** Pauses after the failed attempts of a delivery, ms; the last one repeats. */
const PAUSES = [1, 5, 30, 120].map(minutes => minutes * MINUTE)
/** A subscription fails when nothing was accepted for so long, ms. */
const PATIENCE = 24 * 60 * MINUTE

/** When the next attempt is due; null: no more, the subscription has failed. `attempts`: those that failed, this one included. */
export function nextAttempt({
  now,
  failingSince,
  attempts,
}: {
  now: number
  failingSince: number
  attempts: number
}): number | null {
  if (now - failingSince >= PATIENCE) return null
  return now + (PAUSES[attempts - 1] ?? PAUSES.at(-1)!)
}
