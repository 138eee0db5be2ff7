import { expect, test } from 'vitest'
import { KPI_NAMES, type Kpis, NOT_COMPUTABLE } from '@steading/contract/production/figures'
import { kpiNote, kpisOfBatch, measuredShare } from './kpis.ts'
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

const kpisOf = (known: Partial<Kpis>) =>
  ({ ...Object.fromEntries(KPI_NAMES.map(name => [name, NOT_COMPUTABLE])), isWeightEstimated: true, ...known }) as Kpis // safe: nothing else is read
const PART = { measured: 20, total: 91 }

test('says of a sum on how many of the days it was measured', async () => {
  const kpis = kpisOf({ feed: 17_635.7, water: 50_292, feedDays: PART, waterDays: { measured: 91, total: 91 } })
  expect(kpiNote('feed', kpis, t)).toBe('measured on 20 of 91 days')
  expect(kpiNote('feed', kpis, await translator('de-DE'))).toBe('an 20 von 91 Tagen gemessen')
  expect(measuredShare('feed', kpis)).toBe(22)
  expect([kpiNote('water', kpis, t), measuredShare('water', kpis)]).toEqual([null, 100])
})

test('says nothing of the days of a sum that is not known, or of no sum', () => {
  const kpis = kpisOf({ feedDays: PART, waterDays: PART, mortality: 2 })
  expect([kpiNote('feed', kpis, t), measuredShare('feed', kpis), kpiNote('mortality', kpis, t)]).toEqual([null, null, null])
  expect(kpiNote('currentWeight', kpis, t)).toBe('an estimate')
  expect(kpiNote('feed', null, t)).toBe(null)
})
