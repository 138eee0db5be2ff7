import type { Brand } from './brand.ts'
import { type Hex, hex, solve } from './colour.ts'
import { type Scheme, type Sheet, mantineFixed, mantineScheme } from './mantineNames.ts'

/** Hue and chroma of what colour may mean. Equal in all brands: an alarm looks the same everywhere. */
export const meanings = {
  ok: [150, 0.125],
  pending: [58, 0.13],
  error: [27, 0.19],
  idle: [240, 0.008],
  low: [248, 0.06],
  moderate: [88, 0.11],
  major: [52, 0.145],
  critical: [25, 0.2],
  info: [245, 0.11],
} as const satisfies Record<string, readonly [number, number]>
export type Meaning = keyof typeof meanings

/**
 * Eight series in a fixed order, found by search: neighbours differ most, and every pair stays apart, in normal, protan,
 * deutan and tritan vision. No red and no green: those mean states. From the fifth on the line is dashed too.
 */
export const series: Readonly<Record<Scheme, readonly Hex[]>> = {
  light: ['#0b4ca3', '#de7912', '#2ca398', '#6e4756', '#766e45', '#067ba2', '#5c2500', '#2d3049'],
  dark: ['#5b8fd9', '#f7ab61', '#87f4e7', '#b691a3', '#f1e68f', '#7bc4f5', '#b16419', '#777777'],
}

/** The surfaces of a brand in one scheme; `all` are those that text may stand on. */
export function surfaces({ neutral: [h, c] }: Brand, scheme: Scheme) {
  const n = (l: number) => hex({ l, c, h })
  const light = scheme === 'light'
  const bg = n(light ? 0.966 : 0.178)
  const surface = light ? '#ffffff' : n(0.215)
  const raised = light ? '#ffffff' : n(0.25)
  const sunken = n(light ? 0.945 : 0.16)
  const hover = n(light ? 0.952 : 0.262)
  const all: readonly [Hex, ...Hex[]] = light ? [sunken, hover, bg, surface] : [raised, hover, surface, bg]
  return { bg, surface, raised, sunken, hover, all }
}

/** Every variable of one brand in one scheme, each text colour solved for the contrast that it must reach. */
export function sheet(brand: Brand, scheme: Scheme): Sheet {
  const light = scheme === 'light'
  const [nh, nc] = brand.neutral
  const [ah, ac] = brand.accent
  const n = (l: number) => hex({ l, c: nc, h: nh })
  const { bg, surface, raised, sunken, hover, all } = surfaces(brand, scheme)
  const accentTint = hex(light ? { l: 0.95, c: ac * 0.22, h: ah } : { l: 0.29, c: ac * 0.45, h: ah })
  const rail2 = hex(
    light ? { l: brand.rail[0] + 0.075, c: brand.rail[1] * 1.15, h: ah } : { l: 0.285, c: brand.rail[1] * 0.8, h: ah },
  )
  return {
    '--st-bg': bg,
    '--st-surface': surface,
    '--st-raised': raised,
    '--st-sunken': sunken,
    '--st-hover': hover,
    '--st-line': n(light ? 0.905 : 0.315),
    '--st-line-2': n(light ? 0.83 : 0.4),
    '--st-line-soft': n(light ? 0.935 : 0.272),
    '--st-line-control': solve(nh, nc, [bg, surface], 3.1),
    '--st-ink': n(light ? 0.235 : 0.935),
    '--st-ink-2': solve(nh, nc * 1.2, all, 7),
    '--st-ink-3': solve(nh, nc * 1.2, all, 4.75),
    '--st-accent': solve(ah, ac, ['#ffffff'], light ? 6 : 5),
    '--st-accent-hover': solve(ah, ac, ['#ffffff'], light ? 7.6 : 5.8),
    '--st-accent-ink': solve(ah, ac, [...all, accentTint], light ? 5.2 : 5.6),
    '--st-accent-tint': accentTint,
    '--st-accent-tint-2': hex(light ? { l: 0.915, c: ac * 0.35, h: ah } : { l: 0.34, c: ac * 0.5, h: ah }),
    '--st-rail': hex(light ? { l: brand.rail[0], c: brand.rail[1], h: ah } : { l: 0.195, c: brand.rail[1] * 0.5, h: ah }),
    '--st-rail-2': rail2,
    '--st-rail-mark': hex({ l: 0.8, c: ac * 0.9, h: ah }),
    '--st-rail-ink': solve(ah, 0.012, [rail2], 7),
    '--st-shadow': light
      ? '0 1px 2px rgb(20 30 25 / 8%), 0 12px 32px -8px rgb(20 30 25 / 22%)'
      : '0 0 0 1px rgb(255 255 255 / 7%), 0 16px 40px -8px rgb(0 0 0 / 70%)',
    ...meaningSheet(all, light),
    '--st-critical-fill': solve(25, 0.2, ['#ffffff'], 5),
    ...Object.fromEntries(series[scheme].map((colour, at) => [`--st-series-${at + 1}`, colour])),
    ...mantineScheme(brand, scheme),
  }
}

function meaningSheet(all: readonly [Hex, ...Hex[]], light: boolean): Sheet {
  const entries = Object.entries(meanings).flatMap(([name, [h, c]]) => {
    const tint = hex(light ? { l: 0.955, c: c * 0.2, h } : { l: 0.275, c: c * 0.33, h })
    return [
      [`--st-${name}`, solve(h, c, [...all, tint], light ? 4.75 : 5.2)],
      [`--st-${name}-tint`, tint],
      [`--st-${name}-line`, hex(light ? { l: 0.84, c: c * 0.5, h } : { l: 0.43, c: c * 0.6, h })],
    ]
  })
  return Object.fromEntries(entries)
}

const block = (selector: string, sheet: Sheet) =>
  `${selector} {\n${Object.entries(sheet)
    .map(([name, value]) => `  ${name}: ${value};`)
    .join('\n')}\n}\n`

/** The style sheet of a brand: one block for what both schemes share, one for each scheme. */
export function styleSheet(brand: Brand): string {
  const root = `:root[data-theme='${brand.id}']`
  const schemes = (['light', 'dark'] as const).map(one => block(`${root}[data-mantine-color-scheme='${one}']`, sheet(brand, one)))
  return `/* ${brand.title}. Written by tokens.build.ts: do not edit by hand. */\n${block(root, mantineFixed(brand.radius))}${schemes.join('')}`
}
