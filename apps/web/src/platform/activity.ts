import { clock } from './clock.ts'

/** A call within this time after a touch or a key is the person's own; later ones are the page's polling. */
const graceSeconds = 10
let last = clock.now()

const note = () => {
  last = clock.now()
}

/** Notes every touch and key from here on. */
export function watchActivity(): void {
  for (const kind of ['pointerdown', 'keydown', 'wheel'] as const) addEventListener(kind, note, { capture: true, passive: true })
}

/** True when nobody has touched the page of late: such a call does not keep a session alive. */
export const isBackground = (): boolean => clock.now() - last > graceSeconds * 1000
