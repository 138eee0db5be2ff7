import { tariffExamples } from '@steading/production/tariffs/tariffExamples'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'

let farm: Farm
let api: Api
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
})
afterAll(() => farm.close())

const { displayName: _, ...weekly } = tariffExamples.PT_WEEKLY
const interval = (startTime: string, endTime: string, displayName = 'P1', value = 0.2) => ({
  startTime,
  endTime,
  displayName,
  value,
})
const cycleOf = (...timeIntervals: ReturnType<typeof interval>[]) => ({
  season: 'ALL' as const,
  lines: [{ daysOfWeek: ['mon' as const], timeIntervals }],
})
let count = 0
const create = (more: object = {}) =>
  api.tariffs.create({ body: { entityId: farm.at.Aves!, ...weekly, displayName: `Tariff ${++count}`, ...more } })

test('a tariff keeps its cycles, is found, changed and deleted', async () => {
  const tariff = data(await create())
  expect(tariff).toMatchObject({ currency: 'EUR', validFrom: '2021-01-01', validTo: null, holidayAs: 'sun', version: 1 })
  expect(tariff.cycles).toEqual(weekly.cycles)
  const { content } = data(await api.tariffs.search({ query: { search: tariff.displayName } }))
  expect(content).toMatchObject([{ id: tariff.id }])
  const { displayName, currency, timeZone, validFrom, holidays, holidayAs, cycles, version } = tariff
  const body = { displayName, currency, timeZone, validFrom, validTo: '2026-12-31', holidays, holidayAs, cycles }
  const edited = data(await api.tariffs.edit({ params: { id: tariff.id }, body: { ...body, status: 'ACTIVE', version } }))
  expect(edited).toMatchObject({ validTo: '2026-12-31', version: 2 })
  expect(data(await api.tariffs.remove({ params: { id: tariff.id } }))).toEqual({ outcome: 'DELETED' })
  await expect(api.tariffs.details({ params: { id: tariff.id } })).rejects.toMatchObject(failing('NOT_FOUND'))
})

test('a name in use is refused', async () => {
  const { displayName } = data(await create())
  expect(await create({ displayName })).toMatchObject({ refused: 'TARIFF_DISPLAY_NAME_IN_USE' })
})

test.each([
  ['periods that overlap', cycleOf(interval('00:00:00', '11:59:59'), interval('11:00:00', '23:59:59')), '1.startTime'],
  ['an end that is not after the start', cycleOf(interval('08:00:00', '08:00:00')), '0.endTime'],
  ['a price with five decimals', cycleOf(interval('00:00:00', '23:59:59', 'P1', 0.12345)), '0.value'],
])('%s are refused at their field', async (_name, cycle, field) =>
  expect(create({ cycles: [cycle] })).rejects.toMatchObject(failing('INVALID_INPUT', `cycles.0.lines.0.timeIntervals.${field}`)),
)

test('periods of two lines that share a weekday are refused where they overlap', async () => {
  const line = { daysOfWeek: ['mon'], timeIntervals: [interval('00:00:00', '23:59:59')] }
  await expect(create({ cycles: [{ season: 'ALL', lines: [line, line] }] })).rejects.toMatchObject(
    failing('INVALID_INPUT', 'cycles.0.lines.1.timeIntervals.0.startTime'),
  )
})

test('cycles of the same dates are refused', async () => {
  const cycle = cycleOf(interval('00:00:00', '23:59:59'))
  await expect(
    create({
      cycles: [
        { ...cycle, season: 'DST_SUMMER' },
        { ...cycle, season: 'MONTHS', months: [3] },
      ],
    }),
  ).rejects.toMatchObject(failing('INVALID_INPUT', 'cycles.1.season'))
})

test('an end before the start is refused', async () =>
  expect(create({ validTo: '2020-12-31' })).rejects.toMatchObject(failing('INVALID_INPUT', 'validTo')))

test('periods that touch are stored as one, holidays in order', async () => {
  const touching = cycleOf(interval('00:00:00', '11:59:59'), interval('12:00:00', '23:59:59'))
  const { cycles, holidays } = data(await create({ cycles: [touching], holidays: ['2026-12-25', '2026-01-01', '2026-12-25'] }))
  expect(cycles).toEqual([cycleOf(interval('00:00:00', '23:59:59'))])
  expect(holidays).toEqual(['2026-01-01', '2026-12-25'])
})

test('answers the periods of a date with the gaps of the tariff', async () => {
  const { id } = data(await create())
  const on = async (date: string) => data(await api.tariffs.periods({ params: { id }, query: { date } }))
  const day = await on('2026-07-15')
  expect(day).toMatchObject({ cycle: 1, isHoliday: false, gaps: { periods: [], months: [] }, tariff: { id } })
  expect(day.spans.map(({ from, displayName }) => [from, displayName])).toEqual([
    ['2026-07-14T23:00:00.000Z', 'VAZIO'],
    ['2026-07-15T06:00:00.000Z', 'CHEIAS'],
    ['2026-07-15T08:15:00.000Z', 'PONTA'],
    ['2026-07-15T11:15:00.000Z', 'CHEIAS'],
  ])
  const open = data(
    await create({ cycles: [cycleOf(interval('06:00:00', '23:59:59'))], holidays: ['2026-07-15'], holidayAs: 'mon' }),
  )
  const holiday = data(await api.tariffs.periods({ params: { id: open.id }, query: { date: '2026-07-15' } }))
  expect(holiday).toMatchObject({
    isHoliday: true,
    spans: [
      { displayName: null, value: null },
      { displayName: 'P1', value: 0.2 },
    ],
  })
  expect(holiday.gaps.periods[0]).toEqual({ cycle: 0, dayOfWeek: 'mon', startTime: '00:00:00', endTime: '05:59:59' })
})

test('changes are audited', async () => {
  const { id } = data(await create())
  const { content } = data(
    await (await farm.as('Root')).audit.search({ query: { objectType: ['tariff'], itemsPerPage: 50 } as never }),
  )
  expect(content.some(entry => entry.objectId === id && entry.action === 'CREATE')).toBe(true)
})
