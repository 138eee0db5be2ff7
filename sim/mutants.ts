import type { Edit } from './hook.ts'

/** The engine broken on purpose, in one place each. */
export interface Mutant {
  readonly name: string
  /** What it breaks, in a few words. */
  readonly breaks: string
  readonly edits: readonly Edit[]
}

const mutant = (name: string, breaks: string, file: string, find: string, replace: string): Mutant => ({
  name,
  breaks,
  edits: [{ file: `packages/rules/src/${file}`, find, replace }],
})

export const mutants: readonly Mutant[] = [
  mutant(
    'late-evaluated',
    'a reading older than the engine time is evaluated',
    'step.ts',
    "if (input.kind === 'READING' && input.ts < state.ts)",
    "if (input.kind === 'READING' && input.ts < 0)",
  ),
]
