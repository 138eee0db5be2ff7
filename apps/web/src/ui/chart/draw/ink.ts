/** Reads a token of the present brand and scheme: charts are drawn on canvas and cannot use var(). */
export type Ink = (token: string) => string

export function readInk(): Ink {
  const css = getComputedStyle(document.documentElement)
  return token => css.getPropertyValue(`--st-${token}`).trim()
}

/** The colour with an alpha. Takes #rgb too: a style sheet's minifier shortens #777777, and gluing digits to it would break it. */
export function alpha(colour: string, part: number): string {
  const digits = colour.length === 4 ? [...colour.slice(1)].map(digit => digit + digit).join('') : colour.slice(1)
  return `rgba(${[0, 2, 4].map(at => Number.parseInt(digits.slice(at, at + 2), 16)).join(',')},${part})`
}
