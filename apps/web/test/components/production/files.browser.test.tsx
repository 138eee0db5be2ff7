import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import CurveList from '../../../src/curves/CurveList.tsx'
import FeedTypeList from '../../../src/feedTypes/FeedTypeList.tsx'
import WeighingList from '../../../src/weighings/WeighingList.tsx'
import { sampleFeedType, pageOf } from '../feedType.sample.ts'
import { openStage } from '../stage.tsx'
import { sampleWeighing } from '../weighing.sample.ts'

/** The lines of the file of a list, its head first. */
async function fileOf(element: ReactNode, options: Parameters<typeof openStage>[1]) {
  const made: Blob[] = []
  const { screen } = await openStage(element, options)
  vi.spyOn(URL, 'createObjectURL').mockImplementation(content => {
    made.push(content as Blob)
    return 'about:blank#'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await screen.getByRole('button', { name: 'Export' }).click()
  await expect.poll(() => made).toHaveLength(1)
  return (await made[0]!.text()).replace('\uFEFF', '').trimEnd().split('\r\n')
}

test('the file of a book has the names in other languages', async () => {
  const entry = sampleFeedType({ translations: { 'pt-PT': 'Iniciação', 'de-DE': 'Starterfutter' } })
  const lines = await fileOf(<FeedTypeList />, {
    path: '/production/feedTypes',
    replies: { 'GET /feedTypes/search': () => pageOf([entry]) },
  })
  expect(lines).toEqual([
    'Code,Name,Species,Medicated feed,Withdrawal period,Names in other languages,Location,Status',
    'F-1,Starter,Broilers,No,0,Português: Iniciação · Deutsch: Starterfutter,Farm,Active',
  ])
})

test('the file of production curves names their genetics', async () => {
  const base = sampleFeedType({ code: undefined, medicated: undefined, withdrawalDays: undefined })
  const details = [
    { age: 0, weight: 0.044 },
    { age: 7, weight: 0.2 },
  ]
  const curve = { ...base, displayName: 'Ross 308', geneticsId: '4', ageUnit: 1, source: 'Breeder', details }
  const lines = await fileOf(<CurveList />, {
    path: '/production/curves',
    replies: {
      'GET /productionCurves/search': () => pageOf([curve]),
      'GET /genetics/:id': () => ({ ...base, id: '4', code: 'R308', displayName: 'Ross' }),
    },
  })
  expect(lines[1]).toBe('Ross 308,Broilers,Ross,Days,Breeder,2,Farm,Active')
})

test('the file of weighings has the single weights', async () => {
  const lines = await fileOf(<WeighingList />, {
    path: '/production/manualWeighing',
    replies: {
      'GET /batches/manualWeighing/search': () =>
        pageOf([sampleWeighing({ weights: [1.8, 2.205], number: 2, totalWeight: 4.005 })]),
      'GET /batches/search': () => pageOf([]),
    },
  })
  const column = lines[0]!.split(',').indexOf('Single weights (kg)')
  expect(lines[1]!.split(',')[column]).toBe('1.8 2.205')
})
