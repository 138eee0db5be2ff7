export type SpanUnit = 'hour' | 'minute' | 'second'
export const spanSeconds = { hour: 3600, minute: 60, second: 1 } as const satisfies Record<SpanUnit, number>

/**
 * The units in which a span of so many seconds is entered: hours and minutes where it may last longer than an hour, minutes and
 * seconds where not; what is there keeps its seconds.
 */
export function spanUnits(seconds: number | undefined, max: number | undefined, wholeMinutes = false): readonly SpanUnit[] {
  if (max !== undefined && max <= 3600) return wholeMinutes ? ['minute'] : ['minute', 'second']
  return !wholeMinutes && (seconds ?? 0) % 60 > 0 ? ['hour', 'minute', 'second'] : ['hour', 'minute']
}

/** A span in parts, the first of which takes what is left over. */
export function spanParts(seconds: number, units: readonly SpanUnit[]): readonly number[] {
  let left = seconds
  return units.map(unit => {
    const size = spanSeconds[unit]
    const part = Math.floor(left / size)
    left -= part * size
    return part
  })
}

/** The span with another figure for one of its parts; all of them empty: none. */
export function spanWith(
  seconds: number | undefined,
  units: readonly SpanUnit[],
  at: number,
  part: number | undefined,
): number | undefined {
  if (seconds === undefined && part === undefined) return undefined
  const parts = spanParts(seconds ?? 0, units)
  return units.reduce((sum, unit, k) => sum + (k === at ? (part ?? 0) : (parts[k] ?? 0)) * spanSeconds[unit], 0)
}
