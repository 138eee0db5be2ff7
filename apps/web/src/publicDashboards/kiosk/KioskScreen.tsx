import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { clock, useNow } from '../../platform/page/clock.ts'
import { pageAt, pagesOf, scaleToFit } from './fit.ts'

const TOP: readonly number[] = [0]

/**
 * What is left of the screen of a kiosk, which nobody scrolls: a dashboard that is longer is drawn smaller, or shown page by page.
 * `share`: how long a turn shows it (ms).
 */
export function KioskScreen({ share, children }: { share: number | undefined; children: ReactNode }) {
  const screen = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [pages, setPages] = useState(TOP)
  const [shownAt] = useState(clock.now)
  useLayoutEffect(() => {
    const [frame, board] = [screen.current, content.current]
    if (!frame || !board) return undefined
    const fit = () => {
      const next = fitToScreen(frame, board)
      setPages(before => (before.join() === next.join() ? before : next))
    }
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(frame)
    observer.observe(board)
    return () => observer.disconnect()
  }, [])
  const page = pageAt(useNow(1) - shownAt, pages.length, share)
  const top = pages[page] ?? 0
  useEffect(() => {
    screen.current?.scrollTo({ top })
  }, [top])
  return (
    <div ref={screen} className="kiosk-screen">
      <div ref={content}>{children}</div>
    </div>
  )
}

/** Draws a dashboard as small as the screen needs, or in its size; answers where its pages begin. */
function fitToScreen(frame: HTMLElement, board: HTMLElement): readonly number[] {
  const room = frame.clientHeight
  board.style.zoom = '1'
  const scale = scaleToFit(board.offsetHeight, room)
  if (scale !== undefined) {
    board.style.zoom = String(scale)
    // One that flows has other lines in another size.
    if (board.getBoundingClientRect().height <= room + 1) return TOP
    board.style.zoom = '1'
  }
  const { top } = board.getBoundingClientRect()
  const places = [...board.querySelectorAll('.tile')].map(tile => {
    const place = tile.getBoundingClientRect()
    return { top: place.top - top, bottom: place.bottom - top }
  })
  return pagesOf(places, board.offsetHeight, room)
}
