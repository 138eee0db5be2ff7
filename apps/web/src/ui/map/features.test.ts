import { areaOf, readBoundaries } from '@steading/contract/entities/boundaries'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toAreas, boxOf, toBoundaryText } from './features.ts'

const square = (x: number, y: number, size = 0.01) =>
  [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
    [x, y],
  ] as const

test('writes one area as polygon, several as multipolygon, none as null', () => {
  expect(toBoundaryText([], [])).toBeNull()
  expect(JSON.parse(toBoundaryText([square(1, 2)], [])!)).toMatchObject({ type: 'Polygon' })
  expect(JSON.parse(toBoundaryText([square(1, 2), square(3, 4)], [])!)).toMatchObject({ type: 'MultiPolygon' })
})

test('keeps an area with a hole unchanged', () => {
  const text = JSON.stringify({ type: 'MultiPolygon', coordinates: [[square(0, 0, 1), square(0.2, 0.2)], [square(5, 5)]] })
  const { drawn, fixed } = toAreas(text)
  expect([drawn.length, fixed.length]).toEqual([1, 1])
  const back = readBoundaries(toBoundaryText(drawn, fixed)!)
  expect(areaOf(back!)).toBeCloseTo(areaOf(readBoundaries(text)!), 3)
})

test('reads no areas from invalid text', () => {
  expect(toAreas('{"type":"Point"}')).toEqual({ drawn: [], fixed: [] })
  expect(toAreas(null)).toEqual({ drawn: [], fixed: [] })
})

test('reads back every drawn boundary with the same corners', () => {
  const corner = fc.tuple(fc.double({ min: -179, max: 178, noNaN: true }), fc.double({ min: -89, max: 88, noNaN: true }))
  fc.assert(
    fc.property(fc.array(corner, { minLength: 1, maxLength: 8 }), corners => {
      const text = toBoundaryText(
        corners.map(([x, y]) => square(x, y)),
        [],
      )
      return toAreas(text).drawn.length === corners.length && toBoundaryText(toAreas(text).drawn, []) === text
    }),
  )
})

test('computes the bounding box of positions', () => {
  expect(boxOf([])).toBeUndefined()
  expect(boxOf([...square(-8, 39), [2, -1]])).toEqual([-8, -1, 2, 39.01])
})
