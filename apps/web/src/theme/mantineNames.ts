import type { Brand } from './brand.ts'
import { hex, solve } from './colour.ts'

// Every variable that Mantine would inject as a style element, which the content security policy refuses.

export type Scheme = 'light' | 'dark'
export type Sheet = Record<string, string>

const rem = (px: number) => `${px / 16}rem`
const steps = (
  name: string,
  values: Readonly<Record<string, number | string>>,
  unit: (value: number) => string = String,
): Sheet =>
  Object.fromEntries(Object.entries(values).map(([k, v]) => [`--mantine-${name}-${k}`, typeof v === 'number' ? unit(v) : v]))

/** What does not change with the scheme: type, space, radius, layers. */
export const mantineFixed = (radius: number): Sheet => ({
  ...steps('z-index', { app: 100, modal: 200, popover: 300, overlay: 400, max: 9999 }),
  '--mantine-scale': '1',
  '--mantine-cursor-type': 'pointer',
  '--mantine-webkit-font-smoothing': 'antialiased',
  '--mantine-moz-font-smoothing': 'grayscale',
  '--mantine-line-height': '1.45',
  '--mantine-font-family': "'IBM Plex Sans Variable', 'Segoe UI', system-ui, sans-serif",
  '--mantine-font-family-headings': 'var(--mantine-font-family)',
  '--mantine-font-family-monospace': 'ui-monospace, Menlo, Consolas, monospace',
  '--mantine-heading-font-weight': '600',
  '--mantine-heading-text-wrap': 'balance',
  ...steps('font-weight', { regular: 400, medium: 500, bold: 600 }),
  ...steps('spacing', { xs: 4, sm: 8, md: 12, lg: 16, xl: 24 }, rem),
  ...steps('font-size', { xs: 12, sm: 13, md: 14, lg: 16, xl: 20 }, rem),
  ...steps('line-height', { xs: 1.35, sm: 1.4, md: 1.45, lg: 1.5, xl: 1.4 }),
  ...Object.assign(
    {},
    ...[26, 20, 16, 14, 14, 13].map((px, at) => ({
      [`--mantine-h${at + 1}-font-size`]: rem(px),
      [`--mantine-h${at + 1}-line-height`]: '1.3',
      [`--mantine-h${at + 1}-font-weight`]: '600',
    })),
  ),
  ...steps('radius', { xs: 2, sm: 4, md: radius, lg: radius + 2, xl: radius + 6, default: radius }, px => `${px}px`),
  ...steps('shadow', Object.fromEntries(['xs', 'sm', 'md', 'lg', 'xl'].map(one => [one, 'var(--st-shadow)']))),
  ...steps('breakpoint', { xs: 30, sm: 48, md: 62, lg: 75, xl: 94.5625 }, em => `${em}em`),
  ...steps('primary-color', Object.fromEntries(Array.from({ length: 10 }, (_, at) => [at, `var(--mantine-color-accent-${at})`]))),
})

const ramp = (h: number, c: number) =>
  [0.972, 0.94, 0.885, 0.81, 0.725, 0.64, 0.555, 0.48, 0.405, 0.33].map((l, at) =>
    hex({ l, c: c * [0.18, 0.3, 0.5, 0.7, 0.9, 1, 1, 1, 0.9, 0.75][at]!, h }),
  )

/** Mantine's colours of one scheme, most of them told by the tokens. */
export function mantineScheme(brand: Brand, scheme: Scheme): Sheet {
  const light = scheme === 'light'
  const [nh, nc] = brand.neutral
  const n = (l: number) => hex({ l, c: nc, h: nh })
  const grey = [0.985, 0.966, 0.945, 0.905, 0.86, 0.74, 0.6, 0.47, 0.35, 0.235].map(n)
  const dark = [0.93, 0.82, 0.71, 0.58, 0.36, 0.32, 0.275, 0.225, 0.19, 0.155].map(n)
  return {
    'color-scheme': scheme,
    '--mantine-color-scheme': scheme,
    ...steps('color', {
      white: '#ffffff',
      black: '#000000',
      bright: light ? '#000000' : '#ffffff',
      text: 'var(--st-ink)',
      body: 'var(--st-surface)',
      error: 'var(--st-error)',
      success: 'var(--st-ok)',
      placeholder: 'var(--st-ink-3)',
      anchor: 'var(--st-accent-ink)',
      default: light ? '#ffffff' : n(0.235),
      'default-hover': 'var(--st-hover)',
      'default-color': 'var(--st-ink)',
      'default-border': 'var(--st-line-control)',
      dimmed: 'var(--st-ink-3)',
      disabled: 'var(--st-sunken)',
      'disabled-color': 'var(--st-ink-3)',
      'disabled-border': 'var(--st-line)',
    }),
    ...steps('primary-color', {
      contrast: '#ffffff',
      filled: 'var(--st-accent)',
      'filled-hover': 'var(--st-accent-hover)',
      light: 'var(--st-accent-tint)',
      'light-hover': 'var(--st-accent-tint-2)',
      'light-color': 'var(--st-accent-ink)',
    }),
    ...steps('color-gray', Object.fromEntries(grey.entries())),
    ...steps('color-dark', Object.fromEntries(dark.entries())),
    ...variants('gray', brand),
    ...variants('dark', brand),
    ...palette('accent', brand.accent, 'accent'),
    ...palette('red', [27, 0.19], 'error'),
    ...palette('orange', [58, 0.13], 'pending'),
    ...palette('green', [150, 0.125], 'ok'),
    ...palette('blue', [245, 0.11], 'info'),
  }
}

function palette(name: string, [h, c]: readonly [number, number], token: string): Sheet {
  const accent = token === 'accent'
  const ink = accent ? 'var(--st-accent-ink)' : `var(--st-${token})`
  return steps(`color-${name}`, {
    ...Object.fromEntries(ramp(h, c).entries()),
    text: ink,
    filled: accent ? 'var(--st-accent)' : solve(h, c, ['#ffffff'], 5),
    'filled-hover': accent ? 'var(--st-accent-hover)' : solve(h, c, ['#ffffff'], 6.2),
    light: `var(--st-${token}-tint)`,
    'light-hover': `var(--st-${token}-tint)`,
    'light-color': ink,
    outline: ink,
    'outline-hover': `var(--st-${token}-tint)`,
  })
}

const variants = (name: string, { neutral: [h, c] }: Brand): Sheet =>
  steps(`color-${name}`, {
    text: 'var(--st-ink-2)',
    filled: solve(h, c, ['#ffffff'], 5),
    'filled-hover': solve(h, c, ['#ffffff'], 6),
    light: 'var(--st-sunken)',
    'light-hover': 'var(--st-hover)',
    'light-color': 'var(--st-ink)',
    outline: 'var(--st-line-control)',
    'outline-hover': 'var(--st-hover)',
  })
