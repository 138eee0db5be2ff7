import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { brandIdOf, brandIds } from './brand.ts'
import { brands } from './brands.ts'
import { contrast, distance, visions } from './colour.ts'
import type { Scheme } from './mantineNames.ts'
import { type Meaning, meanings, series, sheet, styleSheet, surfaces } from './sheet.ts'

const schemes: Scheme[] = ['light', 'dark']
const each = Object.values(brands).flatMap(brand => schemes.map(scheme => ({ name: `${brand.id} ${scheme}`, brand, scheme })))

describe.each(each)('$name', ({ brand, scheme }) => {
  const colours = sheet(brand, scheme)
  const of = (name: string) => colours[`--st-${name}`]!
  const { all } = surfaces(brand, scheme)

  test('text reaches its contrast on every surface', () => {
    for (const surface of all) {
      expect(contrast(of('ink-2'), surface)).toBeGreaterThanOrEqual(7)
      expect(contrast(of('ink-3'), surface)).toBeGreaterThanOrEqual(4.75)
      expect(contrast(of('accent-ink'), surface)).toBeGreaterThanOrEqual(4.75)
    }
    expect(contrast(of('rail-ink'), of('rail-2'))).toBeGreaterThanOrEqual(7)
    for (const fill of ['accent', 'critical-fill']) expect(contrast('#ffffff', of(fill))).toBeGreaterThanOrEqual(5)
  })

  test('the edge of a control is seen', () => expect(contrast(of('line-control'), of('surface'))).toBeGreaterThanOrEqual(3))

  test.each(Object.keys(meanings) as Meaning[])('%s is read on its tint and on every surface', meaning => {
    for (const surface of [...all, of(`${meaning}-tint`)]) expect(contrast(of(meaning), surface)).toBeGreaterThanOrEqual(4.75)
  })

  test('the sheet on disk is the one that the code writes', () => {
    expect(readFileSync(new URL(`./tokens/${brand.id}.gen.css`, import.meta.url), 'utf8')).toBe(styleSheet(brand))
  })
})

describe.each(schemes)('the series in %s', scheme => {
  const colours = series[scheme]
  test.each(Object.keys(visions) as (keyof typeof visions)[])('stay apart in %s vision', vision => {
    for (const [at, colour] of colours.entries())
      for (const other of colours.slice(at + 1)) expect(distance(colour, other, vision)).toBeGreaterThanOrEqual(0.096)
  })
  test('are seen on a card', () => {
    for (const colour of colours) expect(contrast(colour, surfaces(brands.steading, scheme).surface)).toBeGreaterThanOrEqual(3)
  })
})

test('meanings are equal in all brands', () => {
  for (const scheme of schemes)
    expect(sheet(brands.leziria, scheme)['--st-critical-fill']).toBe(sheet(brands.steading, scheme)['--st-critical-fill'])
})

test('a host selects its brand, any other host gets Steading', () => {
  expect([brandIdOf('leziria'), brandIdOf('farm7'), brandIdOf(undefined)]).toEqual(['leziria', 'steading', 'steading'])
  expect(brandIds.map(id => brands[id].id)).toEqual(brandIds)
})
