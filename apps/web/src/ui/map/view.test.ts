import { expect, test } from 'vitest'
import { viewOf } from './view.ts'

test('one place is near where there is something to see, else among the outlines', () => {
  expect(viewOf([[-8.66, 39.38]], true)).toEqual({ center: [-8.66, 39.38], zoom: 16 })
  expect(viewOf([[-8.66, 39.38]], false)).toEqual({ center: [-8.66, 39.38], zoom: 7 })
})

test('nothing is Portugal, several places are all in sight', () => {
  expect(viewOf([], true)).toEqual({ center: [-8, 39.6], zoom: 7 })
  const several = viewOf([[-9, 38], [-8, 39]], false) // prettier-ignore
  expect(several).toMatchObject({ bounds: [-9, 38, -8, 39], fitBoundsOptions: { maxZoom: 16 } })
})
