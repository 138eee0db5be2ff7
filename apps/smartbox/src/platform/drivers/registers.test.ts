import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blocksOf, decode, encode, parseRegister } from './registers.ts'

describe('addresses', () => {
  test('table, register, type, scale and unit', () => {
    expect(parseRegister('holding:100:int16:0.1')).toEqual({
      address: 'holding:100:int16:0.1',
      table: 'holding',
      start: 100,
      encoding: 'int16',
      scale: 0.1,
      unit: undefined,
      width: 1,
    })
    expect(parseRegister('input:30:float32@17')).toMatchObject({
      table: 'input',
      encoding: 'float32',
      scale: 1,
      unit: 17,
      width: 2,
    })
    expect(parseRegister('coil:5')).toMatchObject({ table: 'coil', encoding: 'coil', width: 1 })
    expect(parseRegister('discrete:7:coil')).toMatchObject({ table: 'discrete', start: 7 })
    expect(parseRegister('holding:1:uint16:-1e-2')).toMatchObject({ scale: -0.01 })
  })

  test.each([
    ['holding', 'must look like'],
    ['memory:1:int16', 'must look like'],
    ['holding:1', 'needs int16, uint16, int32 or float32'],
    ['holding:1:coil', 'needs int16'],
    ['holding:1:int64', 'needs int16'],
    ['coil:1:int16', 'needs coil or nothing'],
    ['coil:1:coil:2', 'the scale must be'],
    ['holding:1:int16:0', 'the scale must be'],
    ['holding:1:int16:1.2.3', 'the scale must be'],
    ['holding:65535:int32', 'registers go from 0 to 65535'],
    ['holding:1:int16@256', 'units go from 0 to 255'],
  ])('%s: %s', (address, message) => {
    expect(() => parseRegister(address)).toThrow(message)
  })
})

describe('values', () => {
  test.each([
    ['holding:0:int16:0.1', [0xffd8], -4],
    ['holding:0:int16:0.1', [214], 21.4],
    ['holding:0:uint16', [0xffff], 65_535],
    ['holding:0:int32', [0xffff, 0xfffe], -2],
    ['holding:0:int32:0.01', [0x0001, 0x0000], 655.36],
    ['holding:0:float32', [0x41ab, 0x3333], 21.3999996185],
    ['coil:0', [1], 1],
  ] as const)('%s %j is %d', (address, words, value) => {
    expect(decode(parseRegister(address), words, 'big')).toBe(value)
    expect(encode(parseRegister(address), value, 'big')).toEqual(words)
  })

  test('the other word order', () => {
    expect(decode(parseRegister('holding:0:int32'), [5, 1], 'little')).toBe(65_541)
    expect(encode(parseRegister('holding:0:int32'), 65_541, 'little')).toEqual([5, 1])
    expect(decode(parseRegister('holding:0:int16'), [5], 'little')).toBe(5)
  })

  test('a non-number has no value', () => {
    expect(decode(parseRegister('input:0:float32'), [0x7fc0, 0], 'big')).toBeUndefined()
    expect(decode(parseRegister('input:0:float32'), [0x7f80, 0], 'big')).toBeUndefined()
  })

  test('what does not fit is refused, with what would', () => {
    expect(() => encode(parseRegister('holding:4:int16:0.1'), 3276.8, 'big')).toThrow(
      'modbus holding:4:int16:0.1: 3276.8 does not fit; it takes -3276.8 to 3276.7',
    )
    expect(() => encode(parseRegister('holding:4:uint16'), -1, 'big')).toThrow(RangeError)
    expect(() => encode(parseRegister('holding:4:float32'), Number.NaN, 'big')).toThrow(RangeError)
  })

  test('a written value reads back', () => {
    const arbitrary = fc.constantFrom('int16', 'int32').chain(encoding =>
      fc.record({
        address: fc.constant(`holding:0:${encoding}`),
        value: encoding === 'int16' ? fc.integer({ min: -32_768, max: 32_767 }) : fc.integer(),
        order: fc.constantFrom('big' as const, 'little' as const),
      }),
    )
    fc.assert(
      fc.property(arbitrary, ({ address, value, order }) => {
        const register = parseRegister(address)
        expect(decode(register, encode(register, value, order), order)).toBe(value)
      }),
    )
  })
})

describe('blocks', () => {
  const blocks = (addresses: string[], gap = 4) =>
    blocksOf(addresses.map(parseRegister), gap).map(({ table, unit, start, length, members }) => [
      table,
      unit,
      start,
      length,
      members.length,
    ])

  test('registers that are close share a request', () => {
    expect(blocks(['holding:12:int16', 'holding:10:int32', 'holding:16:int16', 'holding:22:int16'])).toEqual([
      ['holding', undefined, 10, 7, 3],
      ['holding', undefined, 22, 1, 1],
    ])
  })

  test('tables and units do not mix', () => {
    expect(blocks(['holding:1:int16', 'input:2:int16', 'holding:2:int16@3', 'coil:1', 'coil:2'])).toEqual([
      ['holding', undefined, 1, 1, 1],
      ['holding', 3, 2, 1, 1],
      ['input', undefined, 2, 1, 1],
      ['coil', undefined, 1, 2, 2],
    ])
  })

  test('one register under two types is read once', () => {
    expect(blocks(['holding:1:float32', 'holding:1:int16', 'holding:2:uint16'])).toEqual([['holding', undefined, 1, 2, 3]])
    expect(blocks(['holding:1:float32', 'holding:1:int16'])).toEqual([['holding', undefined, 1, 2, 2]])
  })

  test('every register is in exactly one block within the limit of a device', () => {
    const address = fc
      .tuple(fc.constantFrom('holding', 'input'), fc.integer({ min: 0, max: 400 }), fc.constantFrom('int16', 'float32'))
      .map(([table, start, encoding]) => `${table}:${start}:${encoding}`)
    fc.assert(
      fc.property(fc.uniqueArray(address, { maxLength: 200 }), fc.integer({ min: 0, max: 100 }), (addresses, gap) => {
        const found = blocksOf(addresses.map(parseRegister), gap)
        expect(found.flatMap(({ members }) => members.map(member => member.address)).sort()).toEqual([...addresses].sort())
        const sound = found.every(
          ({ start, length, members }) =>
            length <= 120 && members.every(member => member.start >= start && member.start + member.width <= start + length),
        )
        expect(sound).toBe(true)
      }),
    )
  })
})
