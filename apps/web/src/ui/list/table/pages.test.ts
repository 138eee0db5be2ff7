import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastPage, pageButtons } from './pages.ts'

test.each([
  [0, 7, [0, 1, 2, 3, 4]],
  [3, 7, [1, 2, 3, 4, 5]],
  [6, 7, [2, 3, 4, 5, 6]],
  [1, 3, [0, 1, 2]],
  [0, 1, [0]],
  [0, 0, []],
])('on page %s of %s the buttons are %s', (current, pages, buttons) => expect(pageButtons(current, pages)).toEqual(buttons))

test('has a button for the current page, and none beyond the last', () => {
  const place = fc
    .integer({ min: 1, max: 500 })
    .chain(pages => fc.tuple(fc.integer({ min: 0, max: pages - 1 }), fc.constant(pages)))
  fc.assert(
    fc.property(place, ([current, pages]) => {
      const buttons = pageButtons(current, pages)
      expect(buttons).toContain(current)
      expect(buttons.length).toBe(Math.min(5, pages))
      expect(buttons.every(button => button >= 0 && button < pages)).toBe(true)
    }),
  )
})

test.each([
  [217, 10, 21],
  [220, 10, 21],
  [221, 10, 22],
  [0, 10, 0],
  // More than are counted.
  [10_001, 50, 199],
])('of %i rows, %i to a page, the last page is %i', (totalElements, size, last) =>
  expect(lastPage({ totalElements, size })).toBe(last),
)
