import { number, ungrouped } from '@steading/locales/format'
import { type Notated, numberMarks } from '@steading/locales/notation'

/** What stands in a field of numbers and the number that it means; none is there yet after a lone mark, NaN where it may be two. */
export interface Typed {
  readonly text: string
  readonly value: number | undefined
}

/** A text in which point and comma change places: everything below reads the comma as the decimal mark. */
const exchanged = (text: string): string => text.replaceAll(/[.,]/g, mark => (mark === '.' ? ',' : '.'))
const isPoint = (notated: Notated): boolean => numberMarks(notated).decimal === '.'

/** Whether a text has the mark that is not the decimal mark: what it was taken for is to be told. */
export const hasOtherMark = (text: string, notated: Notated): boolean => text.includes(isPoint(notated) ? ',' : '.')

/** Thousands in dots, in commas, and on the way to dots: the last group is short yet. */
const inDots = /^[1-9]\d{0,2}(\.\d{3})+$/
const inCommas = /^[1-9]\d{0,2}(,\d{3})+$/
const towardsDots = /^[1-9]\d{0,2}(\.\d{3})+\.\d{0,2}$/

/** On the way to thousands in commas: a second mark makes no decimals of the first one, and is not swallowed. */
const towardsCommas = /^[1-9]\d{0,2}(,\d{3})+,\d{0,2}$/

/** A lone mark before three digits parts thousands to one and decimals to another: a command a thousand times too high kills. */
const twofold = /^-?([1-9]\d{0,2})([.,])(\d{3})$/

export interface Readings {
  readonly whole: string
  readonly broken: string
}

/**
 * Both readings of a text that may be two numbers, as they are to be written. The decimal mark, too, may part thousands before
 * three digits where a field takes fewer decimals.
 */
export function readingsOf(text: string, notated: Notated, isWhole: boolean, decimals = 10): Readings | undefined {
  if (!isPoint(notated)) return readingsWithComma(text, isWhole, decimals)
  const found = readingsWithComma(exchanged(text), isWhole, decimals)
  return found && { whole: found.whole, broken: exchanged(found.broken) }
}

function readingsWithComma(text: string, isWhole: boolean, decimals: number): Readings | undefined {
  const [, whole = '', mark, fraction = ''] = twofold.exec(text) ?? []
  if (mark === undefined || (mark === ',' && !isWhole && decimals >= fraction.length)) return undefined
  const sign = text.startsWith('-') ? '-' : ''
  // Advice that can be followed: no more decimals than there may be.
  const digitsKept = isWhole ? '' : fraction.slice(0, decimals)
  return { whole: sign + whole + fraction, broken: sign + (digitsKept ? `${whole},${digitsKept}` : whole) }
}

/** The digits before and after the decimal mark of a text of digits, dots and commas; undefined if it reads as no number. */
function parts(text: string): readonly [whole: string, fraction: string] | undefined {
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (at === -1) return [text, '']
  if (inDots.test(text) || towardsDots.test(text)) return [text.replaceAll('.', ''), '']
  const whole = text.slice(0, at)
  const fraction = text.slice(at + 1)
  if (/^\d*$/.test(whole)) return [whole, fraction]
  if ((text[at] === ',' ? inDots : inCommas).test(whole)) return [whole.replaceAll(/[.,]/g, ''), fraction]
  return inCommas.test(text) ? [text.replaceAll(',', ''), ''] : undefined
}

/**
 * Reads what was typed so far, or put in at once, in the reader's notation. A lone mark that is not theirs is a decimal mark, too,
 * where it cannot part thousands; where it can, it is not guessed. No more decimals are taken than `decimals`. Undefined for what
 * is no number, nor on the way to one.
 */
export function typedNumber(given: string, notated: Notated, decimals: number, isWhole = false): Typed | undefined {
  if (!isPoint(notated)) return typedWithComma(given, decimals, isWhole)
  const read = typedWithComma(exchanged(given), decimals, isWhole)
  return read && { text: exchanged(read.text), value: read.value }
}

function typedWithComma(given: string, decimals: number, isWhole: boolean): Typed | undefined {
  const bare = given.replaceAll(/[\s'’]/g, '').replace(/^[−–]/, '-')
  // A power of ten, or on the way to one: a mark that was swallowed would make 15 of 1e5.
  const power = /^(-?[\d.,]*\d[.,]?)[eE]([+-]?\d{0,2})$/.exec(bare)
  if (power) {
    const mantissa = typedWithComma(power[1]!, 15, false)
    const value = mantissa?.value === undefined ? undefined : Number(`${mantissa.value}e${Number(power[2]) || 0}`)
    return value !== undefined && Number.isFinite(value) ? { text: bare, value: Number(value.toFixed(decimals)) } : undefined
  }
  // A unit may come along; further figures are another number.
  const [text = '', minus = '', digits = ''] = /^(-?)([\d.,]*)/.exec(bare) ?? []
  if (/\d/.test(bare.slice(text.length))) return undefined
  if (towardsCommas.test(digits) || readingsWithComma(minus + digits, isWhole, decimals)) return { text, value: NaN }
  const read = parts(digits)
  if (!read || (text === '' && bare !== '')) return undefined
  const whole = read[0]
  const fraction = read[1].slice(0, decimals)
  // A lone dot may still come to part thousands: its digits stay.
  const over = digits.includes(',') ? read[1].length - fraction.length : 0
  return {
    text: text.slice(0, text.length - over),
    value: whole + fraction === '' ? undefined : Number(`${minus}${whole || '0'}.${fraction || '0'}`),
  }
}

/** A number as its field writes it: without marks between thousands, which a further digit would leave in the wrong place. */
export const writtenNumber = (value: number | undefined, notated: Notated, decimals: number): string =>
  value === undefined ? '' : ungrouped(number(value, notated, [0, decimals]), notated).replace('−', '-')

/** The next value up (1) or down (-1): the neighbouring multiple of `step`, or 1 away where there is none. Nothing becomes 0. */
export function stepped(value: number | undefined, by: 1 | -1, decimals: number, step?: number): number {
  if (value === undefined) return 0
  if (step === undefined) return Number((value + by).toFixed(decimals))
  const times = Number((value / step).toFixed(6))
  const next = by > 0 ? Math.floor(times) + 1 : Math.ceil(times) - 1
  return Number((next * step).toFixed(decimals))
}
