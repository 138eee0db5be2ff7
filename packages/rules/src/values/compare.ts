import type { Operator } from '@steading/contract/rules/operators'

/** A decimal in millionths, so that 0.1 + 0.2 compares equal to 0.3. */
export const micro = (x: number): number => Math.round(x * 1e6)

/** Millionths of larger numbers exceed the integers of a double and may overflow; these numbers are compared directly. */
const hasMicros = (x: number): boolean => Math.abs(x) < 2 ** 53 / 1e6

/** Compares numbers (a boolean is 0 or 1) to the sixth decimal. */
export const compare = (value: number, operator: Operator, threshold: number): boolean => {
  const difference = hasMicros(value) && hasMicros(threshold) ? micro(value) - micro(threshold) : value - threshold
  switch (operator) {
    case 'EQUAL':
      return difference === 0
    case 'NOT_EQUAL':
      return difference !== 0
    case 'GREATER':
      return difference > 0
    case 'GREATER_EQUAL':
      return difference >= 0
    case 'LESS':
      return difference < 0
    case 'LESS_EQUAL':
      return difference <= 0
  }
}

/** Accents in one form (NFC), however a device or a keyboard composes them. */
const normalized = (text: string): string => text.trim().normalize('NFC')

/** Compares trimmed texts for equality. Case counts. */
export const compareText = (value: string, operator: Operator, threshold: string): boolean =>
  (normalized(value) === normalized(threshold)) === (operator === 'EQUAL')
