import { store } from '../../platform/store.ts'

export interface Toast {
  readonly id: number
  readonly title: string
  readonly text?: string | undefined
}

/** How long "done" stays, as the specification says. */
const shownFor = 3_000

export const toasts = store<readonly Toast[]>([])
let last = 0

/** Says that something was done. What needs an answer, or went wrong, is a dialog. */
export function toast(title: string, text?: string): void {
  const id = (last += 1)
  toasts.set([...toasts.get(), { id, title, text }])
  setTimeout(() => toasts.set(toasts.get().filter(one => one.id !== id)), shownFor)
}
