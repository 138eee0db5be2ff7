const minute = 60_000

/** End of a range of series, on a grid of minutes, so that the same range is requested once. */
export function seriesEnd(now: number, hours: number): number {
  const step = hours > 48 ? 5 * minute : minute
  return Math.ceil(now / step) * step
}
