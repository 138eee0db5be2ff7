import { expect, test } from 'vitest'
import { kpisOfBatch } from './kpis.ts'
import { animalsPresent, figureText, mortality, productionTypeName } from './production.ts'
import { translator } from './text.ts'

const t = await translator('en-US')

test('names a production type by mode and sub-mode', () =>
  expect(productionTypeName({ mode: 'CONTINUOUS', subMode: 'LAYING' }, t)).toBe('Continuous flow · Laying'))

test('counts the animals that are left after deaths and exits', () => {
  expect(animalsPresent({ totalEntry: 400, totalExit: 20, totalMortality: 10 })).toBe(370)
})

test('writes mortality in per cent, and a dash where nothing entered', () => {
  const words = (totalEntry: number, totalMortality: number) => figureText(mortality({ totalEntry, totalMortality }), '%', 2, t)
  expect(words(20_000, 570)).toBe('2.85\u00a0%')
  expect(words(0, 0)).toBe('–')
})

test('a closed batch has no figures of animals that are present', () => {
  const names = (status: 'OPEN' | 'CLOSED') => kpisOfBatch('BROILER', status)
  for (const name of ['currentWeight', 'spacePerAnimal', 'animalsPerSpace', 'density'] as const) {
    expect(names('OPEN')).toContain(name)
    expect(names('CLOSED')).not.toContain(name)
  }
})
