import type { EditSchedule } from '@steading/contract/reports/reportForms'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { aFarm, data, failing } from '../../../test/farm.ts'
import type { Api, Farm } from '../../../test/farm.ts'
import { systemActor } from '../../platform/actor.ts'
import type { Database } from '../../platform/database/unitOfWork.ts'
import { fireSchedules } from './fireSchedules.ts'
import { instantOfWallTime } from './recurrence.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Noon UTC. */
const START = Date.UTC(2026, 0, 1, 12)
const ZONES = ['Europe/Lisbon', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Cairo'] as const
const TIME = '01:30'
const STEP = 5 * HOUR
let now = START
let farm: Farm
const system = systemActor('reports')

beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => now, mono: () => performance.now() } })
  await farm.app.services.reports.stop()
})
afterAll(() => farm.close())

const schedule = async (timeZone: string) => {
  const me = await farm.as('Aves')
  const body = {
    displayName: timeZone,
    type: 'EVENTS',
    format: 'CSV',
    entityIds: [farm.at.Paul!],
    language: 'en-US',
    timeZone,
    recurrence: { frequency: 'DAILY', time: TIME },
  } as const
  return data(await me.reports.create({ body: { ...body, entityIds: [...body.entityIds] } }))
}

interface Made {
  readonly name: string
  readonly key: string
  readonly at: Date
  readonly fromDay: string
}
const made = async () => {
  const { rows } = await farm.world.owner.query<Made>(
    `select display_name as name, due_key as key, created_at as at, from_day::text as "fromDay" from reports
     where due_key <> 'first' order by id`,
  )
  return rows
}

/** A database whose program dies before the commit of every so manieth transaction. */
function dyingDatabase(every: number): Database {
  let count = 0
  return {
    ...farm.world.db,
    work: (actor, act) =>
      farm.world.db.work(actor, async work => {
        const result = await act(work)
        if (++count % every === 0) throw new Error('the program died')
        return result
      }),
  }
}

test('creates one report per local day of a year despite crashes and two runners', async () => {
  for (const zone of ZONES) await schedule(zone)
  const db = dyingDatabase(7)
  const deaths: string[] = []
  const end = START + 365 * DAY
  for (; now < end; now += STEP) {
    const runs = [0, 1].map(() => fireSchedules({ db }, system))
    for (const run of await Promise.allSettled(runs)) if (run.status === 'rejected') deaths.push(String(run.reason))
    await fireSchedules({ db: farm.world.db }, system)
  }
  expect(deaths.length).toBeGreaterThan(100)
  expect(new Set(deaths)).toEqual(new Set(['Error: the program died']))
  const reports = await made()
  for (const zone of ZONES) {
    const own = reports.filter(({ name }) => name === zone)
    const expected: string[] = []
    for (let day = START / DAY - 1; day <= end / DAY + 1; day++) {
      const at = instantOfWallTime(zone, Math.floor(day), TIME)
      if (at > START && at <= now - STEP) expected.push(new Date(Math.floor(day) * DAY).toISOString().slice(0, 10))
    }
    expect(own.map(({ key }) => key)).toEqual(expected)
    expect(own.length).toBeGreaterThanOrEqual(363)
    for (const { key, at, fromDay } of own) {
      const due = instantOfWallTime(zone, Date.parse(key) / DAY, TIME)
      expect(at.getTime()).toBeGreaterThanOrEqual(due)
      expect(at.getTime()).toBeLessThan(due + STEP)
      expect(Date.parse(key) - Date.parse(fromDay)).toBe(DAY)
    }
  }
})

test('creates reports that an outage missed, none twice', async () => {
  const before = await made()
  now += 5 * DAY
  await fireSchedules({ db: farm.world.db }, system)
  const after = await made()
  expect(after.length - before.length).toBe(5 * ZONES.length)
  await fireSchedules({ db: farm.world.db }, system)
  expect(await made()).toHaveLength(after.length)
})

test('a schedule that ends creates no more reports and keeps the created ones', async () => {
  const me = await farm.as('Aves')
  const page = data(await me.reports.schedules({}))
  expect(page.content.map(({ displayName }) => displayName).toSorted()).toEqual([...ZONES].toSorted())
  for (const { id } of page.content) data(await me.reports.endSchedule({ params: { id } }))
  const before = await made()
  now += 3 * DAY
  await fireSchedules({ db: farm.world.db }, system)
  expect(await made()).toHaveLength(before.length)
  expect(before.length).toBeGreaterThan(1_000)
})

/** A recurring report, and a change of it. */
async function aSchedule(time: string) {
  const me = await farm.as('Aves')
  const content = {
    displayName: 'Edited',
    type: 'EVENTS',
    format: 'CSV',
    entityIds: [farm.at.Paul!],
    language: 'en-US',
    timeZone: 'Europe/Lisbon',
    recurrence: { frequency: 'DAILY', time },
  } satisfies Partial<z.input<typeof EditSchedule>>
  const { schedule: planned } = data(await me.reports.create({ body: content }))
  const params = { id: planned!.id }
  return {
    params,
    show: async () => data(await (await farm.as('Aves')).reports.schedule({ params })),
    edit: async (more: Partial<z.input<typeof EditSchedule>>, by?: Api) => {
      const api = by ?? (await farm.as('Aves'))
      const { version } = data(await api.reports.schedule({ params }))
      return api.reports.editSchedule({ params, body: { ...content, version, ...more } })
    },
    /** Local date and time at which it is due. */
    next: async () => {
      const { nextUtc, timeZone } = data(await (await farm.as('Aves')).reports.schedule({ params }))
      return new Date(nextUtc).toLocaleString('sv-SE', { timeZone }).slice(0, 16)
    },
  }
}
const dayAfter = (days: number) => new Date(now + days * DAY).toISOString().slice(0, 10)
const startOfDay = () => (now = Math.ceil(now / DAY) * DAY + 12 * HOUR)

test('an edited schedule applies to its next report', async () => {
  startOfDay()
  const { edit, show, next } = await aSchedule('07:00')
  expect(await next()).toBe(`${dayAfter(1)} 07:00`)
  data(
    await edit({
      displayName: 'Every Monday',
      format: 'XLSX',
      entityIds: [farm.at['House 1']!],
      recurrence: { frequency: 'WEEKLY', time: '18:00', weekday: 0 },
    }),
  )
  const shown = await show()
  expect(shown).toMatchObject({
    displayName: 'Every Monday',
    format: 'XLSX',
    entity: { id: farm.at['House 1'] },
    entities: [{ id: farm.at['House 1'] }],
    recurrence: { frequency: 'WEEKLY', weekday: 0 },
    version: 2,
  })
  expect(new Date(shown.nextUtc).getUTCDay()).toBe(1)
  now = Date.parse(shown.nextUtc)
  await fireSchedules({ db: farm.world.db }, system)
  expect((await made()).at(-1)).toMatchObject({ name: 'Every Monday', key: dayAfter(0) })
})

test('an edit that keeps the time keeps the next due time', async () => {
  startOfDay()
  const { edit, next } = await aSchedule('07:00')
  const before = await next()
  now += 2 * HOUR
  data(await edit({ displayName: 'Renamed' }))
  expect(await next()).toBe(before)
})

test('a later time on a day that has its report is due on the day after', async () => {
  startOfDay()
  const { edit, next } = await aSchedule('13:00')
  expect(await next()).toBe(`${dayAfter(0)} 13:00`)
  now += 2 * HOUR
  await fireSchedules({ db: farm.world.db }, system)
  data(await edit({ recurrence: { frequency: 'DAILY', time: '20:00' } }))
  expect(await next()).toBe(`${dayAfter(1)} 20:00`)
})

test('an edit of an old version is refused', async () => {
  const { edit } = await aSchedule('07:00')
  data(await edit({ displayName: 'Renamed' }))
  await expect(edit({ displayName: 'Again', version: 1 })).rejects.toMatchObject(failing('VERSION_CONFLICT'))
})

test.each([
  ['another type', { type: 'SILO_STOCK' }, 'type'],
  ['batches for a type of places', { type: 'EVENTS', batchIds: ['1'] }, 'batchIds'],
  ['no place', { entityIds: [] }, 'entityIds'],
  ['a week without a weekday', { recurrence: { frequency: 'WEEKLY', time: '07:00' } }, 'recurrence.weekday'],
  ['a recipient out of reach', { recipientIds: ['999999'] }, 'recipientIds.0'],
] as const)('an edit to %s is refused at its field', async (_, more, field) => {
  const { edit } = await aSchedule('07:00')
  await expect(edit(more as Partial<z.input<typeof EditSchedule>>)).rejects.toMatchObject(failing('INVALID_INPUT', field))
})

test('refuses a recipient without access to the report at its field', async () => {
  const { edit } = await aSchedule('07:00')
  const { userId } = await farm.login(await farm.person('Aves', ['reports.read']))
  const fields = [{ field: 'recipientIds.0', code: 'mayNotOpen' }]
  await expect(edit({ recipientIds: [userId] })).rejects.toMatchObject({ failure: { code: 'INVALID_INPUT', fields } })
})

test('an edit is audited and makes its author the owner of the next reports', async () => {
  const { edit, show, params } = await aSchedule('07:00')
  const other = await farm.as('Aves')
  const before = await show()
  data(await edit({ format: 'PDF', recurrence: { frequency: 'MONTHLY', time: '07:00', monthDay: 1 } }, other))
  const after = await show()
  expect(after.lastUpdatedBy).not.toBeNull()
  expect(after.requestedBy).toEqual(after.lastUpdatedBy)
  expect(after.requestedBy).not.toEqual(before.requestedBy)
  const log = data(await (await farm.as('Root')).audit.search({ query: { objectType: 'report', action: 'UPDATE' } }))
  const entry = log.content.find(({ objectId, objectName }) => objectId === params.id && objectName === 'Edited')!
  const { changes } = data(await (await farm.as('Root')).audit.details({ params: { id: entry.id } }))
  expect(changes.map(({ field }) => field).toSorted()).toEqual(['format', 'frequency', 'monthDay'])
})
