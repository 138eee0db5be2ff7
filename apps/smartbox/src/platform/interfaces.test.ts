import { describe, expect, it } from 'vitest'
import { siren, temperature, ventilation } from '../../test/specs.ts'
import type { Value } from './driver.ts'
import { fromRaw, hasType, isInRange, toRaw } from './interfaces.ts'

const pulses = { ...temperature, factor: 10, offset: -3, dec: 0 }
const vane = { ...temperature, type: 'INTEGER' as const, min: 0, max: 359, offset: 20, turn: 360 as const }
const text = { ...temperature, type: 'STRING' as const }

describe('interfaces', () => {
  it.each<[string, typeof temperature, Value, Value | null]>([
    ['one decimal', temperature, 21.449, 21.4],
    ['half away from zero', temperature, -0.25, -0.3],
    ['factor and offset', pulses, 5, 47],
    ['a direction beyond a full turn', vane, 350, 10],
    ['a direction before north', { ...vane, offset: -20 }, 10, 350],
    ['a full turn as north', vane, 340, 0],
    ['a direction that rounds to a full turn', vane, 339.6, 0],
    ['a boolean as a number', temperature, true, 1],
    ['no number', temperature, 'high', null],
    ['not a number', temperature, Number.NaN, null],
    ['a whole number', ventilation, 54.6, 55],
    ['a boolean from a register', siren, 1, true],
    ['a boolean from nothing', siren, 0, false],
    ['a text', text, 'idle', 'idle'],
    ['a number as text', text, 5, '5'],
    ['a text that no database takes', text, `a\u0000b${'x'.repeat(300)}`, `ab${'x'.repeat(253)}`],
  ])('takes %s', (_, spec, raw, value) => {
    expect(fromRaw(spec, raw)).toBe(value)
  })

  it('writes the other way round', () => {
    expect(toRaw(pulses, 47)).toBe(5)
    expect(toRaw(siren, true)).toBe(true)
  })

  it('knows type and range', () => {
    expect([hasType(ventilation, 40), hasType(ventilation, 40.5), hasType(siren, 1), hasType(text, 'a')]).toEqual([
      true,
      false,
      false,
      true,
    ])
    expect([
      isInRange(ventilation, 100),
      isInRange(ventilation, 101),
      isInRange(ventilation, -1),
      isInRange(siren, true),
    ]).toEqual([true, false, false, true])
    expect(isInRange({ ...ventilation, max: null }, 1e9)).toBe(true)
  })
})
