import type { Position } from '@steading/contract/entities/boundaries'
import { expect, test } from 'vitest'
import { viewOf, viewWithoutTiles, zooms } from './view.ts'

test('zooms to a single place as asked', () => {
  expect(viewOf([[-8.66, 39.38]], zooms.place)).toEqual({ center: [-8.66, 39.38], zoom: 16 })
  expect(viewOf([[-8.66, 39.38]], zooms.far)).toEqual({ center: [-8.66, 39.38], zoom: 7 })
})

test('shows Portugal without places, and all of several places', () => {
  expect(viewOf([], zooms.place)).toEqual({ center: [-8, 39.6], zoom: 7 })
  const several = viewOf([[-9, 38], [-8, 39]], zooms.far) // prettier-ignore
  expect(several).toMatchObject({ bounds: [-9, 38, -8, 39], fitBoundsOptions: { maxZoom: 16 } })
})

test('zooms without tiles only if an outline is visible', () => {
  const farms: readonly Position[] = [[-8.66, 39.38], [-8.62, 39.4]] // prettier-ignore
  const square = (west: number, south: number, side: number): Position[] => [
    [west, south],
    [west + side, south + side],
  ]
  const nearest = (...outlines: Position[][]) => viewWithoutTiles(farms, outlines, zooms.nearby)
  expect(nearest()).toMatchObject({ fitBoundsOptions: { maxZoom: zooms.far } })
  expect(nearest(square(-8.64, 39.39, 0.01))).toMatchObject({ fitBoundsOptions: { maxZoom: zooms.place } })
  // One far away, and one too small to see.
  expect(nearest(square(-3, 40, 0.01), square(-8.64, 39.39, 0.001))).toMatchObject({
    fitBoundsOptions: { maxZoom: zooms.far },
  })
  expect(viewWithoutTiles([[-8.66, 39.38]], [], zooms.nearby)).toEqual({ center: [-8.66, 39.38], zoom: zooms.far })
})
