import type { RuleInterface, RuleLine } from '@steading/contract/rules/body'
import { expect, test } from 'vitest'
import { evaluateLine, createLine } from './line.ts'
import { MINUTE } from '../values/time.ts'
import { acceptValue, createInputState } from '../inputs/inputState.ts'

const spec: RuleInterface = { id: '1', dataType: 'DECIMAL', kind: 'COUNTER', every: 60, decimals: 0, base: '1/0' }
const above = { interfaceId: '1', logicOperator: 'GREATER', inputValue: 500, reference: [] } as unknown as RuleLine // safe: what is read

/** Truth and rate of a line over registers that are read each minute, from minute 0 on; each with its base. */
function read(registers: readonly (readonly [register: number, base: string | undefined])[]) {
  const line = createLine(0)
  const input = createInputState('1', 0, 0, 0)
  return registers.map(([register, base], minute) => {
    const { base: _base, ...rest } = spec
    const now = base === undefined ? rest : { ...rest, base }
    acceptValue(input, now, register, minute * MINUTE)
    evaluateLine(line, above, now, input, minute * MINUTE)
    return line.raw === 'UNKNOWN' ? line.raw : line.value
  })
}
const minutes = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

test('restarts the rate when the factor of the register changes', () => {
  const rates = read([...minutes(6, [21_000, '1/0'] as const), ...minutes(6, [210_000, '10/0'] as const)])
  expect(rates).toEqual([...minutes(5, 'UNKNOWN'), 0, ...minutes(5, 'UNKNOWN'), 0])
})

test('continues the rate while the factor of the register is unknown', () => {
  expect(read(minutes(6, [21_000, undefined] as const)).at(-1)).toBe(0)
  expect(read([...minutes(5, [21_000, undefined] as const), [21_001, '1/0']]).at(-1)).toBe(12)
})
