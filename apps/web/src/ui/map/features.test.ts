import { areaOf, readBoundaries } from '@steading/contract/boundaries'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areasOf, boxOf, textOf } from './features.ts'

const square = (x: number, y: number, size = 0.01) =>
  [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
    [x, y],
  ] as const

test('one area is a polygon, several are a multipolygon, none is nothing', () => {
  expect(textOf([], [])).toBeNull()
  expect(JSON.parse(textOf([square(1, 2)], [])!)).toMatchObject({ type: 'Polygon' })
  expect(JSON.parse(textOf([square(1, 2), square(3, 4)], [])!)).toMatchObject({ type: 'MultiPolygon' })
})

test('an area with a hole stays as it is beside those that are drawn', () => {
  const text = JSON.stringify({ type: 'MultiPolygon', coordinates: [[square(0, 0, 1), square(0.2, 0.2)], [square(5, 5)]] })
  const { drawn, kept } = areasOf(text)
  expect([drawn.length, kept.length]).toEqual([1, 1])
  const back = readBoundaries(textOf(drawn, kept)!)
  expect(areaOf(back!)).toBeCloseTo(areaOf(readBoundaries(text)!), 3)
})

test('what is no boundary has no areas', () => {
  expect(areasOf('{"type":"Point"}')).toEqual({ drawn: [], kept: [] })
  expect(areasOf(null)).toEqual({ drawn: [], kept: [] })
})

test('whatever is drawn reads back as a boundary of the same corners', () => {
  const corner = fc.tuple(fc.double({ min: -179, max: 178, noNaN: true }), fc.double({ min: -89, max: 88, noNaN: true }))
  fc.assert(
    fc.property(fc.array(corner, { minLength: 1, maxLength: 8 }), corners => {
      const text = textOf(
        corners.map(([x, y]) => square(x, y)),
        [],
      )
      return areasOf(text).drawn.length === corners.length && textOf(areasOf(text).drawn, []) === text
    }),
  )
})

test('the box of positions', () => {
  expect(boxOf([])).toBeUndefined()
  expect(boxOf([...square(-8, 39), [2, -1]])).toEqual([-8, -1, 2, 39.01])
})
