import { clock } from '../page/clock.ts'

/** A call within this time after a touch or a key is the person's own; later ones are the page's polling. */
const graceSeconds = 10
let last = clock.now()

const note = () => {
  last = clock.now()
}

/** Starts recording user activity (touches and keys). */
export function watchActivity(): void {
  for (const kind of ['pointerdown', 'keydown', 'wheel'] as const) addEventListener(kind, note, { capture: true, passive: true })
}

/** Whether the user is idle: calls of an idle page do not extend the session. */
export const isBackground = (): boolean => clock.now() - last > graceSeconds * 1000
