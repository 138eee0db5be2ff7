import type { Work } from './work.ts'

const asked = new WeakMap<Work, Map<string, Promise<unknown>>>()

/**
 * Asks once in a transaction: for what stays as it is while many alarms of a place are told one after the other. `key` names what
 * is asked, and of what.
 */
export function once<T>(work: Work, key: string, ask: () => Promise<T>): Promise<T> {
  const answers = asked.get(work) ?? new Map<string, Promise<unknown>>()
  asked.set(work, answers)
  const known = answers.get(key) as Promise<T> | undefined // safe: a key names one question
  if (known) return known
  const asking = ask()
  answers.set(key, asking)
  // What failed is asked again, if the transaction goes on.
  asking.catch(() => answers.delete(key))
  return asking
}
