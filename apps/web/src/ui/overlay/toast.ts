import { store } from '../../platform/store.ts'

export interface Toast {
  readonly id: number
  readonly title: string
  readonly text?: string | undefined
}

/** Display time of a toast, by the specification. */
const shownFor = 3_000

export const toasts = store<readonly Toast[]>([])
let last = 0

/** Shows that something was done. Questions and errors are dialogs. */
export function toast(title: string, text?: string): void {
  const id = (last += 1)
  toasts.set([...toasts.get(), { id, title, text }])
  setTimeout(() => toasts.set(toasts.get().filter(one => one.id !== id)), shownFor)
}
