// Colours in OKLCH: what people see as light, strong and of one hue.

export interface Lch {
  readonly l: number
  readonly c: number
  readonly h: number
}
export type Hex = `#${string}`
type Triple = readonly [number, number, number]

const linear = (x: number) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)
const gamma = (x: number) => (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055)

/** The linear red, green and blue of a #rrggbb or #rgb colour. */
export function rgb(hex: string): Triple {
  const full = hex.length === 4 ? [...hex.slice(1)].map(digit => digit + digit).join('') : hex.slice(1)
  const part = (at: number) => linear(Number.parseInt(full.slice(at, at + 2), 16) / 255)
  return [part(0), part(2), part(4)]
}

function rgbOf({ l, c, h }: Lch): Triple {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
}

/** The colour as #rrggbb; chroma that a screen cannot show is given up. */
export function hex({ l, c, h }: Lch): Hex {
  let chroma = c
  while (chroma > 0 && rgbOf({ l, c: chroma, h }).some(x => x < -0.0005 || x > 1.0005)) chroma -= 0.002
  const digits = rgbOf({ l, c: Math.max(chroma, 0), h }).map(x =>
    Math.round(gamma(Math.min(1, Math.max(0, x))) * 255)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${digits.join('')}`
}

const luminance = (colour: string) => {
  const [r, g, b] = rgb(colour)
  return r * 0.2126 + g * 0.7152 + b * 0.0722
}

/** The WCAG contrast of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const a = luminance(one)
  const b = luminance(other)
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** The colour of this hue nearest to its backgrounds that still reaches `ratio` on each of them. */
export function solve(h: number, c: number, on: readonly [string, ...string[]], ratio: number): Hex {
  const darker = luminance(on[0]) > 0.2
  for (let step = 0; step <= 200; step++) {
    const found = hex({ l: darker ? 0.95 - step * 0.0045 : 0.1 + step * 0.0045, c, h })
    if (on.every(one => contrast(found, one) >= ratio && luminance(found) < luminance(one) === darker)) return found
  }
  throw new Error(`no colour of hue ${h} reaches ${ratio}`)
}

/** What an eye with this colour vision receives, as a matrix over linear red, green and blue. */
export const visions: Readonly<Record<'normal' | 'protan' | 'deutan' | 'tritan', readonly [Triple, Triple, Triple]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** How far apart two colours look (OKLab) to an eye with this colour vision. */
export function distance(one: string, other: string, vision: keyof typeof visions): number {
  const lab = (colour: string): Triple => {
    const seen = rgb(colour)
    const [r, g, b] = visions[vision].map(row => Math.max(0, row[0] * seen[0] + row[1] * seen[1] + row[2] * seen[2])) as [
      number,
      number,
      number,
    ] // safe: three rows
    const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    return [
      0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
      1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
      0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
    ]
  }
  const a = lab(one)
  const b = lab(other)
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}
