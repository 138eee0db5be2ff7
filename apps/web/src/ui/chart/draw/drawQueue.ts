/** Drawings that wait for their turn; each stands in it once. */
const waiting = new Set<() => void>()
let frame: number | undefined

/** Time for drawings in a frame (ms): many charts never block the page for longer than one of them takes beyond it. */
const BUDGET_MS = 40

function drawWaiting(): void {
  frame = undefined
  const until = performance.now() + BUDGET_MS
  for (const draw of waiting) {
    if (performance.now() >= until) break
    waiting.delete(draw)
    // The others are drawn should this one fail.
    if (waiting.size > 0) frame ??= requestAnimationFrame(drawWaiting)
    draw()
  }
}

/** Draws soon; several requests before that are one. */
export function requestDraw(draw: () => void): void {
  waiting.add(draw)
  frame ??= requestAnimationFrame(drawWaiting)
}

/** Takes a drawing out of the queue. */
export const cancelDraw = (draw: () => void): void => void waiting.delete(draw)
