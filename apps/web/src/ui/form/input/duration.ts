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

/**
 * The span that parts come to, in whole seconds or minutes; all of them empty: none. A figure may be broken: 1,5 h are 90 min.
 * NaN where one is no number, or negative.
 */
export function spanOf(
  parts: readonly (number | undefined)[],
  units: readonly SpanUnit[],
  wholeMinutes = false,
): number | undefined {
  if (parts.every(part => part === undefined)) return undefined
  if (parts.some(part => part !== undefined && !(part >= 0))) return NaN
  const seconds = units.reduce((sum, unit, at) => sum + (parts[at] ?? 0) * spanSeconds[unit], 0)
  const step = wholeMinutes ? 60 : 1
  return Math.round(seconds / step) * step
}
