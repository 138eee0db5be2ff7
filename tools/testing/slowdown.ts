import { slowdownOf } from './patience.ts'

const ROUNDS = 20_000_000

/** Measures how much longer a fixed loop takes than its processor time: 1 on a quiet machine, 5 at most. */
export function measureSlowdown(): number {
  const began = performance.now()
  const { user, system } = process.cpuUsage()
  let state = 1
  for (let round = 0; round < ROUNDS; round++) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
  const used = process.cpuUsage({ user, system })
  // Work whose result nobody reads could be left out.
  if (!Number.isInteger(state)) throw new Error('the loop lost its state')
  return slowdownOf(performance.now() - began, (used.user + used.system) / 1000)
}
