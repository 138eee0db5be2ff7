import { type Notated, numberMarks } from './notation.ts'

/** Written for a value that is not there. */
export const missing = '–'

/** Beyond what any sensor measures: written with a power of ten, so that a faulty value keeps a bounded width. */
const ABSURD = 1e12

const numbers = new Map<string, Intl.NumberFormat>()

/**
 * A number in the reader's notation, with a true minus. `decimals` is exact; a pair gives the least and the most.
 */
export function number(
  value: number | null | undefined,
  notated: Notated,
  decimals: number | readonly [least: number, most: number] = [0, 2],
): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return missing
  const [least, most] = typeof decimals === 'number' ? [decimals, decimals] : decimals
  const isAbsurd = Math.abs(value) >= ABSURD
  const { tag } = numberMarks(notated)
  const key = `${tag} ${isAbsurd ? 'power' : `${least}/${most}`}`
  let format = numbers.get(key)
  if (!format) {
    format = new Intl.NumberFormat(tag, {
      ...(isAbsurd
        ? { notation: 'scientific', maximumFractionDigits: 1 }
        : { minimumFractionDigits: least, maximumFractionDigits: most }),
      signDisplay: 'negative',
    })
    numbers.set(key, format)
  }
  return format.format(value).replace('-', '−')
}

/** More of them no reader takes in. */
const MOST_DECIMALS = 6

/** Which decimals tell two numbers apart does not depend on how they are written. */
const anyNotation: Notated = { notation: { number: 'POINT_COMMA', date: 'YMD_DASH' } }

/** The decimals, at least `least`, with which two numbers that differ are written differently. */
export function decimalsApart(value: number, reference: number, least: number): number {
  const isApart = (decimals: number) => number(value, anyNotation, decimals) !== number(reference, anyNotation, decimals)
  for (let decimals = least; decimals <= MOST_DECIMALS; decimals++) if (isApart(decimals)) return decimals
  return least
}

/** As `number`, with a plus before what is above zero: for differences. */
export function signed(
  value: number | null | undefined,
  notated: Notated,
  decimals: number | readonly [number, number] = [0, 2],
): string {
  const text = number(value, notated, decimals)
  return value !== null && value !== undefined && value > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

/** A number and its unit, which it never travels without. The space does not break. */
export function quantity(
  value: number | null | undefined,
  unit: string,
  notated: Notated,
  decimals: number | readonly [number, number] = [0, 2],
): string {
  const text = number(value, notated, decimals)
  return unit && text !== missing ? `${text}\u00a0${unit}` : text
}

/** How many decimals a number has: those that a multiple of it needs. */
export const decimalsOf = (value: number): number => {
  const [mantissa = '', power = '0'] = String(value).split('e')
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(power))
}

/**
 * The decimals of a figure that somebody set, at least `least`: a rounded limit is another limit. A figure with more decimals than
 * a reader takes in was computed, and has `least`. The digits that binary arithmetic adds do not count.
 */
export function exactDecimals(value: number, least: number): number {
  const decimals = decimalsOf(Number(value.toPrecision(12)))
  return decimals > MOST_DECIMALS ? least : Math.max(least, decimals)
}

/** A limit, a set point or another figure that somebody set, with its unit and all its decimals, at least `least`. */
export const exactQuantity = (value: number | null | undefined, unit: string, notated: Notated, least = 0): string =>
  quantity(value, unit, notated, exactDecimals(value ?? 0, least))

/** A written number without the separators between its thousands, as one types it. */
export const ungrouped = (text: string, notated: Notated): string =>
  text.replaceAll(new RegExp(String.raw`(?<=\d)[${numberMarks(notated).group}](?=\d{3}(?!\d))`, 'g'), '')
