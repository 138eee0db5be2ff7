import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areaOf, readBoundaries } from './boundaries.ts'

const polygon = (...rings: (readonly (readonly [number, number])[])[]) => JSON.stringify({ type: 'Polygon', coordinates: rings })
const square = (x: number, y: number, size: number) =>
  [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
    [x, y],
  ] as const
const area = (text: string) => areaOf(readBoundaries(text)!)

describe('area', () => {
  test('of the whole globe is 4 π r²', () =>
    expect(
      area(
        polygon([
          [-180, -90],
          [-180, 90],
          [180, 90],
          [180, -90],
          [-180, -90],
        ]),
      ),
    ).toBeCloseTo(4 * Math.PI * 6_378_137 ** 2, -3))

  test('of a field of 100 m by 100 m is a hectare, whichever way round it is drawn', () => {
    const [dy, dx] = [100 / 111_319.49, 100 / 111_319.49 / Math.cos((39 * Math.PI) / 180)]
    const ring = [
      [-8, 39],
      [-8 + dx, 39],
      [-8 + dx, 39 + dy],
      [-8, 39 + dy],
      [-8, 39],
    ] as const
    expect(area(polygon(ring))).toBeCloseTo(10_000, -1)
    expect(area(polygon(ring.toReversed()))).toBeCloseTo(10_000, -1)
  })

  test('of holes is taken off, of several polygons added', () => {
    const [outer, hole] = [square(0, 0, 1), square(0.25, 0.25, 0.5)]
    expect(area(polygon(outer, hole))).toBeCloseTo(area(polygon(outer)) - area(polygon(hole)), 0)
    const both = JSON.stringify({ type: 'MultiPolygon', coordinates: [[outer], [square(2, 0, 1)]] })
    expect(area(both)).toBeCloseTo(2 * area(polygon(outer)), 0)
  })

  test('does not depend on where along the equator it lies', () =>
    fc.assert(
      fc.property(fc.integer({ min: -170, max: 170 }), fc.integer({ min: -80, max: 80 }), (x, y) => {
        expect(area(polygon(square(x, y, 1)))).toBeCloseTo(area(polygon(square(0, y, 1))), -1)
      }),
    ))
})

test.each([
  ['no JSON', '{'],
  ['a point', '{"type":"Point","coordinates":[0,0]}'],
  [
    'three corners',
    polygon([
      [0, 0],
      [1, 0],
      [0, 0],
    ]),
  ],
  [
    'not closed',
    polygon([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ]),
  ],
  ['off the globe', polygon(square(179.5, 0, 1))],
  ['something besides', '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]],"script":"x"}'],
  ['too many corners', polygon(Array.from({ length: 2001 }, (_, at) => [(at % 2000) / 100, 0] as const))],
])('%s is no boundary', (_, text) => expect(readBoundaries(text)).toBeUndefined())
