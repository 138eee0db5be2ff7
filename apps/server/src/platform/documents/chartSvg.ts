import { number } from '@steading/locales/format'
import type { Notated } from '@steading/locales/notation'
import type { ChartSeries, PdfChart } from './documents.types.ts'
import { DOCUMENT_COLOURS as COLOURS } from './documentColours.ts'

/** Space around the drawing area, points. */
const MARGIN = { left: 44, right: 10, top: 24, bottom: 30 } as const
const MOST_TICKS = { x: 10, y: 6 } as const
const TEXT = 7.5

interface Size {
  readonly width: number
  readonly height: number
  /** A text as the fonts can draw it. */
  readonly draw: (text: string) => string
}

/** A chart as SVG: axes with round steps from zero, lines, dots, and a legend above. */
export function chartSvg({ xTitle, yTitle, series }: PdfChart, notated: Notated, { width, height, draw }: Size): string {
  const points = series.flatMap(line => line.points)
  const xs = axis(Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x)), MOST_TICKS.x)
  const ys = axis(0, Math.max(...points.map(([, y]) => y)), MOST_TICKS.y)
  const left = MARGIN.left
  const right = width - MARGIN.right
  const bottom = height - MARGIN.bottom
  const xAt = (x: number) => fixed(left + ((x - xs.from) / (xs.to - xs.from)) * (right - left))
  const yAt = (y: number) => fixed(bottom - ((y - ys.from) / (ys.to - ys.from)) * (bottom - MARGIN.top))
  const label = (x: number, y: number, text: string, anchor: 'start' | 'middle' | 'end') =>
    `<text x="${fixed(x)}" y="${fixed(y)}" font-family="Roboto" font-size="${TEXT}" fill="${COLOURS.label}" text-anchor="${anchor}">${escape(draw(text))}</text>`
  const grid = ys.ticks.map(
    y =>
      `<line x1="${left}" y1="${yAt(y)}" x2="${right}" y2="${yAt(y)}" stroke="${y === ys.from ? COLOURS.edge : COLOURS.line}" stroke-width="0.5"/>${label(left - 5, yAt(y) + 2.5, number(y, notated, ys.decimals), 'end')}`,
  )
  const ages = xs.ticks.map(
    x =>
      `<line x1="${xAt(x)}" y1="${bottom}" x2="${xAt(x)}" y2="${bottom + 3}" stroke="${COLOURS.edge}" stroke-width="0.5"/>${label(xAt(x), bottom + 12, number(x, notated, xs.decimals), 'middle')}`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    ...grid,
    ...ages,
    label(left - 5, 10, yTitle, 'end'),
    label((left + right) / 2, height - 5, xTitle, 'middle'),
    ...series.map((line, index) => drawSeries(line, index, xAt, yAt)),
    ...legend(series, left + 8, label),
    '</svg>',
  ].join('')
}

const colourOf = (index: number): string => COLOURS.series[index % COLOURS.series.length]!

function drawSeries(
  { form, points }: ChartSeries,
  index: number,
  xAt: (x: number) => number,
  yAt: (y: number) => number,
): string {
  const colour = colourOf(index)
  if (form === 'DOTS') return points.map(([x, y]) => `<circle cx="${xAt(x)}" cy="${yAt(y)}" r="2.4" fill="${colour}"/>`).join('')
  const path = points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${xAt(x)} ${yAt(y)}`).join(' ')
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="1.4"${form === 'DASHED' ? ' stroke-dasharray="4 3"' : ''}/>`
}

/** Names beside their mark; the room of a name is estimated by its length. */
function legend(
  series: readonly ChartSeries[],
  from: number,
  label: (x: number, y: number, text: string, anchor: 'start') => string,
): string[] {
  let x = from
  return series.map(({ name, form }, index) => {
    const colour = colourOf(index)
    const mark =
      form === 'DOTS'
        ? `<circle cx="${x + 9}" cy="7.5" r="2.4" fill="${colour}"/>`
        : `<line x1="${x}" y1="7.5" x2="${x + 18}" y2="7.5" stroke="${colour}" stroke-width="1.4"${form === 'DASHED' ? ' stroke-dasharray="4 3"' : ''}/>`
    const text = label(x + 23, 10, name, 'start')
    x += 23 + name.length * TEXT * 0.55 + 18
    return mark + text
  })
}

const STEPS = [1, 2, 5, 10] as const

/** An axis over a span with at most so many round steps. */
export function axis(least: number, most: number, maxTicks: number) {
  const span = most - least > 0 ? most - least : Math.max(1, Math.abs(most))
  const power = 10 ** Math.floor(Math.log10(span / maxTicks))
  const step = power * STEPS.find(factor => span / (power * factor) <= maxTicks)! // safe: ten times the power is enough
  const from = Math.floor(least / step) * step
  const to = Math.max(from + step, Math.ceil(most / step) * step)
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => from + index * step)
  return { from, to, ticks, decimals }
}

const fixed = (value: number): number => Math.round(value * 100) / 100
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
