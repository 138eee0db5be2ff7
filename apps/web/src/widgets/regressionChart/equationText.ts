import { number } from '@steading/locales/format'
import type { Notated } from '@steading/locales/notation'
import type { Regression } from './regression.ts'

const MOST_DECIMALS = 6
/** Three significant digits are as many as a trend line is worth. */
const decimalsOf = (value: number) =>
  value === 0 ? 0 : Math.min(MOST_DECIMALS, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value)))))

/** The line as an equation: "y = 0,42 x − 3,1". */
export function equationText({ slope, intercept }: Pick<Regression, 'slope' | 'intercept'>, t: Notated): string {
  const rise = number(slope, t, [0, decimalsOf(slope)])
  const start = number(Math.abs(intercept), t, [0, decimalsOf(intercept)])
  return `y = ${rise} x${/[1-9]/.test(start) ? ` ${intercept < 0 ? '−' : '+'} ${start}` : ''}`
}
