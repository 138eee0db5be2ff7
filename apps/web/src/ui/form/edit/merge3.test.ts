import { expect, test } from 'vitest'
import { merge3 } from './merge3.ts'

interface FormValues {
  name: string
  shortName: string
  rights: readonly string[]
  translations: Readonly<Record<string, string>>
  latitude: number | undefined
  longitude: number | undefined
  picture: File | null
  version: number
}
const base: FormValues = {
  name: 'Ana',
  shortName: 'A',
  rights: ['read'],
  translations: { de: 'Anna' },
  latitude: 1,
  longitude: 2,
  picture: null,
  version: 1,
}

test('takes the latest value of untouched fields, keeps changed ones', () => {
  const latest = { ...base, shortName: 'An', rights: ['read', 'write'], latitude: undefined, longitude: undefined, version: 2 }
  expect(merge3(base, { ...base, name: 'Ana Maria' }, latest)).toEqual({ ...latest, name: 'Ana Maria' })
  expect(merge3(base, { ...base, shortName: 'AM' }, latest)).toMatchObject({ shortName: 'AM', version: 2 })
  expect(merge3(base, { ...base, rights: [] }, latest)).toMatchObject({ rights: [], shortName: 'An' })
})

test('merges nested values key by key, removed keys too', () => {
  const latest = { ...base, translations: { de: 'Anne', el: 'Άννα' } }
  const mine = (translations: FormValues['translations']) => merge3(base, { ...base, translations }, latest).translations
  expect(mine({ de: 'Anna', fr: 'Anne' })).toEqual({ de: 'Anne', el: 'Άννα', fr: 'Anne' })
  expect(mine({})).toEqual({ el: 'Άννα' })
})

test('keeps a group of fields if one of them was changed', () => {
  const latest = { ...base, latitude: 41, longitude: -8 }
  const mine = { ...base, latitude: 40 }
  expect(merge3(base, mine, latest)).toMatchObject({ latitude: 40, longitude: -8 })
  expect(merge3(base, mine, latest, [['latitude', 'longitude']])).toMatchObject({ latitude: 40, longitude: 2 })
  expect(merge3(base, base, latest, [['latitude', 'longitude']])).toMatchObject({ latitude: 41, longitude: -8 })
})

test('keeps a chosen file', () => {
  const picture = new File(['x'], 'me.png')
  expect(merge3(base, { ...base, picture }, base).picture).toBe(picture)
})
