/** Steps that people count in. */
const steps = [1, 2, 2.5, 5, 10]

export interface Scale {
  readonly min: number
  readonly max: number
  readonly step: number
}

/** A value axis that holds every value with at most six labels on round numbers; given ends stay as they are unless a value lies beyond. */
export function scaleOf(
  values: Iterable<number>,
  ends: { readonly min?: number | undefined; readonly max?: number | undefined } = {},
): Scale {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  if (low > high) [low, high] = [0, 1]
  const bottom = ends.min !== undefined && ends.min <= low ? ends.min : undefined
  const top = ends.max !== undefined && ends.max >= high ? ends.max : undefined
  low = bottom ?? low
  high = top ?? high
  // What differs by less than anybody measures is one value.
  if (high - low < 1e-12) {
    const around = Math.max(Math.abs(low), Math.abs(high)) / 10
    ;[low, high] = around < 1e-12 ? [low - 0.1, high + 0.1] : [low - around, high + around]
  }
  const rough = (high - low) / 5
  const size = 10 ** Math.floor(Math.log10(rough))
  for (const factor of [...steps, 20, 25, 50]) {
    const step = Number((size * factor).toPrecision(3))
    const min = bottom ?? Math.floor(low / step + 1e-9) * step
    const max = top ?? Math.ceil(high / step - 1e-9) * step
    if ((max - min) / step <= 5 + 1e-9) return { min: clean(min), max: clean(max), step }
  }
  return { min: clean(low), max: clean(high), step: clean(rough) }
}

const clean = (value: number) => Number(value.toPrecision(12))

/** The decimals that labels this far apart need: 1 for 2,5. */
export const digitsOf = (step: number): number =>
  [0, 1, 2].find(digits => Math.abs(step - Number(step.toFixed(digits))) < step * 1e-6) ?? 3
