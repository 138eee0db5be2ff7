import { Update } from '@steading/contract/box/messages'
import type { Clock } from './clock.ts'
import { loadJson } from './files.ts'

/** The update of the box's software that is under way, as whatever installs it says. */
export interface UpdateWatch {
  /** undefined: there is none. */
  current(): Update | undefined
  start(): void
  stop(): void
}

const LOOK = 5000

/** Looks at a file of the form { to, done } that the installer keeps while it works, and removes when it is done. */
export const watchUpdate = (path: string, clock: Clock, changed: () => void): UpdateWatch => {
  let update: Update | undefined
  let cancel = () => {}
  const look = () => {
    const stored = loadJson(path, Update) ?? undefined
    const isNew = stored?.to !== update?.to || stored?.done !== update?.done
    update = stored
    if (isNew) changed()
    cancel = clock.after(LOOK, look)
  }
  return { current: () => update, start: look, stop: () => cancel() }
}
