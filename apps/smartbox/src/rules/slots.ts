import { join } from 'node:path'
import { Configuration, REVISION_FAULTS } from '@steading/contract/box/messages'
import type { RevisionFault } from '@steading/contract/box/messages'
import { z } from 'zod'
import { loadJson, makeFolder, saveJson } from '../platform/files.ts'

/** One configuration with the bodies of its rules, as they were received. */
export const RuleSet = z.object({
  hash: z.string(),
  /** Hash of the canonical interface list. */
  ifs: z.string(),
  document: Configuration,
  bodies: z.record(z.string(), z.string()),
  /** What ran of these rules until this configuration came: a rule whose body is refused goes on with it. */
  before: z.record(z.string(), z.object({ ver: z.int(), hash: z.string(), text: z.string() })).default({}),
})
export type RuleSet = z.infer<typeof RuleSet>

/** Two slots: the configuration that runs, and the one before it. */
export interface Slots {
  current(): RuleSet | null
  /** A revision that crashed the box, and why; null: none since the current one. */
  bad(): { readonly rev: number; readonly why: string; readonly code?: RevisionFault | undefined } | null
  /** Writes the other slot and switches to it. */
  install(set: RuleSet): void
  /** Back to the other slot; the current revision will not be run again. */
  revert(why: string): void
  /** This revision will not be run. */
  reject(rev: number, why: string, code: RevisionFault): void
  /** The new configuration has proved itself. */
  settle(): void
  /** The box ends on purpose: no crash. */
  leave(): void
}

/** Ends of the program, unwanted, that a new configuration is granted. */
const CRASHES = 2

const Book = z.object({
  slot: z.enum(['a', 'b']).nullable(),
  /** Crashes since the current one was installed; null: it is settled. */
  trial: z.int().min(0).nullable(),
  isClean: z.boolean(),
  bad: z.object({ rev: z.int(), why: z.string(), code: z.enum(REVISION_FAULTS).optional() }).nullable(),
})
type Book = z.infer<typeof Book>

export const openSlots = (folder: string): Slots => {
  makeFolder(folder)
  const bookPath = join(folder, 'slots.json')
  const path = (slot: 'a' | 'b') => join(folder, `${slot}.json`)
  const load = (slot: 'a' | 'b' | null): RuleSet | null => (slot === null ? null : loadJson(path(slot), RuleSet))
  let book: Book = loadJson(bookPath, Book) ?? { slot: null, trial: null, isClean: true, bad: null }
  const save = (change: Partial<Book>) => {
    const next = { ...book, ...change }
    saveJson(bookPath, next)
    book = next
  }

  let current = load(book.slot)
  const revert = (why: string) => {
    const inactive = book.slot === 'a' ? 'b' : 'a'
    const bad = current && { rev: current.document.rev, why, code: 'crash' as const }
    current = load(inactive)
    save({ slot: current && inactive, trial: null, bad })
  }

  if (book.trial !== null && !book.isClean) {
    const crashes = book.trial + 1
    if (crashes < CRASHES) save({ trial: crashes })
    else revert('the box stopped twice with it')
  }
  save({ isClean: false })

  return {
    current: () => current,
    bad: () => book.bad,
    install: set => {
      const slot = book.slot === 'a' ? 'b' : 'a'
      saveJson(path(slot), set)
      save({ slot, trial: 0, bad: null })
      current = set
    },
    revert,
    reject: (rev, why, code) => save({ bad: { rev, why, code } }),
    settle: () => {
      if (book.trial !== null) save({ trial: null })
    },
    leave: () => save({ isClean: true }),
  }
}
