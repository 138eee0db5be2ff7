import { userEvent } from 'vitest/browser'
import { expect, test } from 'vitest'
import TariffDetails from '../../src/tariffs/TariffDetails.tsx'
import { openStage } from './stage.tsx'

const path = '/system/tariffs/{tariffid}/details'
const at = '/system/tariffs/7/details'

const off = { startTime: '00:00:00', endTime: '07:59:59', displayName: 'VAZIO', value: 0.1 }
const peak = { startTime: '08:00:00', endTime: '21:59:59', displayName: 'PONTA', value: 0.2 }
const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
/** A tariff as its details answer it: from 22:00 on it has no period. */
const sampleTariff = (more: object = {}) => ({
  id: '7',
  displayName: 'Night milk',
  currency: 'EUR',
  timeZone: 'Europe/Lisbon',
  validFrom: '2026-01-01',
  validTo: null,
  holidays: [],
  holidayAs: 'sun',
  cycles: [{ season: 'ALL', lines: [{ daysOfWeek: week, timeIntervals: [off, peak] }] }],
  status: 'ACTIVE',
  entity: { id: '1', name: 'Farm', displayName: 'Farm', type: 'FARM' },
  isSystem: false,
  editable: true,
  version: 1,
  createdBy: { userId: '1', shortName: 'Ana' },
  creationTimestampUtc: '2026-05-04T03:00:00.000Z',
  lastUpdatedBy: null,
  lastUpdateTimestampUtc: null,
  ...more,
})

/** The tariff while it is edited; what is saved is answered as it was sent. */
async function openEditor() {
  let stored = sampleTariff()
  const { screen, calls } = await openStage(<TariffDetails />, {
    path,
    at,
    replies: {
      'GET /tariffs/:id': () => stored,
      'PUT /tariffs/:id': ({ body }) => (stored = sampleTariff({ ...(body as object), version: 2 })),
    },
  })
  await screen.getByRole('button', { name: 'Edit' }).click()
  const field = (name: string, period: number) => screen.getByRole('textbox', { name, exact: true }).nth(period)
  const enter = async (name: string, period: number, text: string) => {
    await field(name, period).fill(text)
    await userEvent.keyboard('{Tab}')
  }
  const save = () => screen.getByRole('button', { name: 'Save' }).click()
  const sent = () => calls.findLast(({ method }) => method === 'PUT')?.body as { cycles: (typeof stored)['cycles'] } | undefined
  return { screen, field, enter, save, sent }
}

test('a period that overlaps the one before is refused at its start', async () => {
  const { screen, field, enter, save, sent } = await openEditor()
  await enter('End', 0, '09:59:59')
  await save()
  await expect.element(screen.getByText('The period must start after the end of the one before it.')).toBeVisible()
  await expect.element(field('Start', 1)).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Start', 0)).not.toHaveAttribute('aria-invalid', 'true')
  expect(sent()).toBeUndefined()
})

test('an end before its start is refused at the end', async () => {
  const { screen, field, enter, save, sent } = await openEditor()
  await enter('End', 1, '08:00:00')
  await save()
  await expect.element(screen.getByText('The end must be after the start.')).toBeVisible()
  await expect.element(field('End', 1)).toHaveAttribute('aria-invalid', 'true')
  expect(sent()).toBeUndefined()
})

test('a start behind its end takes the end along', async () => {
  const { field, enter } = await openEditor()
  await enter('Start', 1, '22:30')
  await expect.element(field('Start', 1)).toHaveValue('22:30:00')
  await expect.element(field('End', 1)).toHaveValue('22:30:01')
})

test('a gap is warned of while it is filled in, and saved all the same', async () => {
  const { screen, enter, save, sent } = await openEditor()
  await expect.element(screen.getByText('Some times have no period')).toBeVisible()
  await enter('End', 1, '23:59:59')
  await expect.element(screen.getByText('Some times have no period')).not.toBeInTheDocument()
  await enter('End', 1, '20:59:59')
  await expect.element(screen.getByText(/Cycle 1: Monday 21:00/)).toBeVisible()
  await save()
  await expect.element(screen.getByRole('button', { name: 'Edit' })).toBeVisible()
  expect(sent()?.cycles[0]?.lines[0]?.timeIntervals).toEqual([off, { ...peak, endTime: '20:59:59' }])
})

test('arrows move a period of the calendar, with Shift its end, and its fields follow', async () => {
  const { screen, field } = await openEditor()
  const slot = () => screen.getByRole('button', { name: /^Wednesday 08:.*Peak/ })
  slot().element().focus()
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await expect.element(field('End', 1)).toHaveValue('22:14:59')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(field('Start', 1)).toHaveValue('08:15:00')
  await expect.element(field('End', 1)).toHaveValue('22:29:59')
  // It stops at the period before it.
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
  await expect.element(field('Start', 1)).toHaveValue('08:00:00')
})
