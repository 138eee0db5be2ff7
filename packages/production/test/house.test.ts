import { describe, expect, it } from 'vitest'
import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import { climateBand, compliance, countCompliance } from '../src/compliance.ts'
import { broilerFloorWarning, floorWarning, leastPigArea, pigFloorWarning, stockingAfter } from '../src/density.ts'

describe('the legal floor', () => {
  it.each([
    [10, 0.15],
    [10.01, 0.2],
    [20, 0.2],
    [30, 0.3],
    [50, 0.4],
    [85, 0.55],
    [110, 0.65],
    [110.1, 1],
  ])('of a pig of %d kg is %d m²', (weight, area) => expect(leastPigArea(weight)).toBe(area))

  it('warns of pigs with too little area', () => {
    expect(pigFloorWarning({ animals: 500, weight: 80, area: 270 })).toEqual({ kind: 'AREA', limit: 0.55, actual: 0.54 })
    expect(pigFloorWarning({ animals: 500, weight: 80, area: 275 })).toBeNull()
  })
  it('warns of broilers above 33 kg/m², or the limit given', () => {
    const stocking = { animals: 19_520, weight: 2.25, area: 1300 }
    expect(broilerFloorWarning(stocking)).toEqual({ kind: 'DENSITY', limit: 33, actual: 33.8 })
    expect(broilerFloorWarning(stocking, 39)).toBeNull()
    expect(broilerFloorWarning({ ...stocking, weight: 2.9 }, 42)).toMatchObject({ actual: 43.5 })
  })
  it('says nothing where weight, area or animals are unknown', () => {
    expect(pigFloorWarning({ animals: 500, weight: null, area: 1 })).toBeNull()
    expect(pigFloorWarning({ animals: 0, weight: 50, area: 1 })).toBeNull()
    expect(broilerFloorWarning({ animals: 500, weight: 50, area: null })).toBeNull()
  })
})

describe('the warning of a species', () => {
  const crowded = { animals: 1000, weight: 80, area: 100 }
  it.each([
    ['BROILER', 'DENSITY'],
    ['FINISHER', 'AREA'],
    ['WEANER', 'AREA'],
    ['SOW', undefined],
    ['LAYER', undefined],
    ['BEEF', undefined],
  ] as const)('of %s is %s', (species, kind) => expect(floorWarning(species, crowded)?.kind).toBe(kind))
})

describe('animals after an arrival', () => {
  it('have the mean weight of all', () => {
    expect(stockingAfter({ animals: 100, weight: 2 }, { animals: 300, weight: 300 })).toEqual({ animals: 400, weight: 1.25 })
    expect(stockingAfter({ animals: 0, weight: null }, { animals: 10, weight: 5 })).toEqual({ animals: 10, weight: 0.5 })
  })
  it('have no known weight where one of them is unknown', () => {
    expect(stockingAfter({ animals: 100, weight: null }, { animals: 10, weight: 5 }).weight).toBeNull()
    expect(stockingAfter({ animals: 100, weight: 2 }, { animals: 10, weight: null })).toEqual({ animals: 110, weight: null })
  })
})

describe('compliance of the climate', () => {
  const curve = [
    { age: 0, weight: 0.04, tMin: 30, tMax: 34, co2Max: 3000 },
    { age: 10, weight: 0.4, tMin: 25, tMax: 29, co2Max: 3000 },
  ]

  it('has a band for each age', () => {
    expect(climateBand(curve, 'TEMPERATURE', 5)).toEqual({ min: 27.5, max: 31.5 })
    expect(climateBand(curve, 'CO2', 5)).toEqual({ min: null, max: 3000 })
    expect(climateBand(curve, 'NH3', 5)).toBeNull()
    expect(climateBand(curve, 'TEMPERATURE', 11)).toBeNull()
  })
  it('counts buckets inside the band, limits included', () => {
    const buckets = [27.5, 31.5, 27.4, 31.6].map(value => ({ age: 5, value }))
    expect(compliance(countCompliance('TEMPERATURE', buckets, 16, curve))).toEqual({
      category: 'TEMPERATURE',
      expected: 16,
      present: 4,
      inside: 2,
      coverage: 25,
      compliance: 50,
    })
  })
  it('judges only buckets that have a band', () => {
    const buckets = [
      { age: 5, value: 30 },
      { age: 20, value: 10 },
    ]
    expect(compliance(countCompliance('TEMPERATURE', buckets, 2, curve))).toMatchObject({
      coverage: 100,
      compliance: 100,
      present: 2,
    })
  })
  it('is −100 without a band or without expected buckets', () => {
    expect(compliance(countCompliance('NH3', [{ age: 5, value: 3 }], 1, curve)).compliance).toBe(NOT_COMPUTABLE)
    expect(compliance(countCompliance('NH3', [{ age: 5, value: 3 }], 1, null)).compliance).toBe(NOT_COMPUTABLE)
    expect(compliance(countCompliance('NH3', [], 0, curve)).coverage).toBe(NOT_COMPUTABLE)
  })
})
