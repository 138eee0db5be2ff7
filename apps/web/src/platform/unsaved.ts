/** Answers whether what is not saved may be lost. */
type Ask = () => Promise<boolean>

const held = new Set<Ask>()

/** Entries that are not saved are on the screen, until the answer is called. */
export function holdUnsaved(ask: Ask): () => void {
  const mine: Ask = () => ask()
  held.add(mine)
  return () => void held.delete(mine)
}

export const isUnsaved = (): boolean => held.size > 0

/** Asks for what is not saved, if there is any. */
export async function mayDiscard(): Promise<boolean> {
  // A form that is drawn anew meanwhile is not asked twice.
  for (const ask of [...held]) if (!(await ask())) return false
  return true
}
