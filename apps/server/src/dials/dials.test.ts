import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { countryOfCaller } from './caller.ts'

describe('the country of an address', () => {
  test.each([
    ['193.136.128.1', 'PT'], // a Portuguese university
    ['::ffff:193.136.128.1', 'PT'],
    ['141.20.1.1', 'DE'], // a German one
    ['127.0.0.1', undefined],
    ['10.1.2.3', undefined],
    ['2001:690::1', undefined],
    ['', undefined],
    ['193.136.128', undefined],
  ])('%s is of %s', (address, country) => expect(countryOfCaller(address)).toBe(country))
})

describe('GET /dial-codes', () => {
  let farm: Farm
  let api: Api
  beforeAll(async () => {
    farm = await aFarm()
    api = await farm.as('Paul')
  })
  afterAll(() => farm.close())

  test('lists every country by name, and +351 for an address without a country', async () => {
    const { suggested, dialCodes } = data(await api.dials.codes())
    expect(suggested).toEqual({ countryCodeA3: 'PRT', country: 'Portugal', dialCode: '+351' })
    expect(dialCodes.length).toBeGreaterThan(230)
    expect(dialCodes.find(dialCode => dialCode.countryCodeA3 === 'GRC')).toEqual({
      countryCodeA3: 'GRC',
      country: 'Greece',
      dialCode: '+30',
    })
    const names = dialCodes.map(dialCode => dialCode.country)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en-US')))
  })
})
