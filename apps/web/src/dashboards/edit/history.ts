/** States of an edit, of which the present one is shown. */
export interface History<T> {
  readonly past: readonly T[]
  readonly present: T
  readonly future: readonly T[]
}

/** Steps that can be undone. */
const MOST_STEPS = 100

export const pushed = <T>({ past, present }: History<T>, next: T): History<T> => ({
  past: [...past, present].slice(-MOST_STEPS),
  present: next,
  future: [],
})

/** With a change of the present state; one that changes nothing is no step. */
export function changed<T>(history: History<T>, change: (present: T) => T): History<T> {
  const present = change(history.present)
  return present === history.present ? history : pushed(history, present)
}

export function undone<T>(history: History<T>): History<T> {
  const previous = history.past.at(-1)
  if (previous === undefined) return history
  return { past: history.past.slice(0, -1), present: previous, future: [history.present, ...history.future] }
}

export function redone<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future
  return next === undefined ? history : { past: [...history.past, history.present], present: next, future }
}

/** Applies a change to every state. */
export const mapped = <T>({ past, present, future }: History<T>, change: (state: T) => T): History<T> => ({
  past: past.map(change),
  present: change(present),
  future: future.map(change),
})
