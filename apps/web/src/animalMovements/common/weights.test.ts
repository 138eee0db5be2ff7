import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { animalWeight, averageWeight, toGram } from './weights.ts'

const t = await translator('en-US')

test('a bird is weighed in g, a pig in kg', () => {
  expect(animalWeight(averageWeight(880, 20_000), 'BROILER', t)).toBe('44\u00a0g')
  expect(animalWeight(averageWeight(12_280, 400), 'FINISHER', t)).toBe('30.7\u00a0kg')
  expect(animalWeight(30, undefined, t)).toBe('30.0\u00a0kg')
})

test('no weight or no animals have no average', () => {
  expect(averageWeight(undefined, 4)).toBeNull()
  expect(averageWeight(4, undefined)).toBeNull()
  expect(averageWeight(4, 0)).toBeNull()
  expect(animalWeight(null, 'BROILER', t)).toBe('–')
})

test('typed grams become kg without the last bits of a division', () => {
  expect(toGram(992 / 1000)).toBe(0.992)
  expect(toGram(0.1 + 0.2)).toBe(0.3)
})
