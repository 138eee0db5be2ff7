import type { CSSProperties } from 'react'

/** Dots, commas and signs are half as wide as digits; a unit is written smaller. */
const widthOf = (text: string): number => [...text].reduce((sum, one) => sum + (/[.,−\s]/.test(one) ? 0.5 : 1), 0)

/** How wide a figure is, in digits: its size follows from that and from the room there is, by the style sheets. */
export const digitsOf = (text: string, unit = ''): number => Math.max(1, widthOf(text) + 0.6 * widthOf(unit))

export const fitting = (text: string, unit = '') => ({ '--digits': digitsOf(text, unit) }) as CSSProperties // safe: a custom property
