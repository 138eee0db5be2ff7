/** Asks whether unsaved changes may be discarded. */
type Ask = () => Promise<boolean>

const guards = new Set<Ask>()

/** Registers unsaved changes on the screen; the returned function unregisters them. */
export function holdUnsaved(ask: Ask): () => void {
  const mine: Ask = () => ask()
  guards.add(mine)
  return () => void guards.delete(mine)
}

export const isUnsaved = (): boolean => guards.size > 0

/** Whether unsaved changes, if any, may be discarded. */
export async function mayDiscard(): Promise<boolean> {
  // A form that registers again during the question is not asked twice.
  for (const ask of [...guards]) if (!(await ask())) return false
  return true
}
