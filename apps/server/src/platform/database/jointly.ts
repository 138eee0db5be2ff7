import type { Work } from './work.ts'

interface Asked<One, Answer> {
  readonly one: One
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * What many ask side by side in one transaction goes to the database in one statement: alarms of a storm take the same steps, and
 * none of them needs to know of the others. `ask` answers in the order of what is asked.
 */
export function jointly<One, Answer>(
  ask: (work: Work, all: readonly One[]) => Promise<readonly Answer[]>,
): (work: Work, one: One) => Promise<Answer> {
  const waiting = new WeakMap<Work, Asked<One, Answer>[]>()
  async function askAll(work: Work) {
    const all = waiting.get(work)!
    waiting.delete(work)
    try {
      const answers = await ask(
        work,
        all.map(({ one }) => one),
      )
      for (const [at, { resolve }] of all.entries()) resolve(answers[at]!) // safe: one answer each
    } catch (error) {
      for (const { reject } of all) reject(error)
    }
  }
  return (work, one) =>
    new Promise((resolve, reject) => {
      const asked = waiting.get(work)
      if (asked) return void asked.push({ one, resolve, reject })
      waiting.set(work, [{ one, resolve, reject }])
      // Whoever goes on with an answer comes to their next question before this.
      process.nextTick(() => void askAll(work))
    })
}

/** Rows that name the place (`at`, from 1) of what was asked, in its order. */
export function answersTo<Row extends { readonly at: number }>(all: readonly unknown[], rows: readonly Row[]): Row[][] {
  const answers: Row[][] = all.map(() => [])
  for (const row of rows) answers[row.at - 1]!.push(row) // safe: the place comes from what was asked
  return answers
}

/** The row of each key, for the first that names it: of the others it stood there already. */
export function firstOf<Row extends { readonly key: string | null }>(
  all: readonly { readonly key: string }[],
  made: readonly Row[],
) {
  const byKey = new Map(made.map(row => [row.key, row]))
  return all.map(({ key }) => {
    const row = byKey.get(key)
    byKey.delete(key)
    return row
  })
}
