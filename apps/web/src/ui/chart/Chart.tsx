import { useEffect, useRef, useState } from 'react'
import { type Ink, readInk } from './ink.ts'
import './chart.css'

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
    let gone = false
    const begin = async () => {
      const { init } = await import('./engine.ts')
      if (gone) return
      const chart = init(place)
      const draw = () => chart.setOption(latest.current(readInk()), true)
      const size = new ResizeObserver(() => chart.resize())
      const scheme = new MutationObserver(draw)
      size.observe(place)
      scheme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-mantine-color-scheme'] })
      redraw.current = draw
      draw()
      await document.fonts.ready
      if (!gone) draw()
      setDrawn(true)
      end = () => {
        size.disconnect()
        scheme.disconnect()
        chart.dispose()
      }
      if (gone) end()
    }
    begin().catch((error: unknown) => console.error('the chart could not be drawn', error))
    return () => {
      gone = true
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
