import type { Watched } from './tristate.ts'

/** One value of the first `count` inputs, over those that are known; NaN when none is. */
export const aggregate = (how: 'AVG' | 'MIN' | 'MAX', inputs: readonly Watched[], count: number): number => {
  let known = 0
  let result = 0
  for (let i = 0; i < count; i++) {
    const input = inputs[i]!
    if (input.status !== 'GOOD') continue
    if (known === 0) result = input.x
    else if (how === 'AVG') result += input.x
    else if (how === 'MIN' ? input.x < result : input.x > result) result = input.x
    known++
  }
  return known === 0 ? NaN : how === 'AVG' ? result / known : result
}

/** None of the first `count` inputs is known, nor to be waited for. */
export const allLost = (inputs: readonly Watched[], count: number): boolean => {
  for (let i = 0; i < count; i++) if (inputs[i]!.status !== 'LOST') return false
  return true
}
