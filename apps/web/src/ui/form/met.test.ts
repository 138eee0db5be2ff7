import { expect, test } from 'vitest'
import { met } from './met.ts'

interface Entered {
  name: string
  shortName: string
  rights: readonly string[]
  translations: Readonly<Record<string, string>>
  latitude: number | undefined
  longitude: number | undefined
  picture: File | null
  version: number
}
const began: Entered = {
  ...{ name: 'Ana', shortName: 'A', rights: ['read'], translations: { de: 'Anna' } },
  ...{ latitude: 1, longitude: 2, picture: null, version: 1 },
}

test('what one did not touch is theirs, what one changed stays', () => {
  const theirs = { ...began, shortName: 'An', rights: ['read', 'write'], latitude: undefined, longitude: undefined, version: 2 }
  expect(met(began, { ...began, name: 'Ana Maria' }, theirs)).toEqual({ ...theirs, name: 'Ana Maria' })
  expect(met(began, { ...began, shortName: 'AM' }, theirs)).toMatchObject({ shortName: 'AM', version: 2 })
  expect(met(began, { ...began, rights: [] }, theirs)).toMatchObject({ rights: [], shortName: 'An' })
})

test('of entries within an entry each by itself, also where one is gone', () => {
  const theirs = { ...began, translations: { de: 'Anne', el: 'Άννα' } }
  const mine = (translations: Entered['translations']) => met(began, { ...began, translations }, theirs).translations
  expect(mine({ de: 'Anna', fr: 'Anne' })).toEqual({ de: 'Anne', el: 'Άννα', fr: 'Anne' })
  expect(mine({})).toEqual({ el: 'Άννα' })
})

test('entries that say one thing together stay together', () => {
  const theirs = { ...began, latitude: 41, longitude: -8 }
  const mine = { ...began, latitude: 40 }
  expect(met(began, mine, theirs)).toMatchObject({ latitude: 40, longitude: -8 })
  expect(met(began, mine, theirs, [['latitude', 'longitude']])).toMatchObject({ latitude: 40, longitude: 2 })
  expect(met(began, began, theirs, [['latitude', 'longitude']])).toMatchObject({ latitude: 41, longitude: -8 })
})

test('a file that was chosen stays', () => {
  const picture = new File(['x'], 'me.png')
  expect(met(began, { ...began, picture }, began).picture).toBe(picture)
})
