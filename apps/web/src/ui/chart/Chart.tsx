import { useEffect, useRef, useState } from 'react'
import { part } from '../../platform/parts.ts'
import { type Ink, readInk } from './ink.ts'
import './chart.css'

const engine = part(() => import('./engine.ts'))

/** A drawing by ECharts. `option` makes it from the tokens; it is drawn anew when the brand, the scheme or the size changes. */
export function Chart({ option, label }: { option: (ink: Ink) => Readonly<Record<string, unknown>>; label: string }) {
  const box = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState(false)
  const latest = useRef(option)
  const redraw = useRef<() => void>(undefined)

  useEffect(() => {
    latest.current = option
    redraw.current?.()
  }, [option])

  useEffect(() => {
    const place = box.current
    if (!place) return
    let end: (() => void) | undefined
    const left = new AbortController()
    const begin = async () => {
      const { init } = await engine.arrive(left.signal)
      if (left.signal.aborted) return
      const chart = init(place)
      const draw = () => chart.setOption(latest.current(readInk()), true)
      const size = new ResizeObserver(() => chart.resize())
      const scheme = new MutationObserver(draw)
      size.observe(place)
      scheme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-mantine-color-scheme'] })
      redraw.current = draw
      draw()
      await document.fonts.ready
      if (!left.signal.aborted) draw()
      setDrawn(true)
      end = () => {
        size.disconnect()
        scheme.disconnect()
        chart.dispose()
      }
      if (left.signal.aborted) end()
    }
    begin().catch((error: unknown) => left.signal.aborted || console.error('the chart could not be drawn', error))
    return () => {
      left.abort()
      redraw.current = undefined
      end?.()
    }
  }, [])
  return (
    // A canvas is inside.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div ref={box} className={drawn ? 'chart' : 'chart sk'} role="img" aria-label={label} />
  )
}
