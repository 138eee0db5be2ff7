/** The least part of its size at which a dashboard is read from across a room. */
const LEAST_SCALE = 0.6
/** How long a page is shown where a kiosk shows one dashboard alone (ms). */
const ALONE_FOR = 15_000

/** Where a widget stands, px from the top of the dashboard. */
export interface Place {
  readonly top: number
  readonly bottom: number
}

/** How much smaller a dashboard is drawn so that a screen holds it; undefined: it would be too small to read. */
export function scaleToFit(height: number, screen: number): number | undefined {
  if (height <= screen) return 1
  const scale = screen / height
  return scale >= LEAST_SCALE ? scale : undefined
}

/**
 * Where each page of a dashboard begins that is longer than the screen: at the first widget that the page before does not show whole,
 * or a screen further below within a widget that is taller than the screen.
 */
export function pagesOf(widgets: readonly Place[], height: number, screen: number): readonly number[] {
  const pages = [0]
  if (screen <= 0) return pages
  for (let top = 0; top + screen < height;) {
    const cut = widgets.filter(widget => widget.bottom > top + screen && widget.top > top).map(widget => widget.top)
    top = Math.min(top + screen, ...cut)
    pages.push(top)
  }
  return pages
}

/** The page that is shown after so long (ms). `share`: the time of the dashboard in a turn; undefined: it is shown alone. */
export function pageAt(elapsed: number, pages: number, share: number | undefined): number {
  const each = share === undefined ? ALONE_FOR : share / pages
  return Math.floor(Math.max(0, elapsed) / each) % pages
}
