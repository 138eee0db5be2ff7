/** The clock exchange of `up/time` and `dn/time`: NTP's formula over the box's monotonic clock. */

export const MAX_ROUND_TRIP = 2000

export interface ClockAnswer {
  /** The box's monotonic clock when it asked, ms. */
  readonly m: number
  /** The platform's UTC ms when the question arrived and when the answer left. */
  readonly rx: number
  readonly tx: number
}

/**
 * UTC ms = monotonic ms + offset. Null where the sample is worthless: round trip over 2 s, or clocks that ran backwards.
 * @param back the box's monotonic clock when the answer arrived, ms
 */
export const clockOffset = (
  { m, rx, tx }: ClockAnswer,
  back: number,
): { readonly offset: number; readonly roundTrip: number } | null => {
  const roundTrip = back - m - (tx - rx)
  if (roundTrip < 0 || roundTrip > MAX_ROUND_TRIP || tx < rx || back < m) return null
  return { offset: (rx - m + (tx - back)) / 2, roundTrip }
}
