import { CommandAnswer, LIMITS } from '@steading/contract/box/messages'
import { z } from 'zod'
import { loadJson, saveJson } from '../platform/files.ts'

/** Which commands were taken, and what was answered: on disk before anything is switched. */
export interface Ledger {
  /** Number of the last accepted command. */
  last(): number
  /** The answer given to this id; 'open': accepted, not answered yet; null: unknown. */
  find(id: string): CommandAnswer | 'open' | null
  /** Durable on return. */
  accept(id: string, n: number): void
  answer(answer: CommandAnswer): void
}

const Saved = z.object({
  n: z.int().min(0),
  entries: z.array(z.object({ id: z.string(), n: z.int(), answer: CommandAnswer.nullable() })),
})
type Saved = z.infer<typeof Saved>

export const openLedger = (path: string): Ledger => {
  let saved: Saved = loadJson(path, Saved) ?? { n: 0, entries: [] }
  // What was accepted by an earlier run and never answered: nobody knows what it did.
  const interrupted = new Set(saved.entries.filter(entry => entry.answer === null).map(entry => entry.id))
  const save = (next: Saved) => {
    const trimmed = { ...next, entries: next.entries.slice(-LIMITS.remembered) }
    saveJson(path, trimmed)
    saved = trimmed
  }

  return {
    last: () => saved.n,
    find: id => {
      const entry = saved.entries.find(one => one.id === id)
      if (!entry) return null
      if (entry.answer) return entry.answer
      if (!interrupted.has(id)) return 'open'
      return { id, n: entry.n, st: 'unconfirmed', why: 'device', say: 'the box restarted while it was executed', at: 0 }
    },
    accept: (id, n) => save({ n, entries: [...saved.entries, { id, n, answer: null }] }),
    answer: answer => {
      const { id, n } = answer
      save({ ...saved, entries: [...saved.entries.filter(entry => entry.id !== id), { id, n, answer }] })
    },
  }
}
