import { realLinks } from './actuation/real-links.ts'
import type { RealSize } from './actuation/real-links.ts'
import { simulate } from './actuation/simulation.ts'
import { witness } from './actuation/witness.ts'
import { aFarm } from './stage/farm.ts'
import type { Farm } from './stage/farm.ts'
import type { Stage } from './stage/stage.ts'
import { fault, isOut, never, time } from './scenario.ts'
import type { Figure, Order } from './scenario.ts'

interface Size {
  readonly seeds: number
  readonly real?: RealSize
}
const SIZES = {
  full: { seeds: 500, real: { boxes: 6, commands: 90, every: 400, ttls: [1000, 2000, 5000] } },
  mutated: { seeds: 500 },
  brief: { seeds: 12, real: { boxes: 3, commands: 10, every: 400, ttls: [1000, 1500] } },
  briefMutated: { seeds: 25 },
} as const satisfies Record<string, Size>

/** Commands in virtual time over every link that a seed can draw, then in earnest over lines that are slow, cut and dead unnoticed. */
export async function actuation(stage: Stage, { extent, play, seed }: Order): Promise<readonly Figure[]> {
  const { seeds, real }: Size =
    extent === 'brief' ? (play.mutant ? SIZES.briefMutated : SIZES.brief) : play.mutant ? SIZES.mutated : SIZES.full
  const farm = await aFarm(stage.owner)
  const seen = witness()
  // A mutant is caught by the first seed whose story shows it.
  const isCaught = () =>
    play.mutant !== undefined &&
    [...seen.figures(), ...seen.insideFigures()].some(figure => figure.name === play.breaks && isOut(figure))
  const faults = await simulate(stage, farm, seed, seeds, seen, isCaught)
  const inEarnest = real ? await earnestly(stage, farm, real) : []
  return [
    ...seen.figures(),
    ...seen.insideFigures(),
    ...Object.entries(faults).map(([name, count]) => fault(name, count)),
    ...inEarnest,
  ]
}

async function earnestly(stage: Stage, farm: Farm, size: RealSize): Promise<Figure[]> {
  const seen = witness()
  const { overdue, crashes, faults } = await realLinks(stage, farm, size, seen)
  return [
    ...seen.figures(),
    time('longest without an end after the validity, ms', overdue, 5000),
    never('crashes of the server', crashes),
    ...Object.entries(faults).map(([name, count]) => fault(name, count)),
  ].map(figure => ({ ...figure, name: `in earnest: ${figure.name}` }))
}
