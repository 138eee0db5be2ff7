import { useEffect, useRef, useState } from 'react'
import { part } from '../../platform/parts.ts'
import { NotHere } from '../later/NotHere.tsx'
import { useArrival } from '../later/later.tsx'
import { type Ink, readInk } from './ink.ts'
import type { PlotEdges } from './zoom.ts'
import './chart.css'

const engine = part(() => import('./engine.ts'))

/** Where on the drawing a value of a pane stands, px from its top; undefined: nowhere yet. */
export type Place = (pane: number, value: number) => number | undefined

/** Where things stand on a drawing, and the drawing itself. */
export interface Drawing extends PlotEdges {
  readonly place: Place
  /** A copy on a canvas of its own, at `scale` pixels for one of the screen. */
  readonly copy: (scale: number) => HTMLCanvasElement
}

/** A drawing by ECharts. `option` makes it from the tokens; it is drawn anew when the brand, the scheme or the size changes. */
export function Chart({
  option,
  label,
  onDrawn,
}: {
  option: (ink: Ink) => Readonly<Record<string, unknown>>
  label: string
  /** Called whenever values may stand elsewhere. */
  onDrawn?: ((drawing: Drawing) => void) | undefined
}) {
  const box = useRef<HTMLDivElement>(null)
  const { here, offline, failed, again } = useArrival(engine)
  const [drawn, setDrawn] = useState(false)
  const latest = useRef(option)
  const redraw = useRef<() => void>(undefined)
  const tell = useRef(onDrawn)

  useEffect(() => {
    tell.current = onDrawn
  }, [onDrawn])
  useEffect(() => {
    latest.current = option
    redraw.current?.()
  }, [option])

  useEffect(() => {
    const place = box.current
    if (!place || !here) return undefined
    const chart = here.init(place)
    const told = () => {
      const [grid] = chart.getOption()['grid'] as [{ left: number; right: number }] // safe: each option has a grid in pixels
      tell.current?.({
        place: (pane, value) => chart.convertToPixel({ yAxisIndex: pane }, value),
        left: grid.left,
        right: chart.getWidth() - grid.right,
        copy: scale => chart.renderToCanvas({ pixelRatio: scale }),
      })
    }
    const draw = () => {
      chart.setOption(latest.current(readInk()), true)
      told()
    }
    const size = new ResizeObserver(() => {
      chart.resize()
      told()
    })
    const scheme = new MutationObserver(draw)
    size.observe(place)
    scheme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-mantine-color-scheme'] })
    redraw.current = draw
    draw()
    setDrawn(true)
    // Its words are measured anew once their letters are here.
    void document.fonts.ready.then(() => redraw.current === draw && draw())
    return () => {
      redraw.current = undefined
      size.disconnect()
      scheme.disconnect()
      chart.dispose()
    }
  }, [here])
  if (!here && (failed || offline)) return <NotHere extent="place" {...(failed && { again })} />
  return (
    // A canvas is inside.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div ref={box} className={drawn ? 'chart' : 'chart sk'} role="img" aria-label={label} />
  )
}
