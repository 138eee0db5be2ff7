import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areaOf, crossThemselves, readBoundaries } from './boundaries.ts'

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
    const dy = 100 / 111_319.49
    const dx = 100 / 111_319.49 / Math.cos((39 * Math.PI) / 180)
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
    const outer = square(0, 0, 1)
    const hole = square(0.25, 0.25, 0.5)
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

const crosses = (...rings: (readonly (readonly [number, number])[])[]) => crossThemselves(readBoundaries(polygon(...rings))!)

describe('a boundary that crosses itself', () => {
  test.each<[string, (readonly [number, number])[], boolean]>([
    [
      'a bow tie',
      [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
        [0, 0],
      ],
      true,
    ],
    [
      'one whose closing line crosses',
      [
        [0, 0],
        [2, 0],
        [2, 2],
        [1, -1],
        [0, 0],
      ],
      true,
    ],
    [
      'one that touches its own line',
      [
        [0, 0],
        [2, 0],
        [2, 2],
        [1, 0],
        [0, 2],
        [0, 0],
      ],
      true,
    ],
    [
      'one that comes by the same corner twice',
      [
        [0, 0],
        [2, 0],
        [1, 1],
        [2, 2],
        [0, 2],
        [1, 1],
        [0, 0],
      ],
      true,
    ],
    [
      'a line there and back',
      [
        [0, 0],
        [1, 0],
        [2, 0],
        [0, 0],
      ],
      true,
    ],
    [
      'a spike',
      [
        [0, 0],
        [2, 0],
        [2, 2],
        [2, 3],
        [2, 2],
        [0, 2],
        [0, 0],
      ],
      true,
    ],
    [
      'a spike at its beginning',
      [
        [0, 0],
        [2, 0],
        [2, 2],
        [0, 2],
        [0, -1],
        [0, 0],
      ],
      true,
    ],
    ['a square', [...square(0, 0, 1)], false],
    [
      'one with a bay',
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [2, 1],
        [0, 4],
        [0, 0],
      ],
      false,
    ],
    [
      'one with a corner on the way',
      [
        [0, 0],
        [1, 0],
        [2, 0],
        [2, 2],
        [0, 2],
        [0, 0],
      ],
      false,
    ],
    [
      'one with a corner set twice',
      [
        [0, 0],
        [2, 0],
        [2, 0],
        [2, 2],
        [0, 0],
        [0, 0],
      ],
      false,
    ],
    [
      'a triangle',
      [
        [0, 0],
        [2, 0],
        [1, 2],
        [0, 0],
      ],
      false,
    ],
  ])('%s', (_, ring, does) => {
    expect(crosses(ring)).toBe(does)
    expect(crosses(ring.toReversed())).toBe(does)
  })

  test('also in a hole, or in one of several areas', () => {
    const tie = [
      [0.2, 0.2],
      [0.4, 0.4],
      [0.4, 0.2],
      [0.2, 0.4],
      [0.2, 0.2],
    ] as const
    expect(crosses(square(0, 0, 1), tie)).toBe(true)
    expect(crosses(square(0, 0, 1), square(0.2, 0.2, 0.2))).toBe(false)
    const both = JSON.stringify({ type: 'MultiPolygon', coordinates: [[square(2, 0, 1)], [tie]] })
    expect(crossThemselves(readBoundaries(both)!)).toBe(true)
  })

  test('a star around its middle never does; with two corners changed about it does', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 5, maxLength: 30 }), fc.nat(), (radii, at) => {
        const corners = radii.map((radius, corner): [number, number] => {
          const angle = (2 * Math.PI * corner) / radii.length
          return [radius * Math.cos(angle), radius * Math.sin(angle)]
        })
        const closed = (ring: readonly [number, number][]) => [...ring, ring[0]!]
        expect(crosses(closed(corners))).toBe(false)
        const round = corners.map((_, corner): [number, number] => [
          10 * Math.cos((2 * Math.PI * corner) / corners.length),
          10 * Math.sin((2 * Math.PI * corner) / corners.length),
        ])
        const first = at % corners.length
        const then = (first + 1) % corners.length
        ;[round[first], round[then]] = [round[then]!, round[first]!]
        expect(crosses(closed(round))).toBe(true)
      }),
    ))
})
