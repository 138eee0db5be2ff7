import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { dragRange, type PlotEdges, timeAt, type TimeRange, wheelRange } from './zoom.ts'
import './chart.css'

/** One wheel step: a fifth less, or as much more. */
const wheelFactor = 1.25

/**
 * A drawing whose time range is chosen by a horizontal drag or by the wheel with Ctrl (⌘). A vertical swipe and the bare wheel
 * scroll the page.
 */
export function ZoomArea({
  range,
  outer,
  edges,
  onZoom,
  children,
}: {
  range: TimeRange
  /** The farthest that the wheel zooms out. */
  outer: TimeRange
  edges: PlotEdges | undefined
  onZoom: (range: TimeRange) => void
  children: ReactNode
}) {
  const area = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<{ readonly start: number; readonly end: number }>()
  const latest = useRef({ range, outer, edges, onZoom })
  useEffect(() => {
    latest.current = { range, outer, edges, onZoom }
  }, [range, outer, edges, onZoom])
  useEffect(() => {
    const place = area.current
    if (!place) return undefined
    // React listens to the wheel passively, where the page's own zoom can't be prevented.
    const zoom = (event: WheelEvent) => {
      const now = latest.current
      if (!(event.ctrlKey || event.metaKey) || !now.edges || event.deltaY === 0) return
      event.preventDefault()
      const at = timeAt(event.clientX - place.getBoundingClientRect().left, now.edges, now.range)
      now.onZoom(wheelRange(now.range, at, event.deltaY < 0 ? 1 / wheelFactor : wheelFactor, now.outer))
    }
    place.addEventListener('wheel', zoom, { passive: false })
    return () => place.removeEventListener('wheel', zoom)
  }, [])
  const xOf = (event: PointerEvent<HTMLElement>) => event.clientX - event.currentTarget.getBoundingClientRect().left
  const begin = (event: PointerEvent<HTMLElement>) => {
    const isHandle = event.target instanceof Element && event.target.closest('[role="slider"]') !== null
    if (event.button !== 0 || !edges || isHandle) return
    setDrag({ start: xOf(event), end: xOf(event) })
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!drag) return
    const end = xOf(event)
    if (Math.abs(end - drag.start) > 2) event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ ...drag, end })
  }
  const finish = (event: PointerEvent<HTMLElement>) => {
    setDrag(undefined)
    const chosen = drag && edges && dragRange(drag.start, xOf(event), edges, range)
    if (chosen) onZoom(chosen)
  }
  const clamp = (x: number) => (edges ? Math.min(edges.right, Math.max(edges.left, x)) : x)
  const [from, to] = drag ? [clamp(Math.min(drag.start, drag.end)), clamp(Math.max(drag.start, drag.end))] : [0, 0]
  return (
    <div
      ref={area}
      className="chart-zoom"
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={finish}
      onPointerCancel={() => setDrag(undefined)}
    >
      {children}
      {to - from > 2 && <div className="chart-selection" style={{ left: from, width: to - from }} />}
    </div>
  )
}
