import type { InputState } from './inputState.ts'

/** Aggregates the known values among the first `count` inputs; NaN when none is known. */
export const aggregate = (method: 'AVG' | 'MIN' | 'MAX', inputs: readonly InputState[], count: number): number => {
  let known = 0
  let result = 0
  for (let i = 0; i < count; i++) {
    const input = inputs[i]!
    if (input.status !== 'GOOD') continue
    if (known === 0) result = input.x
    else if (method === 'AVG') result += input.x
    else if (method === 'MIN' ? input.x < result : input.x > result) result = input.x
    known++
  }
  return known === 0 ? NaN : method === 'AVG' ? result / known : result
}

/** Whether all of the first `count` inputs are lost. */
export const allLost = (inputs: readonly InputState[], count: number): boolean => {
  for (let i = 0; i < count; i++) if (inputs[i]!.status !== 'LOST') return false
  return true
}
