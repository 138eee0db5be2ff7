import { expect, test } from 'vitest'
import { viewOf, zooms } from './view.ts'

test('one place is as near as is asked for', () => {
  expect(viewOf([[-8.66, 39.38]], zooms.place)).toEqual({ center: [-8.66, 39.38], zoom: 16 })
  expect(viewOf([[-8.66, 39.38]], zooms.far)).toEqual({ center: [-8.66, 39.38], zoom: 7 })
})

test('nothing is Portugal, several places are all in sight', () => {
  expect(viewOf([], zooms.place)).toEqual({ center: [-8, 39.6], zoom: 7 })
  const several = viewOf([[-9, 38], [-8, 39]], zooms.far) // prettier-ignore
  expect(several).toMatchObject({ bounds: [-9, 38, -8, 39], fitBoundsOptions: { maxZoom: 16 } })
})
