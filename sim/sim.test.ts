import { expect, it } from 'vitest'
import { crew } from './crew.ts'
import { mutants } from './mutants.ts'
import type { Played } from './play.ts'

/** Fewer days than `npm run sim` plays. */
const DAYS = 10
/** What a landing plays, and what the night plays. */
const LANDING_SEEDS = 60
const seedsUpTo = (count: number) => Array.from({ length: count }, (_, seed) => seed)
const seeds = seedsUpTo(500)

it(`S9 box, cloud and rehearsal agree in ${LANDING_SEEDS} worlds`, async () => {
  expect(await problemsOf(seedsUpTo(LANDING_SEEDS))).toEqual([])
})

it('S9 box, cloud and rehearsal agree in 500 worlds', { tags: ['nightly'] }, async () => {
  expect(await problemsOf(seeds)).toEqual([])
})

/** Plays each seed, and some again: where hosts differ, an invariant is broken, or a seed does not decide everything. */
async function problemsOf(seeds: readonly number[]): Promise<readonly string[]> {
  const problems: string[] = []
  const hashes = new Map<number, string>()
  const played = (one: Played): boolean => {
    problems.push(...one.wrong.map(what => `seed ${one.seed}, ${one.template}: ${what}`))
    hashes.set(one.seed, one.hash)
    return problems.length < 5
  }
  await crew({ seeds, days: DAYS, threads: 1, played })
  if (problems.length > 0) return problems
  if (hashes.size !== seeds.length) return [`${hashes.size} of ${seeds.length} seeds played`]
  await crew({
    seeds: seeds.filter(seed => seed % 25 === 0),
    days: DAYS,
    threads: 1,
    played: one => {
      if (one.hash !== hashes.get(one.seed)) problems.push(`seed ${one.seed} differs when it is played again`)
      return true
    },
  })
  return problems
}

/** Seeds of a whole month that once showed something: a condition outside its dates that takes over, a hand on what was taken over. */
it.each([448, 634, 1910])('S9 seed %i', async seed => {
  let wrong: readonly string[] | undefined
  await crew({
    seeds: [seed],
    days: 30,
    threads: 1,
    played: played => {
      wrong = played.wrong
      return true
    },
  })
  expect(wrong).toEqual([])
})

/** Some of those that `npm run sim -- --mutants` tries: the first, and one that was once noticed by nobody. */
const tried = mutants.filter((mutant, k) => k < 5 || mutant.name === 'share-of-cycle')

it.each(tried.map(mutant => [mutant.breaks, mutant] as const))(
  'S9 notices that %s',
  { tags: ['nightly'] },
  async (_breaks, { edits }) => {
    let caught: Played | undefined
    await crew({
      seeds,
      days: DAYS,
      threads: 1,
      edits,
      played: played => !(caught ??= played.wrong.length > 0 ? played : undefined),
    })
    expect(caught?.wrong[0]).toMatch(/^(I\d|hosts)/)
  },
)
