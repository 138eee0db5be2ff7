import { useEffect, useRef, useState } from 'react'
import { LoadFailure } from '../../lazy/LoadFailure.tsx'
import { useLazyModule } from '../../lazy/lazyComponent.tsx'
import { cancelDraw, requestDraw } from './drawQueue.ts'
import { engine } from './loadEngine.ts'
import { type Ink, readInk } from './ink.ts'
import type { PlotEdges } from '../zoom.ts'
import '../chart.css'

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
  const { module, offline, failed, retry } = useLazyModule(engine)
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
    if (!place || !module) return undefined
    const chart = module.init(place)
    let plot = { left: 0, right: 0 }
    const reportDrawn = () =>
      tell.current?.({
        place: (pane, value) => chart.convertToPixel({ yAxisIndex: pane }, value),
        left: plot.left,
        right: chart.getWidth() - plot.right,
        copy: scale => chart.renderToCanvas({ pixelRatio: scale }),
      })
    const drawNow = () => {
      const made = latest.current(readInk())
      ;[plot] = made['grid'] as [typeof plot] // safe: each option has a grid in pixels
      chart.setOption(made, true)
      setDrawn(true)
      reportDrawn()
      // Canvas text is measured again once its font is loaded.
      if (document.fonts.status === 'loading') void document.fonts.ready.then(draw)
    }
    // Fonts may be loaded only after the chart is gone.
    const draw = () => void (chart.isDisposed() || requestDraw(drawNow))
    const size = new ResizeObserver(() => {
      // It reports the first size, too, which the drawing has already.
      if (chart.getWidth() === place.clientWidth && chart.getHeight() === place.clientHeight) return
      chart.resize()
      reportDrawn()
    })
    const scheme = new MutationObserver(draw)
    size.observe(place)
    scheme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-mantine-color-scheme'] })
    redraw.current = draw
    draw()
    return () => {
      redraw.current = undefined
      cancelDraw(drawNow)
      size.disconnect()
      scheme.disconnect()
      chart.dispose()
    }
  }, [module])
  if (!module && (failed || offline)) return <LoadFailure extent="place" {...(failed && { retry })} />
  return (
    // A canvas is inside.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div ref={box} className={drawn ? 'chart' : 'chart sk'} role="img" aria-label={label} />
  )
}
