import { expect, test } from 'vitest'
import { pageAt, pagesOf, scaleToFit } from './fit.ts'

test.each([
  ['in its size where the screen holds it', 900, 900, 1],
  ['smaller where 60 % of its size suffice', 1500, 900, 0.6],
  ['in pages where it would be too small', 1501, 900, undefined],
])('a kiosk shows a dashboard %s', (_, height, screen, expected) => {
  expect(scaleToFit(height, screen)).toBe(expected)
})

/** Rows of widgets of so many px, one below the other without a gap. */
const rows = (...heights: number[]) => {
  let top = 0
  return heights.map(height => ({ top, bottom: (top += height) }))
}

test.each([
  ['whole screens', rows(400, 400, 400, 400), 800, [0, 800]],
  ['whole widgets', rows(500, 500, 500, 500), 800, [0, 500, 1000, 1500]],
  ['parts of a widget that is taller than the screen', rows(300, 2000, 300), 800, [0, 300, 1100, 1900]],
  ['one page where the screen holds all', rows(300, 300), 800, [0]],
])('pages of a dashboard show %s', (_, widgets, screen, expected) => {
  expect(pagesOf(widgets, widgets.at(-1)!.bottom, screen)).toEqual(expected)
})

test.each([
  ['the first one at the beginning', 0, 3, 30_000, 0],
  ['each for its part of the share', 10_000, 3, 30_000, 1],
  ['the last one until the share ends', 29_999, 3, 30_000, 2],
  ['the first one again while the dashboard stays', 30_000, 3, 30_000, 0],
  ['each for 15 s where the dashboard is alone', 15_000, 2, undefined, 1],
  ['the first one when the clock is set back', -5000, 2, undefined, 0],
])('a kiosk shows of its pages %s', (_, elapsed, pages, share, expected) => {
  expect(pageAt(elapsed, pages, share)).toBe(expected)
})
